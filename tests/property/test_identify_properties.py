"""Whatever is put together from the catalogue is told apart into its parts, and what is not is none of it."""

# ruff: noqa: ARG005 -- the functions under test are called with what they may ignore

import math
from fractions import Fraction

import numpy as np
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from lakatos.measure import identify_average, identify_divergence, identify_perplexity
from lakatos.measure.identify.probes import SHAPES

SMALL = tuple(s for s in SHAPES if s[-1] < 50)
quick = settings(max_examples=12, deadline=None)
fewer = settings(max_examples=5, deadline=None)
seeds = st.integers(0, 2**32 - 1)
hundredths = st.integers(1, 99).filter(lambda n: n != 50).map(lambda n: Fraction(n, 100))


def log_softmax(z):
    z = z - z.max(-1, keepdims=True)
    return z - np.log(np.exp(z).sum(-1, keepdims=True))


def kl(lp, lq):
    return (np.exp(lp) * (lp - lq)).sum(-1)


def js(lp, lq, b, w=None):
    m = np.log(b * np.exp(lp) + (1 - b) * np.exp(lq))
    w = b if w is None else w
    return w * kl(lp, m) + (1 - w) * kl(lq, m)


# name the right way round, name swapped, value of log-probabilities, power of the logarithm
KERNELS = [
    ("forward KL", "reverse KL", kl, 1),
    ("cross entropy", "cross entropy", lambda lp, lq: -(np.exp(lp) * lq).sum(-1), 1),
    ("Pearson chi squared", "Neyman chi squared", lambda lp, lq: (np.exp(2 * lp - lq)).sum(-1) - 1, 0),
    ("Jeffreys divergence", None, lambda lp, lq: kl(lp, lq) + kl(lq, lp), 1),
    ("Jensen-Shannon divergence", None, lambda lp, lq: js(lp, lq, 0.5), 1),
    ("Jensen-Shannon distance", None, lambda lp, lq: np.sqrt(js(lp, lq, 0.5)), 0.5),
    ("total variation", None, lambda lp, lq: abs(np.exp(lp) - np.exp(lq)).sum(-1) / 2, 0),
    ("squared Hellinger distance", None, lambda lp, lq: 1 - np.exp((lp + lq) / 2).sum(-1), 0),
]
UNITS = [("nats", 1.0), ("bits", 1 / math.log(2)), ("log10 units", 1 / math.log(10))]
BETAS = [
    ("generalised Jensen-Shannon divergence", js),
    ("skew KL", lambda lp, lq, b: js(lp, lq, b, 1.0)),
    ("Jensen-Shannon with crossed weights", lambda lp, lq, b: js(lp, lq, b, 1 - b)),
    ("weighted Jeffreys divergence", lambda lp, lq, b: b * kl(lp, lq) + (1 - b) * kl(lq, lp)),
]

# name, mask, and what is done to the values at the positions, the mask and the size of the vocabulary
REDUCTIONS = [
    ("mean over positions", "ignored", lambda d, m, v: d.mean()),
    ("mean over positions", "respected", lambda d, m, v: d[m].mean()),
    ("mean over positions", "half respected", lambda d, m, v: (d * m).mean()),
    ("mean over positions", "inverted", lambda d, m, v: d[~m].mean()),
    ("sum over positions", "ignored", lambda d, m, v: d.sum()),
    ("sum over positions", "respected", lambda d, m, v: d[m].sum()),
    ("batchmean: sum divided by the first axis alone", "ignored", lambda d, m, v: d.sum() / len(d)),
    ("batchmean: sum divided by the first axis alone", "respected", lambda d, m, v: (d * m).sum() / len(d)),
    ("mean over elements (numel)", "ignored", lambda d, m, v: d.mean() / v),
    ("mean over elements (numel)", "respected", lambda d, m, v: d[m].mean() / v),
    ("mean of the sequences' means", "respected", lambda d, m, v: ((d * m).sum(-1) / m.sum(-1)).mean()),
    ("none: a value for each position", "respected", lambda d, m, v: d * m),
    ("none: a value for each position that counts", "respected", lambda d, m, v: d[m]),
    ("sum for each sequence", "ignored", lambda d, m, v: d.sum(-1)),
]
FORMS = {
    "probabilities": np.log,
    "log-probabilities": lambda x: x,
    "logits": log_softmax,
}


def composed(value, reduce, *, swapped, forms, factor, kind):
    """A function put together from parts, in single or double precision."""

    def f(first, second, mask):
        vocab = first.shape[-1]
        lp, lq = (FORMS[form](x.astype(kind)) for form, x in zip(forms, (first, second)))
        lp, lq = (lq, lp) if swapped else (lp, lq)
        return kind(factor) * reduce(value(lp, lq), mask, vocab)

    return f


@quick
@given(
    st.sampled_from(KERNELS),
    st.sampled_from(REDUCTIONS),
    st.sampled_from(UNITS),
    st.tuples(*[st.sampled_from(list(FORMS))] * 2),
    st.booleans(),
    st.sampled_from([np.float64, np.float32]),
    seeds,
)
def test_what_is_put_together_is_told_apart(kernel, reduction, unit, forms, swapped, kind, seed):
    name, backwards, value, logs = kernel
    reduced, mask, reduce = reduction
    f = composed(value, reduce, swapped=swapped, forms=forms, factor=unit[1] ** logs, kind=kind)
    found = identify_divergence(f, inputs=forms, seed=seed)
    assert found.name == (backwards if swapped and backwards else name), str(found)
    assert found.scale == 1
    assert found.unit == (unit[0] if logs else None)
    assert found.reduction == reduced
    assert found.mask.split(":")[0] == mask
    assert found.evidence.precision == ("float32" if kind is np.float32 else "float64")
    if backwards is None:
        assert found.order.startswith("symmetric")
    elif name != "cross entropy":
        # Under the KL and the Neyman way round the first argument is named, swapped the second.
        said = "second" if swapped == (name != "Pearson chi squared") else "first"
        assert f"the {said} argument" in found.order


@fewer
@given(
    st.sampled_from(BETAS),
    hundredths,
    st.sampled_from(REDUCTIONS[:8]),
    st.sampled_from(UNITS),
    st.sampled_from(["probabilities", "log-probabilities", "logits"]),
    st.booleans(),
    seeds,
)
def test_a_weight_is_found_as_the_fraction_it_is(family, beta, reduction, unit, form, swapped, seed):
    name, value = family
    f = composed(
        lambda lp, lq: value(lp, lq, float(beta)),
        reduction[2],
        swapped=swapped,
        forms=(form, form),
        factor=unit[1],
        kind=np.float64,
    )
    found = identify_divergence(f, inputs=form, shapes=SMALL, seed=seed)
    assert (found.name, found.unit, found.reduction, found.scale) == (name, unit[0], reduction[0], 1), str(found)
    if name == "skew KL":
        assert found.beta == beta
        assert ("second" if swapped else "first") in found.order
    else:
        assert found.beta == (1 - beta if swapped else beta)


@fewer
@given(
    st.sampled_from(KERNELS), st.sampled_from(["probabilities", "log-probabilities", "logits"]), st.booleans(), seeds
)
def test_the_form_is_found_among_all(kernel, form, swapped, seed):
    name, backwards, value, _ = kernel
    f = composed(value, lambda d, m, v: d[m].mean(), swapped=swapped, forms=(form, form), factor=1, kind=np.float64)
    found = identify_divergence(f, seed=seed)
    assert found.name == (backwards if swapped and backwards else name)
    assert found.inputs == form


@fewer
@given(
    st.lists(st.sampled_from(range(len(KERNELS))), min_size=2, max_size=2, unique=True),
    st.booleans(),
    st.sampled_from([1e-5, 0.01, 0.3, 1.0]),
    seeds,
)
def test_a_sum_of_two_is_none(chosen, swapped, weight, seed):
    (one, _, first, _), (other, _, second, _) = (KERNELS[i] for i in chosen)
    # Some sums are divergences with a name, or differ from one by what does not show in a mean of one kind.
    assume({one, other} != {"forward KL", "Jeffreys divergence"})

    def f(p, q):
        lp, lq = np.log(p), np.log(q)
        return (first(lp, lq) + weight * (second(lq, lp) if swapped else second(lp, lq))).mean()

    found = identify_divergence(f, inputs="probabilities", shapes=SMALL, seed=seed)
    event(f"{one} + {weight} {other}")
    assert found.name is None, str(found)
    assert found.evidence.residual > found.evidence.tolerance


@fewer
@given(st.sampled_from(KERNELS), st.floats(1e-3, 0.2), st.sampled_from(["values", "probabilities"]), seeds)
def test_what_is_clipped_within_reach_is_none(kernel, at, what, seed):
    _, _, value, _ = kernel
    reached = []

    def f(p, q):
        if what == "probabilities":
            reached.append(min(p.min(), q.min()) < at)
            return value(np.log(np.maximum(p, at)), np.log(np.maximum(q, at))).mean()
        values = value(np.log(p), np.log(q))
        reached.append(values.max() > 3 * at)
        return np.minimum(values, 3 * at).mean()

    found = identify_divergence(f, inputs="probabilities", shapes=SMALL, seed=seed)
    assert found.name is None or not any(reached)


@fewer
@given(st.sampled_from(KERNELS[:2]), st.floats(0.01, 100), st.booleans(), seeds)
def test_a_factor_never_changes_what_is_told(kernel, factor, swapped, seed):
    name, backwards, value, _ = kernel
    f = composed(
        value, lambda d, m, v: d.sum(), swapped=swapped, forms=("logits", "logits"), factor=factor, kind=np.float64
    )
    found = identify_divergence(f, inputs="logits", shapes=SMALL, seed=seed)
    assert found.name == (backwards if swapped and backwards else name)
    assert found.reduction == "sum over positions"
    unit = dict(UNITS)[found.unit or "nats"]
    assert math.isclose(float(found.scale) * unit, factor, rel_tol=1e-9)


AVERAGES = [
    ("ratio of sums", lambda n, d: n.sum() / d.sum()),
    ("mean of ratios", lambda n, d: (n / d).mean()),
    ("harmonic mean of ratios", lambda n, d: len(n) / (d / n).sum()),
    ("geometric mean of ratios", lambda n, d: np.prod(n / d) ** (1 / len(n))),
    ("ratios weighted by numerators", lambda n, d: np.average(n / d, weights=n)),
]


@fewer
@given(st.sampled_from(AVERAGES), st.booleans(), st.booleans(), seeds)
def test_an_average_is_told_and_a_mixture_is_none(average, percent, complement, seed):
    name, value = average

    def f(n, d):
        share = 1 - value(n, d) if complement else value(n, d)
        return 100 * share if percent else share

    found = identify_average(f, seed=seed)
    assert found.name == name
    assert ("percent" in found.reading, "1 less" in found.reading) == (percent, complement)
    other = AVERAGES[(AVERAGES.index(average) + 1) % len(AVERAGES)][1]
    assert identify_average(lambda n, d: (f(n, d) + other(n, d)) / 2, takes="numerators, denominators").name is None


@fewer
@given(st.integers(2, 200), st.booleans(), seeds)
def test_the_size_of_batches_is_found(size, drop, seed):
    def f(values):
        parts = [values[i : i + size] for i in range(0, len(values), size)]
        return np.mean([p.mean() for p in parts if len(p) == size or not drop])

    found = identify_average(f, takes="values", seed=seed)
    assert found.batch == size
    assert found.name == ("mean of batch means, the incomplete dropped" if drop else "mean of batch means")


@quick
@given(
    st.sampled_from(["e", "2", "10"]),
    st.sampled_from(
        [
            ("mean over positions", "respected", lambda x, m: x[m].mean()),
            ("mean over positions", "ignored", lambda x, m: x.mean()),
            ("mean over positions", "half respected", lambda x, m: (x * m).mean()),
            ("mean over positions", "half respected", lambda x, m: x.sum() / m.sum()),
            ("mean over positions", "inverted", lambda x, m: x[~m].mean()),
            ("mean of the sequences' means", "respected", lambda x, m: ((x * m).sum(-1) / m.sum(-1)).mean()),
            ("batchmean: sum divided by the first axis alone", "respected", lambda x, m: (x * m).sum() / len(x)),
        ]
    ),
    st.booleans(),
    seeds,
)
def test_a_perplexity_is_told(base, reduction, inside, seed):
    name, mask, reduce = reduction
    power = {"e": math.e, "2": 2.0, "10": 10.0}[base]

    def f(losses, mask):
        return reduce(power**losses, mask) if inside else power ** reduce(losses, mask)

    found = identify_perplexity(f, seed=seed)
    assert found.name == ("mean of the exponentials" if inside else "exponential of the mean")
    assert (found.base, found.reduction) == (base, name)
    assert found.padding.split(":")[0] == mask
