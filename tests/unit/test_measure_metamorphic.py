"""A metric is rerun in other layouts: slips are named, right metrics cleared, and what cannot be told is said."""
# ruff: noqa: ARG001, ARG005  (a metric's parameters say what it is handed, used or not)

import functools
from fractions import Fraction as F

import numpy as np
import pytest

from lakatos.measure import Transformation, audit_metric, hidden_count


def kinds(metric, **settings):
    return [s.kind for s in audit_metric(metric, **settings).slips]


def chunks(n, size):
    return [slice(i, min(i + size, n)) for i in range(0, n, size)]


def token_mean(losses, mask):
    return losses[mask].mean()


def mean_of_batch_means(losses, mask, batch_size):
    return np.mean([losses[c][mask[c]].mean() for c in chunks(len(losses), batch_size)])


def accuracy(predictions, labels):
    return (predictions == labels).mean()


def f1(predictions, labels):
    scores = []
    for c in np.union1d(labels, predictions):
        true, said = labels == c, predictions == c
        scores.append(2 * (true & said).sum() / (true.sum() + said.sum()))
    return np.mean(scores)


def test_the_slip_is_named_with_how_much_it_moved():
    audit = audit_metric(mean_of_batch_means)
    assert audit.answer == "slip"
    (slip,) = audit.slips
    assert slip.kind == "mean of batch means"
    assert slip.says.startswith("mean of batch means: the last batch of ")
    row = audit.row("batch size")
    assert slip.moved == row.moved == pytest.approx((row.after - row.before) / max(row.before, row.after))
    assert abs(slip.moved) > 0.01
    assert "batches of" in row.setting


def test_what_was_not_tried_and_the_scope_are_said():
    audit = audit_metric(token_mean)
    assert audit.answer == "clear"
    assert "batch size: takes no batch_size, batches or shards" in audit.not_tried
    assert {r.outcome for r in audit.rows} == {"holds"}
    assert "whether the value itself is the right one is not asked" in audit.scope
    assert "equal within 1e-05" in str(audit)
    with pytest.raises(KeyError, match="was not tried"):
        audit.row("batch size")


def test_the_page_escapes_what_comes_from_outside():
    def metric(losses):
        raise ValueError("<script>")

    audit = audit_metric(metric)
    assert audit.answer == "undetermined"
    assert "raises ValueError: <script>" in str(audit)
    assert "<script>" not in audit._repr_html_()


# What must be cleared ------------------------------------------------------------------------------------------------


def recall(predictions, labels):
    return ((predictions == 1) & (labels == 1)).sum() / (labels == 1).sum()


def ranked(scores, labels):
    return (scores[labels == 1][:, None] > scores[labels == 0]).mean()


def exact_accuracy(y_pred, y_true):
    return F(int((y_pred == y_true).sum()), len(y_true))


def single_precision(losses, mask, batch_size):
    total = np.float32(0)
    for c in chunks(len(losses), batch_size):
        total += (losses[c].astype(np.float32) * mask[c]).sum(dtype=np.float32)
    return np.exp(total / np.float32(mask.sum()))


def rounded(losses, mask):
    return round(float(np.exp(losses[mask].mean())), 2)


def total_variation(p, q, mask):
    return (np.abs(p - q).sum(-1) / 2)[mask].mean()


def distillation(student_logits, teacher_logits, attention_mask):
    a, b = (x - np.log(np.exp(x).sum(-1, keepdims=True)) for x in (student_logits, teacher_logits))
    return ((np.exp(b) * (b - a)).sum(-1) * attention_mask).sum() / attention_mask.sum()


def cross_entropy(logits, labels):
    return -np.mean([x[y] - np.log(np.exp(x).sum()) for x, y in zip(logits, labels)])


def bits_per_token(logprobs, lengths):
    return -np.concatenate([x[:n] for x, n in zip(logprobs, lengths)]).mean() / np.log(2)


def latency(seconds, items):
    return seconds.sum() / items.sum()


def of_all_devices(tokens, seconds, world_size):
    return tokens.sum() / seconds.sum()


@pytest.mark.parametrize(
    "metric",
    [
        accuracy, f1, recall, ranked, exact_accuracy, single_precision, rounded, total_variation, distillation,
        cross_entropy, bits_per_token, latency, of_all_devices, functools.partial(token_mean),
    ],
)  # fmt: skip
def test_right_metrics_are_cleared(metric):
    audit = audit_metric(metric)
    assert audit.answer == "clear", audit
    assert not audit.slips


def test_a_binary_metric_is_told_to_single_out_a_class_and_cleared():
    audit = audit_metric(recall)
    assert audit.row("class names").outcome == "tells"
    assert any("do not change the value" in n for n in audit.notes)
    assert audit_metric(f1).row("class names").outcome == "holds"
    assert audit_metric(recall, strategy="binary").answer == "clear"


def test_exact_values_are_compared_exactly():
    assert "compared exactly" in audit_metric(exact_accuracy).scope


def test_the_mean_in_ragged_batches_of_a_loader_is_cleared_and_its_mean_of_means_not():
    def pooled(loader):
        kept = [b["losses"][b["mask"]] for b in loader]
        return np.concatenate(kept).mean()

    def averaged(loader):
        return np.mean([b["losses"][b["mask"]].mean() for b in loader])

    assert audit_metric(pooled, strategy="loss").answer == "clear"
    assert kinds(averaged, strategy="loss") == ["mean of batch means"]


def test_a_loader_of_losses_yields_padded_sequences_unless_it_is_said_otherwise():
    def everything(loader):
        return sum(b["losses"].sum() for b in loader) / sum(b["losses"].size for b in loader)

    assert "padded positions are counted" in kinds(everything, strategy="loss")
    assert audit_metric(everything, strategy="loss", tokens=False).answer == "clear"


def test_padding_that_only_the_label_shows():
    def ours(logits, labels):
        kept = labels != -100
        return -np.mean([x[y] - np.log(np.exp(x).sum()) for x, y in zip(logits[kept], labels[kept])])

    def careless(logits, labels):
        losses = (
            np.log(np.exp(logits).sum(-1)) - np.take_along_axis(logits, np.maximum(labels, 0)[..., None], -1)[..., 0]
        )
        return losses.mean()

    assert audit_metric(ours, tokens=True).answer == "clear"
    assert "padded positions are counted" in kinds(careless, tokens=True)
    indexed = audit_metric(lambda logits, labels: np.take_along_axis(logits, labels[..., None], -1).mean(), tokens=True)
    assert indexed.answer == "undetermined"
    assert "ignore_index=0" in indexed.why


# Slips ---------------------------------------------------------------------------------------------------------------


def drop_last(predictions, labels, batch_size):
    n = len(labels) // batch_size * batch_size
    return (predictions[:n] == labels[:n]).mean()


def only_last(losses, batch_size):
    return losses[chunks(len(losses), batch_size)[-1]].mean()


def summed_batches(losses, batch_size):
    return sum(losses[c].mean() for c in chunks(len(losses), batch_size))


def per_step_loss(losses, batch_size):
    return losses.sum() / len(chunks(len(losses), batch_size))


def over_full_batches(losses, batch_size):
    return losses.sum() / (len(chunks(len(losses), batch_size)) * batch_size)


def batch_f1(predictions, labels, batch_size):
    return np.mean([f1(predictions[c], labels[c]) for c in chunks(len(labels), batch_size)])


def sample_weighted_perplexity(losses, mask, batch_size):
    total = sum(losses[c][mask[c]].mean() * len(losses[c]) for c in chunks(len(losses), batch_size))
    return np.exp(total / len(losses))


def elements(p, q):
    return (p * np.log(p / q)).mean()


def constant_length(losses, mask, max_length):
    return (losses * mask).sum() / (len(losses) * max_length)


def step_time(seconds):
    return seconds.mean()


def mean_rate(seconds, items):
    return (items / seconds).mean()


def full_steps(seconds, batch_size, world_size):
    return batch_size * world_size * len(seconds) / seconds.sum()


def padded_rate(seconds, padded_tokens):
    return padded_tokens.sum() / seconds.sum()


def utilisation_of_one(tokens, seconds, world_size):
    return tokens.sum() / seconds.sum() / world_size**2


def sorted_by_position(losses):
    return (losses * np.arange(1, len(losses) + 1)).sum() / len(losses) ** 2


@pytest.mark.parametrize(
    ("metric", "kind"),
    [
        (drop_last, "last batch dropped"),
        (only_last, "only the last batch"),
        (summed_batches, "batches are summed"),
        (per_step_loss, "per batch, not per item"),
        (over_full_batches, "last batch counted as full"),
        (batch_f1, "mean of batch means"),
        (sample_weighted_perplexity, "batch means weighted by samples"),
        (elements, "mean over the vocabulary"),
        (constant_length, "padded positions are counted"),
        (step_time, "per batch, not per item"),
        (mean_rate, "mean of batch means"),
        (full_steps, "last batch counted as full"),
        (padded_rate, "padded positions are counted"),
        (utilisation_of_one, "divided by the world size"),
        (sorted_by_position, "order matters"),
    ],
)
def test_each_slip_by_its_name(metric, kind):
    assert kind in kinds(metric)


@pytest.mark.parametrize(
    "metric", [drop_last, only_last, over_full_batches, step_time, mean_rate, full_steps, elements]
)
def test_one_slip_gives_one_name(metric):
    assert len(kinds(metric)) == 1


def test_a_rounded_value_is_still_explained():
    assert kinds(lambda losses, mask, batch_size: round(float(mean_of_batch_means(losses, mask, batch_size)), 3)) == [
        "mean of batch means"
    ]


def gathered(shards):
    return [b for shard in shards for b in shard]


def test_samples_that_fill_the_world_size():
    def every(shards):
        return np.concatenate([b["correct"] for b in gathered(shards)]).mean()

    def once(shards):
        return np.mean(list({i: c for b in gathered(shards) for i, c in zip(b["ids"].tolist(), b["correct"])}.values()))

    def cut(shards, num_samples):
        return np.concatenate([b["correct"] for b in gathered(shards)])[:num_samples].mean()

    assert kinds(every, strategy="accuracy") == ["duplicates are scored"]
    assert audit_metric(once, strategy="accuracy").answer == "clear"
    assert kinds(cut, strategy="accuracy") == ["cut to length in the wrong order"]


def test_a_slip_of_batches_on_several_devices_only():
    def metric(losses, batch_size, world_size):
        value = losses.mean()
        return value * 1.1 if 1 < batch_size < len(losses) and world_size > 1 else value

    audit = audit_metric(metric)
    assert [s.kind for s in audit.slips] == ["moves with batch and world size together"]


def test_batches_of_its_own_are_found_and_counted():
    def metric(predictions, labels):
        return np.mean([accuracy(predictions[c], labels[c]) for c in chunks(len(labels), 64)])

    audit = audit_metric(metric)
    assert [s.kind for s in audit.slips] == ["the position matters", "mean of batch means"]
    assert "as if it took batches of 64 of its own" in audit.why
    assert "the last batch of 9 weighs as much as one of 64" in audit.why
    # What would only show the same again is not tried.
    assert "data twice: position of a sample moves it already" in audit.not_tried


def test_batches_of_its_own_are_found_where_few_samples_count():
    def metric(predictions, labels):
        parts = [(predictions[c], labels[c]) for c in chunks(len(labels), 32)]
        return np.mean([recall(p, y) for p, y in parts if (y == 1).any()])

    assert "mean of batch means" in kinds(metric)


def test_a_movement_that_nobody_knows_is_reported_as_such():
    audit = audit_metric(lambda losses, batch_size: losses.mean() * (1 + 0.3 * np.sin(batch_size)))
    assert [s.kind for s in audit.slips] == ["moves with the batch size"]
    assert "in none of the known ways" in audit.why


def test_a_small_unexplained_movement_accuses_nobody():
    def half(losses, mask, batch_size):
        total = np.float16(0)
        for c in chunks(len(losses), batch_size):
            total += (losses[c].astype(np.float16) * mask[c]).sum(dtype=np.float16)
        return total / np.float16(mask.sum())

    audit = audit_metric(half)
    assert audit.answer == "no power"
    assert "may be rounding" in audit.why
    assert audit_metric(half, tolerance=1e-2).answer == "clear"


# Conventions ---------------------------------------------------------------------------------------------------------


def sequence_mean(losses, mask):
    return np.mean([x[m].mean() for x, m in zip(losses, mask)])


def sequence_sum(p, q, mask):
    return ((p * np.log(p / q)).sum(-1) * mask).sum() / len(mask)


def one_device(tokens, seconds, world_size):
    return tokens.sum() / seconds.sum() / world_size


def shifted(losses, mask):
    return (losses * mask)[:, 1:].sum() / mask[:, 1:].sum()


@pytest.mark.parametrize(
    ("metric", "per", "answer"),
    [
        (sequence_mean, None, "ask"),
        (sequence_mean, "token", "slip"),
        (sequence_mean, "sequence", "clear"),
        (token_mean, None, "clear"),
        (token_mean, "token", "clear"),
        (token_mean, "sequence", "slip"),
        (sequence_sum, None, "ask"),
        (sequence_sum, "token", "slip"),
        (one_device, None, "ask"),
        (one_device, "device", "clear"),
        (one_device, "total", "slip"),
        (of_all_devices, None, "clear"),
        (of_all_devices, "device", "slip"),
        (shifted, None, "ask"),
    ],
)
def test_a_convention_is_asked_about_until_it_is_said(metric, per, answer):
    assert audit_metric(metric, per=per).answer == answer


def test_a_sum_is_a_slip_unless_it_is_allowed():
    def total(losses, mask):
        return (losses * mask).sum()

    assert kinds(total) == ["a sum over samples"]
    assert audit_metric(total, may_change=("data twice",)).answer == "clear"


def test_padding_that_must_be_on_the_right_is_asked_about():
    def by_length(losses, mask):
        return np.concatenate([x[: m.sum()] for x, m in zip(losses, mask)]).mean()

    audit = audit_metric(by_length)
    assert audit.answer == "ask"
    assert audit.row("padding side").outcome == "asks"


def test_a_value_that_does_not_go_with_the_time_is_asked_about():
    assert audit_metric(lambda seconds: seconds.mean() + 5.0).row("time unit").outcome == "asks"


# What cannot be told -------------------------------------------------------------------------------------------------


def test_chance_is_never_cleared():
    rng = np.random.default_rng(0)
    audit = audit_metric(lambda losses: losses.mean() + rng.normal())
    assert audit.answer == "undetermined"
    assert "not deterministic" in audit.why


@pytest.mark.parametrize("early", [False, True])
def test_a_metric_that_remembers_is_never_cleared(early):
    asked = audit_metric(lambda losses: losses.mean()).calls
    calls = []

    def metric(losses):
        calls.append(1)
        return losses.mean() + (len(calls) > (30 if early else asked - 3))

    audit = audit_metric(metric)
    assert audit.answer == "undetermined"
    # The last questions are those that were asked first.
    assert "at the end it gives another value" in audit.why


@pytest.mark.parametrize(
    "metric", [lambda losses: 1.0, lambda losses, mask: mask.size * 0 + 3, lambda losses: len(losses)]
)
def test_a_metric_that_ignores_its_input_is_never_cleared(metric):
    audit = audit_metric(metric)
    assert audit.answer == "undetermined"
    assert "ignores its input" in audit.why


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ({"loss": 1.0}, "the keys 'loss'"),
        (np.nan, "gives nan"),
        (True, "no number"),
        (np.zeros(3), "3 numbers"),
        (None, "NoneType"),
        ("2.5", "str"),
    ],
)
def test_what_is_no_number_is_said(value, says):
    audit = audit_metric(lambda losses: value)
    assert audit.answer == "undetermined"
    assert says in audit.why


def test_a_layout_that_makes_it_raise_is_undetermined():
    def square(losses, batch_size):
        return losses.reshape(-1, batch_size).mean()

    audit = audit_metric(square)
    assert audit.answer == "undetermined"
    assert audit.row("batch size").outcome == "fails"
    assert "cannot reshape" in audit.why


def test_single_samples_without_a_value_are_left_out():
    def spread(losses, batch_size):
        parts = [
            losses[c].var(ddof=1) * (len(losses[c]) - 1) for c in chunks(len(losses), batch_size) if len(losses[c]) > 1
        ]
        return losses.std() if parts else np.nan

    audit = audit_metric(spread)
    assert audit.answer == "clear"
    assert audit.row("batch size").outcome == "holds"


def test_a_standard_error_is_asked_about_and_not_accused():
    audit = audit_metric(lambda losses: losses.std(ddof=1) / np.sqrt(len(losses)))
    assert audit.answer == "ask"
    assert audit.row("data twice").outcome == "asks"
    assert not audit.slips


@pytest.mark.parametrize(
    ("metric", "settings", "says"),
    [
        (lambda tokenizer, losses: 1, {}, "functools.partial"),
        (lambda **anything: 1, {}, "takes nothing that is offered"),
        (lambda losses: 1, {"names": {"loss_values": "losses"}}, "no parameter 'loss_values'"),
        (max, {}, "wrap it"),
    ],
)
def test_a_metric_that_cannot_be_handed_what_it_needs_is_refused(metric, settings, says):
    with pytest.raises(TypeError, match=says):
        audit_metric(metric, **settings)


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"strategy": "bleu"}, "no strategy 'bleu'"),
        ({"per": "word"}, "per is one of"),
        ({"may_change": ("weather",)}, "no transformation"),
        ({"tolerance": 0}, "tolerance"),
        ({"data": {"losses": [[1.0], [2.0]], "colour": [1, 2]}}, "colour"),
        ({"data": {"losses": [1.0, 2.0], "mask": [1, 1]}}, "say tokens=False"),
        ({"data": {"losses": [[1.0, 2.0], [2.0, 1.0]], "mask": [[1, 0], [0, 0]]}}, "sample 1"),
        ({"data": {"mask": [[1]]}}, "do not hold"),
    ],
)
def test_settings_that_mean_nothing_are_refused(settings, says):
    with pytest.raises(ValueError, match=says):
        audit_metric(token_mean, **settings)


def test_a_kind_that_the_keywords_do_not_tell_is_asked_for():
    with pytest.raises(ValueError, match="say strategy="):
        audit_metric(lambda loader: 1.0)


def test_other_names_for_the_same_things():
    def metric(scored, keep):
        return scored[keep].mean()

    assert audit_metric(metric, names={"scored": "losses", "keep": "mask"}).answer == "clear"


# Data of one's own ---------------------------------------------------------------------------------------------------

SQUARE = {"losses": np.random.default_rng(1).gamma(2, 1, (32, 4)), "mask": np.ones((32, 4), dtype=bool)}


def test_a_slip_that_cancels_in_the_users_own_batches_is_found():
    # 32 samples in batches of 8, all of one length: there a mean of batch means is right.
    assert kinds(mean_of_batch_means, data=SQUARE) == ["mean of batch means"]


def test_data_that_could_not_show_a_slip_have_no_power():
    def pooled(losses, mask, batch_size):
        return losses[mask].mean()

    audit = audit_metric(pooled, data=SQUARE)
    assert audit.answer == "no power"
    assert "all lengths equal" in audit.why
    assert "batch means weighted by samples" in audit.why
    ragged = {**SQUARE, "mask": np.arange(4) < 1 + np.arange(32)[:, None] % 4}
    assert audit_metric(pooled, data=ragged).answer == "clear"
    same = audit_metric(pooled, data={**SQUARE, "losses": np.full((32, 4), 2.0)})
    assert same.answer == "no power"
    assert "all samples equal" in same.why


def test_one_sample_says_little():
    audit = audit_metric(mean_of_batch_means, data={"losses": [[1.0, 2.0, 4.0]], "mask": [[1, 1, 1]]})
    assert audit.answer != "slip"
    assert "batch size: one sample only" in audit.not_tried


def test_lists_words_and_fractions_are_data_too():
    assert audit_metric(accuracy, data={"predictions": list("abcabcb"), "labels": list("abccbaa")}).answer == "clear"

    def exact(losses, mask):
        return losses[mask].sum() / F(int(mask.sum()))

    rows = np.array([[F(i, 7), F(i + 1, 3)] for i in range(5)], dtype=object)
    audit = audit_metric(exact, data={"losses": rows, "mask": [[1, 1], [1, 0], [1, 1], [1, 0], [1, 1]]})
    assert audit.answer == "clear"
    assert "compared exactly" in audit.scope


# Transformations of one's own ----------------------------------------------------------------------------------------


def halved(keywords):
    return {**keywords, "losses": keywords["losses"] / 2}


def test_a_transformation_of_ones_own_beside_the_ready_ones():
    scales = Transformation("half the losses", halved, expected=0.5)
    assert audit_metric(token_mean, transformations=[scales]).row("half the losses").outcome == "holds"
    wrong = audit_metric(lambda losses, mask: np.exp(losses[mask].mean()), transformations=[scales])
    assert [s.kind for s in wrong.slips] == ["moves with half the losses"]
    stays = Transformation("half the losses", halved, slip="not scale-free")
    assert kinds(token_mean, transformations=[stays]) == ["not scale-free"]
    free = Transformation("half the losses", halved, expected="may change")
    assert audit_metric(token_mean, transformations=[free]).answer == "clear"


def test_a_transformation_that_raises_or_expects_nonsense():
    broken = Transformation("broken", lambda k: 1 / 0)
    assert "ZeroDivisionError" in audit_metric(token_mean, transformations=[broken]).why
    with pytest.raises(ValueError, match="expected is"):
        Transformation("x", halved, expected="grows")


TIMES = {"batch_seconds": 41.0, "rollout_seconds": 20.5, "rollouts": 50}


def test_a_hidden_count_moves_the_naive_ratio_and_not_the_normalised_one():
    rescaled = hidden_count("rollouts", scales=("batch_seconds",))
    naive = audit_metric(
        lambda batch_seconds, rollout_seconds: batch_seconds / rollout_seconds, data=TIMES, transformations=rescaled
    )
    assert naive.answer == "slip"
    assert "its power 1" in naive.why
    assert "does not take rollouts" in naive.notes
    good = audit_metric(
        lambda batch_seconds, rollout_seconds, rollouts: batch_seconds / rollouts / rollout_seconds,
        data=TIMES,
        transformations=rescaled,
    )
    assert good.answer == "clear"
    twice = audit_metric(
        lambda batch_seconds, rollouts: batch_seconds / rollouts**2, data=TIMES, transformations=rescaled
    )
    assert "its power -1" in twice.why


def test_what_falls_with_the_count_may_be_said():
    data = {"steps_per_second": F(3, 2), "samples": 12}
    rescaled = hidden_count("samples", scales={"steps_per_second": -1})
    rate = audit_metric(
        lambda steps_per_second, samples: steps_per_second * samples, data=data, transformations=rescaled
    )
    assert rate.answer == "clear"
    assert audit_metric(lambda steps_per_second: steps_per_second, data=data, transformations=rescaled).answer == "slip"


def test_hidden_counts_that_cannot_be_rescaled_are_said():
    audit = audit_metric(lambda a: a * 2.0, data={"a": 1.0}, transformations=hidden_count("k", scales=("a",)))
    assert "the data hold no k" in audit.why
    with pytest.raises(ValueError, match="goes with"):
        hidden_count("k", scales=())


def test_own_data_of_a_metric_that_ignores_them():
    audit = audit_metric(
        lambda batch_seconds: 3.0, data=TIMES, transformations=hidden_count("rollouts", scales=("batch_seconds",))
    )
    assert audit.answer == "undetermined"
    assert "ignores its input" in audit.why


def test_the_users_data_are_not_changed():
    data = {"x": np.arange(4.0), "k": 3}

    def metric(x):
        x += 1
        return float(x.sum())

    audit_metric(metric, data=data, transformations=hidden_count("k", scales=("x",)))
    assert data["x"].tolist() == [0, 1, 2, 3]


def test_a_statistic_of_single_steps_is_asked_about_and_not_accused():
    for metric in (lambda seconds: np.median(seconds), lambda seconds, items: np.percentile(seconds / items, 90)):
        assert audit_metric(metric).answer == "ask"
    assert audit_metric(lambda seconds: seconds.mean()).answer == "slip"
