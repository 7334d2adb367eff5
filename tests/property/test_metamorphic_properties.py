"""Metrics composed at random of a reduction and of slips: every slip is named, and nothing else is."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from lakatos.measure import audit_metric

MEAN, WEIGHTED = "mean of batch means", "batch means weighted by samples"
READINGS = {"loss": lambda x: x, "perplexity": np.exp, "bits": lambda x: x / np.log(2), "power of two": np.exp2}


def batches(n, size, last):
    """The samples of each batch; the last one kept, dropped or filled up with the first samples."""
    rows = [list(range(i, min(i + size, n))) for i in range(0, n, size)]
    if last == "drop" and len(rows[-1]) < size:
        rows = rows[:-1]
    if last == "fill":
        rows[-1] += [i % n for i in range(size - len(rows[-1]))]
    return rows


def averaged(pairs, sizes, how):
    """One value from the (sum, count) of each batch."""
    sums, counts = np.array(pairs, dtype=float).T
    if how == "pooled":
        return sums.sum() / counts.sum()
    return np.average(sums / counts, weights=None if how == "mean" else sizes)


def a_loss(reading, padding, how, last):
    def metric(losses, mask, batch_size):
        weight = np.ones_like(losses) if padding == "counted" else mask
        top = losses * mask if padding == "masked" else losses
        rows = batches(len(losses), batch_size, last)
        return READINGS[reading](averaged([(top[r].sum(), weight[r].sum()) for r in rows], [len(r) for r in rows], how))

    return metric


@settings(max_examples=8, deadline=None)
@given(
    st.sampled_from(sorted(READINGS)),
    st.sampled_from(["masked", "counted", "added"]),
    st.sampled_from(["pooled", "mean", "weighted"]),
    st.sampled_from(["keep", "drop", "fill"]),
    st.integers(0, 5),
)
def test_losses_with_planted_slips(reading, padding, how, last, seed):
    audit = audit_metric(a_loss(reading, padding, how, last), seed=seed)
    expected = {
        "counted": {"padded positions are counted", "padded values enter"},
        "added": {"padded values enter"},
    }.get(padding, set())
    expected |= {"drop": {"last batch dropped"}, "fill": {"last batch filled"}}.get(last, set())
    # Batches that all hold as many positions may be averaged in any way, and as many samples in either way.
    even = padding == "counted" and (last != "keep" or how == "weighted")
    kinds = {s.kind for s in audit.slips}
    if how != "pooled" and not even:
        named = {MEAN, WEIGHTED} if last != "keep" else {MEAN if how == "mean" else WEIGHTED}
        assert kinds & named
        kinds -= named
    assert kinds == expected
    assert (audit.answer == "clear") == (audit.slips == ())


def shared(n, world, filled, blocks):
    """The samples of each device."""
    order = list(range(n))
    if filled == "duplicates":
        order += [i % n for i in range(-n % world)]
    if filled == "dropped":
        order = order[: n - n % world]
    return [a.tolist() for a in np.array_split(order, world)] if blocks else [order[k::world] for k in range(world)]


def an_accuracy(filled, blocks, how):
    def metric(predictions, labels, world_size):
        correct = predictions == labels
        parts = [correct[r] for r in shared(len(labels), world_size, filled, blocks)]
        if how == "first":
            return parts[0].mean()
        if how == "mean":
            return np.mean([p.mean() for p in parts])
        return np.concatenate(parts).mean() / (world_size if how == "divided" else 1)

    return metric


@settings(max_examples=6, deadline=None)
@given(
    st.sampled_from(["uneven", "duplicates", "dropped"]),
    st.booleans(),
    st.sampled_from(["gathered", "mean", "first", "divided"]),
    st.integers(0, 5),
)
def test_accuracies_with_slips_of_several_devices(filled, blocks, how, seed):
    audit = audit_metric(an_accuracy(filled, blocks, how), seed=seed)
    expected = {"duplicates": {"duplicates are scored"}, "dropped": {"samples are dropped"}}.get(filled, set())
    expected |= {"divided": {"divided by the world size"}}.get(how, set())
    if how == "mean" and filled == "uneven":
        expected |= {"mean of the devices' means"}
    if how == "first":
        # One share alone says nothing of how the others were filled, nor whether it was cut short.
        assert "only one device's share" in {s.kind for s in audit.slips}
    else:
        assert {s.kind for s in audit.slips} == expected
        assert (audit.answer == "clear") == (not expected)


def a_rate(count, how, padded, per_device):
    def metric(seconds, items, tokens, padded_tokens, world_size):
        done = {"items": items, "tokens": padded_tokens if padded else tokens}[count]
        devices = world_size if per_device else 1
        if how == "per step":
            return seconds.mean()
        return ((done / seconds).mean() if how == "mean of rates" else done.sum() / seconds.sum()) / devices

    return metric


@settings(max_examples=6, deadline=None)
@given(
    st.sampled_from(["items", "tokens"]),
    st.sampled_from(["totals", "mean of rates", "per step"]),
    st.booleans(),
    st.booleans(),
    st.integers(0, 5),
)
def test_throughputs_with_planted_slips(count, how, padded, per_device, seed):
    audit = audit_metric(a_rate(count, how, padded, per_device), seed=seed, per="device" if per_device else "total")
    kinds = {s.kind for s in audit.slips}
    if how == "per step":
        assert "per batch, not per item" in kinds
        return
    # Every sample is padded to as many tokens: a mean of such rates is one of samples, up to a factor.
    expected = {"padded positions are counted"} if padded and count == "tokens" else set()
    expected |= {MEAN} if how == "mean of rates" else set()
    assert {"padded positions are counted" if k == "divided by the padded length" else k for k in kinds} == expected


def a_divergence(words, tokens, masked):
    def metric(p, q, mask):
        each = p * np.log(p / q)
        each = each.mean(-1) if words == "mean" else each.sum(-1)
        if masked:
            return (each * mask).sum() / {"token": mask.sum(), "sequence": len(mask), "none": 1}[tokens]
        return each.sum() / {"token": each.size, "sequence": len(mask), "none": 1}[tokens]

    return metric


@settings(max_examples=6, deadline=None)
@given(
    st.sampled_from(["sum", "mean"]), st.sampled_from(["token", "sequence", "none"]), st.booleans(), st.integers(0, 5)
)
def test_divergences_with_planted_slips(words, tokens, masked, seed):
    audit = audit_metric(a_divergence(words, tokens, masked), seed=seed, per="token")
    expected = {"mean over the vocabulary"} if words == "mean" else set()
    expected |= {"a sum over samples"} if tokens == "none" else set()
    if not masked:
        expected |= {"padded values enter"} | ({"padded positions are counted"} if tokens == "token" else set())
    if tokens == "sequence" and masked:
        expected |= {"summed over a sequence"}
    assert {s.kind for s in audit.slips} == expected


def a_metric_with_batches_of_its_own(size, how, last, reading):
    def metric(losses, mask):
        rows = batches(len(losses), size, last)
        pairs = [((losses * mask)[r].sum(), mask[r].sum()) for r in rows]
        return READINGS[reading](averaged(pairs, [len(r) for r in rows], how))

    return metric


@settings(max_examples=5, deadline=None)
@given(
    st.sampled_from([2, 5, 8, 16, 32, 64, 100, 256, 512]),
    st.sampled_from([("mean", "keep"), ("mean", "drop"), ("pooled", "drop")]),
    st.sampled_from(sorted(READINGS)),
)
def test_batches_that_nobody_was_told_of(size, slip, reading):
    how, last = slip
    audit = audit_metric(a_metric_with_batches_of_its_own(size, how, last, reading))
    kinds = {s.kind for s in audit.slips}
    # With fewer samples than make a batch and the last one dropped there is no value at all.
    if last == "drop" and size > 22:
        assert audit.answer == "undetermined"
        return
    assert audit.answer == "slip"
    assert kinds & {"order matters", "the position matters"}
    assert "last batch dropped" in kinds if last == "drop" else MEAN in kinds


@settings(max_examples=5, deadline=None)
@given(st.floats(-3, 3), st.floats(0.01, 100), st.sampled_from(sorted(READINGS)), st.integers(0, 1000))
def test_what_is_right_is_cleared_whatever_its_unit(offset, scale, reading, seed):
    def metric(losses, mask, batch_size, world_size):
        top = bottom = 0.0
        for rank in range(world_size):
            mine = range(rank, len(losses), world_size)
            for start in range(0, len(mine), batch_size):
                rows = list(mine[start : start + batch_size])
                top, bottom = top + (losses[rows] * mask[rows]).sum(), bottom + mask[rows].sum()
        return offset + scale * READINGS[reading](top / bottom)

    audit = audit_metric(metric, seed=seed)
    assert audit.answer == "clear"
    assert len(audit.rows) >= 8
    assert "23 sequences" in audit.scope
