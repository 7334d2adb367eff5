"""What a function computes is told from what it does: which divergence, which average, which perplexity."""

# ruff: noqa: ARG001, ARG005 -- the functions under test are called with what they may ignore

import math
from fractions import Fraction as F

import mpmath
import numpy as np
import pytest

from lakatos.measure import identify_average, identify_divergence, identify_perplexity
from lakatos.measure.identify.kernels import BETA, FAMILIES, FIXED
from lakatos.measure.identify.match import fraction_near, solve, take_apart
from lakatos.measure.identify.observe import rounded
from lakatos.measure.identify.probes import SHAPES, pair, probes

FLAT = ("probabilities", "probabilities")
SMALL = [s for s in SHAPES if s[-1] < 50]
MIDDLE = [(3, 5), (4, 30), (6, 25), (2, 3, 6), (3, 4, 30), (2, 5, 25)]


def log_softmax(z):
    z = z - z.max(-1, keepdims=True)
    return z - np.log(np.exp(z).sum(-1, keepdims=True))


def kl(p, q):
    return (p * np.log(p / q)).sum(-1)


def js(p, q, b):
    m = b * p + (1 - b) * q
    return b * kl(p, m) + (1 - b) * kl(q, m)


# The catalogue against high precision


REFERENCE = {
    "forward KL": lambda p, q: sum(a * mpmath.log(a / b) for a, b in zip(p, q)),
    "cross entropy": lambda p, q: -sum(a * mpmath.log(b) for a, b in zip(p, q)),
    "Jensen-Shannon divergence": lambda p, q: (
        sum(a * mpmath.log(2 * a / (a + b)) + b * mpmath.log(2 * b / (a + b)) for a, b in zip(p, q)) / 2
    ),
    "Jeffreys divergence": lambda p, q: sum((a - b) * mpmath.log(a / b) for a, b in zip(p, q)),
    "total variation": lambda p, q: sum(abs(a - b) for a, b in zip(p, q)) / 2,
    "squared Hellinger distance": lambda p, q: 1 - sum(mpmath.sqrt(a * b) for a, b in zip(p, q)),
    "Hellinger distance": lambda p, q: mpmath.sqrt(1 - sum(mpmath.sqrt(a * b) for a, b in zip(p, q))),
    "Pearson chi squared": lambda p, q: sum(a * a / b for a, b in zip(p, q)) - 1,
    "Bhattacharyya distance": lambda p, q: -mpmath.log(sum(mpmath.sqrt(a * b) for a, b in zip(p, q))),
    "Renyi divergence": lambda p, q: mpmath.log(sum(a**3 / b**2 for a, b in zip(p, q))) / 2,
    "alpha divergence": lambda p, q: (sum(a**3 / b**2 for a, b in zip(p, q)) - 1) / 6,
    "skew KL": lambda p, q: sum(a * mpmath.log(a / (0.75 * a + 0.25 * b)) for a, b in zip(p, q)),
    "generalised Jensen-Shannon divergence": lambda p, q: sum(
        0.75 * a * mpmath.log(a / (0.75 * a + 0.25 * b)) + 0.25 * b * mpmath.log(b / (0.75 * a + 0.25 * b))
        for a, b in zip(p, q)
    ),
}


@pytest.mark.parametrize("name", REFERENCE)
def test_the_catalogue_is_right_to_the_last_digits(name):
    (kernel,) = [k for k in (*FIXED, *FAMILIES) if k.name == name]
    chosen = probes(SMALL[:4], seed=3)
    at = () if kernel.parameter is None else (0.75,) if kernel.parameter.symbol == "β" else (3.0,)
    got = kernel.rows(pair(chosen, FLAT), *at)
    with mpmath.workdps(40):
        rows = []
        for probe in chosen:
            for z, w in zip(*(getattr(probe, x).reshape(-1, probe.shape[-1]).tolist() for x in "pq")):
                p, q = ([mpmath.exp(mpmath.mpf(v)) for v in logits] for logits in (z, w))
                rows.append(REFERENCE[name]([a / sum(p) for a in p], [b / sum(q) for b in q]))
    assert [float(r) for r in rows] == pytest.approx(got, rel=1e-11)


# Divergences


def masked_mean(p, q, mask):
    return (kl(p, q) * mask).sum() / mask.sum()


TOLD = {
    "KL, mean": (lambda p, q: kl(p, q).mean(), "forward KL", "nats", "mean over positions"),
    "reverse, bits, sum": (lambda p, q: (q * np.log2(q / p)).sum(), "reverse KL", "bits", "sum over positions"),
    "KL, batchmean": (lambda p, q: kl(p, q).sum() / p.shape[0], "forward KL", "nats", "batchmean"),
    "KL, numel": (lambda p, q: (p * np.log(p / q)).mean(), "forward KL", "nats", "mean over elements"),
    "cross entropy": (lambda p, q: -(p * np.log10(q)).sum(-1).mean(), "cross entropy", "log10 units", "mean over"),
    "JSD": (lambda p, q: js(p, q, 0.5).mean() / math.log(2), "Jensen-Shannon divergence", "bits", "mean over"),
    "JS distance": (lambda p, q: np.sqrt(js(p, q, 0.5) / math.log(2)).mean(), "Jensen-Shannon distance", "bits", ""),
    "Jeffreys": (lambda p, q: (kl(p, q) + kl(q, p)).mean(), "Jeffreys divergence", "nats", "mean over positions"),
    "TV": (lambda p, q: abs(p - q).sum(-1).mean() / 2, "total variation", None, "mean over positions"),
    "Hellinger": (lambda p, q: np.sqrt(1 - np.sqrt(p * q).sum(-1)).sum(), "Hellinger distance", None, "sum"),
    "Hellinger²": (lambda p, q: ((p**0.5 - q**0.5) ** 2).sum(-1).mean(), "squared Hellinger distance", None, "mean"),
    "Pearson": (lambda p, q: ((p - q) ** 2 / q).sum(-1).mean(), "Pearson chi squared", None, "mean over positions"),
    "Neyman": (lambda p, q: ((p - q) ** 2 / p).sum(-1).mean(), "Neyman chi squared", None, "mean over positions"),
    "MSE": (lambda p, q: ((p - q) ** 2).mean(), "squared error of the probabilities", None, "mean over elements"),
    "entropy of Q": (lambda p, q: -(q * np.log(q)).sum(-1).mean(), "entropy of Q", "nats", "mean over positions"),
    "per position": (lambda p, q: kl(p, q), "forward KL", "nats", "none: a value for each position"),
    "per element": (lambda p, q: p * np.log(p / q), "forward KL", "nats", "none: a value for each element"),
    "per sequence": (lambda p, q: kl(p, q).sum(-1), "forward KL", "nats", "sum for each sequence"),
    "Bhattacharyya": (lambda p, q: -np.log((p * q) ** 0.5 @ np.ones(p.shape[-1])).mean(), "Bhattacharyya distance", "nats", ""),
}  # fmt: skip


@pytest.mark.parametrize("case", TOLD)
def test_a_divergence_is_told(case):
    f, name, unit, reduction = TOLD[case]
    found = identify_divergence(f, inputs="probabilities")
    assert (found.name, found.unit, found.scale) == (name, unit, 1), str(found)
    assert found.reduction.startswith(reduction)
    assert found.evidence.precision == "float64"
    assert found.evidence.residual < 1e-12
    assert not found.alternatives


def test_who_is_first_and_who_is_the_target():
    forward = identify_divergence(lambda p, q: kl(p, q).mean())
    assert (forward.name, forward.order, forward.formula) == (
        "forward KL", "expectation over the first argument", "KL(P‖Q)",
    )  # fmt: skip
    student_first = identify_divergence(lambda p, q: kl(p, q).mean(), target="second")
    assert (student_first.name, student_first.order) == ("reverse KL", "expectation over the first argument")
    chi = identify_divergence(lambda p, q: ((p - q) ** 2 / p).sum(-1).mean())
    assert chi.order == "divided by the first argument"


@pytest.mark.parametrize("case", ["JSD", "JS distance", "Jeffreys", "TV", "Hellinger", "Hellinger²", "MSE"])
def test_a_symmetric_one_claims_no_order(case):
    found = identify_divergence(TOLD[case][0], inputs="probabilities")
    assert found.order == "symmetric: behaviour cannot tell which argument is which"
    swapped = identify_divergence(lambda p, q: TOLD[case][0](q, p), inputs="probabilities")
    assert swapped.name == found.name


@pytest.mark.parametrize(
    ("f", "inputs"),
    [
        (lambda p, q: kl(p, q).mean(), "probabilities"),
        (lambda lp, lq: (np.exp(lp) * (lp - lq)).sum(-1).mean(), "log-probabilities"),
        (lambda z, w: kl(np.exp(log_softmax(z)), np.exp(log_softmax(w))).mean(), "logits"),
        (lambda p, lq: (p * (np.log(p) - lq)).sum(-1).mean(), "the first argument probabilities, the second log-"),
        (lambda z, q: kl(np.exp(log_softmax(z)), q).mean(), "the first argument logits, the second probabilities"),
    ],
)
def test_the_form_of_the_input_is_told(f, inputs):
    found = identify_divergence(f)
    assert found.name == "forward KL"
    assert found.inputs.startswith(inputs)


def test_the_library_function_whose_first_argument_is_the_model():
    """kl_div(input, target), input in logarithms: KL(target‖input), and its default mean is over all elements."""
    found = identify_divergence(lambda log_input, target: (target * (np.log(target) - log_input)).mean())
    assert (found.name, found.order) == ("reverse KL", "expectation over the second argument")
    assert found.reduction == "mean over elements (numel)"


def generalized_jsd(student_logits, teacher_logits, labels=None, beta=0.5, temperature=1.0):
    """The interpolation whose ends are the two KLs, as distillation code has it."""
    s, t = log_softmax(student_logits / temperature), log_softmax(teacher_logits / temperature)
    if beta == 0:
        loss = np.exp(t) * (t - s)
    elif beta == 1:
        loss = np.exp(s) * (s - t)
    else:
        m = np.logaddexp(s + math.log(1 - beta), t + math.log(beta))
        loss = beta * np.exp(t) * (t - m) + (1 - beta) * np.exp(s) * (s - m)
    loss = loss.sum(-1)
    counted = labels != -100 if labels is not None else np.ones(loss.shape, bool)
    return loss[counted].sum() / counted.sum()


@pytest.mark.parametrize(
    ("beta", "name", "told"),
    [
        (0, "forward KL", None),
        (1, "reverse KL", None),
        (0.3, "generalised Jensen-Shannon divergence", F(3, 10)),
        (0.5, "Jensen-Shannon divergence", F(1, 2)),
    ],
)
def test_the_interpolation_between_the_two_kls(beta, name, told):
    found = identify_divergence(lambda s, t: generalized_jsd(s, t, beta=beta), target="second", inputs="logits")
    assert (found.name, found.beta, found.scale) == (name, told, 1)
    if told is None:
        assert any(f"β = {beta} of the interpolation" in note for note in found.notes)
    if told == F(3, 10):
        assert "weight of the second argument" in found.order


def test_parameters_without_a_value_are_filled_by_name_and_others_left():
    found = identify_divergence(generalized_jsd, target="second", inputs="logits")
    assert found.name == "Jensen-Shannon divergence"
    assert found.vocabulary.startswith("full")
    smoothed = identify_divergence(
        lambda p, q, label_smoothing=0.0: (1 - label_smoothing) * kl(p, q).mean(), inputs="probabilities"
    )
    assert smoothed.scale == 1


def test_conventions_of_the_weighted_one():
    normalised = identify_divergence(lambda p, q: js(p, q, 0.2).mean() / (0.2 * 0.8), inputs="probabilities")
    assert (normalised.beta, normalised.convention) == (F(1, 5), "divided by β(1-β)")
    crossed = identify_divergence(
        lambda p, q: (0.7 * kl(p, 0.3 * p + 0.7 * q) + 0.3 * kl(q, 0.3 * p + 0.7 * q)).mean(), inputs="probabilities"
    )
    assert (crossed.name, crossed.beta) == ("Jensen-Shannon with crossed weights", F(3, 10))
    third = identify_divergence(lambda p, q: js(p, q, 1 / 3).mean(), inputs="probabilities")
    assert third.beta == F(1, 3)
    odd = identify_divergence(lambda p, q: js(p, q, 1 / math.e).mean(), inputs="probabilities")
    assert isinstance(odd.beta, float)
    assert odd.beta == pytest.approx(1 / math.e, abs=1e-9)


@pytest.mark.parametrize(
    ("f", "name", "value"),
    [
        (lambda p, q: (p * np.log(p / (0.1 * p + 0.9 * q))).sum(-1).mean(), "skew KL", F(1, 10)),
        (lambda p, q: (0.25 * kl(p, q) + 0.75 * kl(q, p)).mean(), "weighted Jeffreys divergence", F(1, 4)),
        (lambda p, q: np.log((p**3 / q**2).sum(-1)).mean() / 2, "Renyi divergence", F(3)),
        (lambda p, q: ((p**1.5 * q**-0.5).sum(-1) - 1).mean() / 0.5, "alpha divergence", F(3, 2)),
    ],
)
def test_families_with_a_number_inside(f, name, value):
    found = identify_divergence(f, inputs="probabilities")
    assert (found.name, found.scale) == (name, 1)
    assert (found.beta if found.beta is not None else found.alpha) == value


def test_a_temperature_and_its_square():
    def f(z, w):
        p, q = np.exp(log_softmax(z / 4)), np.exp(log_softmax(w / 4))
        return kl(p, q).mean() * 16

    found = identify_divergence(f, inputs="logits")
    assert (found.name, found.temperature, found.convention, found.unit) == ("forward KL", 4, "times T²", "nats")

    def g(z, w):
        p, q = np.exp(log_softmax(z / 2)), np.exp(log_softmax(w / 2))
        return js(p, q, 0.25).mean() * 4

    found = identify_divergence(g, inputs="logits")
    assert (found.name, found.beta) == ("generalised Jensen-Shannon divergence", F(1, 4))
    assert (found.temperature, found.convention, found.scale) == (2, "times T²", 1)


def test_the_logits_themselves():
    found = identify_divergence(lambda z, w: ((z - w) ** 2).mean(), inputs="logits")
    assert found.name == "squared error of the logits"
    found = identify_divergence(lambda z, w: ((z - w) ** 2).mean())
    assert found.name == "squared error of the probabilities"
    assert "given logits, it compares those" in " ".join(found.notes)
    assert found.evidence.exact


def top_k(p, q, k=17):
    best = np.argsort(-p, axis=-1)[..., :k]
    p, q = (np.take_along_axis(x, best, axis=-1) for x in (p, q))
    return kl(p / p.sum(-1, keepdims=True), q / q.sum(-1, keepdims=True)).mean()


def test_exact_on_fractions_is_exact():
    def f(p, q):
        off = F(1, 10**13) if p.dtype == object else 0
        return abs(p - q).sum() / 2 + off

    found = identify_divergence(f, inputs="probabilities", shapes=SMALL)
    assert (found.name, found.evidence.exact) == ("total variation", False)


def test_a_truncated_vocabulary_shows_and_its_size():
    found = identify_divergence(lambda p, q: top_k(p, q), inputs="probabilities")
    assert (found.name, found.vocabulary) == ("forward KL", "the 17 entries largest under P, renormalised")


@pytest.mark.parametrize("by", ["P", "Q"])
def test_what_becomes_of_the_rest_of_the_vocabulary(by):
    def f(p, q, rest=False):
        best = np.argsort(-(p if by == "P" else q), axis=-1)[..., :9]
        p, q = (np.take_along_axis(x, best, axis=-1) for x in (p, q))
        if rest and p.shape[-1] == 9:
            p, q = (np.concatenate([x, 1 - x.sum(-1, keepdims=True)], axis=-1) for x in (p, q))
        return kl(p, q).sum()

    found = identify_divergence(f, inputs="probabilities", shapes=MIDDLE)
    assert (found.name, found.vocabulary) == ("forward KL", f"the 9 entries largest under {by}, as they are")
    found = identify_divergence(lambda p, q: f(p, q, rest=True), inputs="probabilities", shapes=MIDDLE)
    assert found.vocabulary == f"the 9 entries largest under {by}, with the rest as one more entry"


def test_sampled_tokens():
    def k3(lp, lq, tokens):
        r = np.take_along_axis(lq - lp, tokens[..., None], -1)
        return (np.exp(r) - 1 - r).mean()

    found = identify_divergence(k3, inputs="log-probabilities")
    assert (found.name, found.vocabulary) == ("k3 estimator", "the sampled token alone")
    assert found.order == "of KL(P‖Q) if x is drawn from the first argument"
    nll = identify_divergence(
        lambda p, q, ids: -np.log(np.take_along_axis(q, ids[..., None], -1)).mean(), inputs="probabilities"
    )
    assert nll.name == "negative log-likelihood of the tokens under Q"
    full = identify_divergence(lambda p, q, tokens: kl(p, q).mean(), inputs="probabilities")
    assert (full.name, full.vocabulary.split()[0]) == ("forward KL", "full")


def test_log_probabilities_of_the_sampled_tokens_alone():
    k1 = identify_divergence(lambda new, old, mask: ((new - old) * mask).sum() / mask.sum())
    assert (k1.name, k1.inputs, k1.mask.split(":")[0]) == ("k1 estimator", "token log-probabilities", "respected")
    k2 = identify_divergence(lambda new, old: ((new - old) ** 2 / 2).mean(), inputs="token log-probabilities")
    assert (k2.name, k2.convention) == ("k2 estimator", "with the factor 1/2")


@pytest.mark.parametrize(
    ("f", "mask", "reduction"),
    [
        (masked_mean, "respected", "mean over positions"),
        (lambda p, q, mask: kl(p, q)[mask].mean(), "respected", "mean over positions"),
        (lambda p, q, mask: kl(p, q).mean(), "ignored", "mean over positions"),
        (lambda p, q, mask: (kl(p, q) * -mask).sum() / (-mask).sum(), "respected", "mean over positions"),
        (lambda p, q, mask: (kl(p, q) * mask).mean(), "half respected", "mean over positions"),
        (lambda p, q, mask: kl(p, q).sum() / mask.sum(), "half respected", "mean over positions"),
        (lambda p, q, mask: (kl(p, q) * (1 - mask)).sum() / (1 - mask).sum(), "inverted", "mean over positions"),
        (
            lambda p, q, mask: ((kl(p, q) * mask).sum(-1) / mask.sum(-1)).mean(),
            "respected",
            "mean of the sequences' means",
        ),
        (lambda p, q, mask: (kl(p, q) * mask).sum() / p.shape[0], "respected", "batchmean"),
        (lambda p, q, mask: kl(p, q) * mask, "respected", "none: a value for each position"),
        (lambda p, q, mask: kl(p, q)[mask], "respected", "none: a value for each position that counts"),
        (lambda p, q, mask: (p * np.log(p / q) * mask[..., None]).mean(), "half respected", "mean over elements"),
    ],
)
def test_what_becomes_of_padded_positions(f, mask, reduction):
    found = identify_divergence(f, inputs="probabilities")
    assert (found.name, found.scale) == ("forward KL", 1)
    assert found.mask.split(":")[0] == mask
    assert found.reduction.startswith(reduction)


def test_the_two_halves_of_a_mask_are_told_apart():
    divisor = identify_divergence(lambda p, q, mask: (kl(p, q) * mask).mean(), inputs="probabilities")
    summed = identify_divergence(lambda p, q, mask: kl(p, q).sum() / mask.sum(), inputs="probabilities")
    assert "counted in the divisor" in divisor.mask
    assert "not counted in the divisor" in summed.mask


def test_how_mask_and_tokens_are_passed():
    found = identify_divergence(lambda p, q, keep: masked_mean(p, q, keep), mask=True, inputs="probabilities")
    assert found.mask.startswith("respected")
    found = identify_divergence(lambda p, q, *, keep: masked_mean(p, q, keep), mask="keep", inputs="probabilities")
    assert found.mask.startswith("respected")
    found = identify_divergence(lambda p, q, mask=None: kl(p, q).mean(), mask=False, inputs="probabilities")
    assert found.mask is None
    with pytest.raises(TypeError, match=r"needs 'temperature'.*wrap it"):
        identify_divergence(lambda p, q, temperature: 0)


def test_arrays_are_converted_before_the_call():
    class Tensor:
        def __init__(self, values):
            self.values = values

    seen = identify_divergence(lambda p, q: kl(p.values, q.values).mean(), convert=Tensor)
    assert seen.name == "forward KL"


@pytest.mark.parametrize(
    ("kind", "precision"), [(np.float32, "float32"), (np.float16, "float16"), (np.longdouble, "float64")]
)
def test_the_precision_of_the_function_is_seen_and_said(kind, precision):
    def f(z, w):
        lp, lq = log_softmax(z.astype(kind)), log_softmax(w.astype(kind))
        return float((np.exp(lp) * (lp - lq)).sum(-1).mean())

    found = identify_divergence(f, inputs="logits", shapes=SMALL)
    assert found.evidence.precision == precision
    assert found.name == "forward KL"
    assert found.evidence.residual <= found.evidence.tolerance
    assert precision in str(found)


def test_single_precision_leaves_the_weight_a_fraction():
    def f(p, q):
        p, q = p.astype(np.float32), q.astype(np.float32)
        return js(p, q, np.float32(0.3)).mean()

    found = identify_divergence(f, inputs="probabilities")
    assert (found.name, found.beta) == ("generalised Jensen-Shannon divergence", F(3, 10))
    assert found.evidence.tolerance > 1e-6


def test_single_precision_hidden_in_double_outputs():
    def f(p, q):  # sums in double what was computed in single
        return float(sum((p.astype(np.float32) * np.log(p.astype(np.float32) / q.astype(np.float32))).ravel().tolist()))

    found = identify_divergence(f, inputs="probabilities")
    assert (found.name, found.evidence.precision) == ("forward KL", "float32")


def test_precision_that_is_lost_on_the_way():
    def f(z, w, mask):  # double at the door and at the end
        lp, lq = (log_softmax(x).astype(np.float32).astype(float) for x in (z, w))
        return (np.exp(lp) * (lp - lq)).sum(-1) * mask

    found = identify_divergence(f, inputs="logits", shapes=SMALL)
    assert (found.name, found.evidence.precision) == ("forward KL", "float32")


def test_a_factor_left_over():
    found = identify_divergence(lambda p, q: -0.37 * kl(p, q).mean(), inputs="probabilities")
    assert (found.name, found.unit, found.scale) == ("forward KL", "nats", F(-37, 100))
    found = identify_divergence(lambda p, q: 0.7310585786300049 * kl(p, q).mean(), inputs="probabilities")
    assert found.unit is None
    assert found.scale == pytest.approx(0.7310585786300049)
    assert "unit is not told" in " ".join(found.notes)


def test_conventions_of_the_symmetric_ones():
    half = identify_divergence(lambda p, q: (kl(p, q) + kl(q, p)).mean() / 2, inputs="probabilities")
    assert half.convention == "half of it"
    whole = identify_divergence(lambda p, q: abs(p - q).sum(-1).mean(), inputs="probabilities")
    assert (whole.name, whole.convention) == ("total variation", "the whole L1 distance")
    root = identify_divergence(lambda p, q: np.sqrt(((p**0.5 - q**0.5) ** 2).sum(-1)).mean(), inputs="probabilities")
    assert root.convention == "without the factor 1/sqrt 2"


def test_shapes_that_never_change_leave_the_reduction_open():
    found = identify_divergence(
        lambda p, q: kl(p, q).mean(), inputs="probabilities", shapes=[(2, 3, 6), (4, 3, 6), (3, 5, 6)]
    )
    assert (found.name, found.reduction) == ("forward KL", "mean over positions")
    assert any("times 6, mean over elements" in other for other in found.alternatives)
    flat = identify_divergence(lambda p, q: kl(p, q).mean(), inputs="probabilities", shapes=[(3, 5), (4, 6), (5, 7)])
    assert any("batchmean" in other for other in flat.alternatives)


def test_a_function_of_one_distribution():
    from scipy.spatial.distance import jensenshannon
    from scipy.stats import entropy

    found = identify_divergence(lambda p, q: entropy(p, q, base=2), inputs="probabilities")
    assert (found.name, found.unit, found.reduction) == ("forward KL", "bits", "none: one distribution at a time")
    assert "shape (vocab,) alone" in " ".join(found.notes)  # on more it normalises along the wrong axis
    found = identify_divergence(lambda p, q: float(jensenshannon(p, q)), inputs="probabilities")
    assert (found.name, found.unit) == ("Jensen-Shannon distance", "nats")


def test_a_function_that_is_right_on_two_axes_alone():
    found = identify_divergence(lambda p, q: (p * np.log(p / q)).sum(axis=1).mean(), inputs="probabilities")
    assert found.name is None
    assert any("(positions, vocab) alone it is forward KL" in note for note in found.notes)
    refusing = identify_divergence(lambda p, q: np.einsum("ij,ij->", p, np.log(p / q)) / len(p), inputs="probabilities")
    assert refusing.name == "forward KL"
    assert "gave nothing on 8 of 16 inputs" in refusing.notes[0]
    assert "batchmean" in refusing.alternatives[0]


def test_a_constant_for_safety():
    f = lambda p, q: (p * np.log((p + 1e-8) / (q + 1e-8))).sum(-1).mean()  # noqa: E731
    found = identify_divergence(f, inputs="probabilities", shapes=SMALL)
    assert (found.name, found.smoothing) == ("forward KL", "1e-08 added inside the logarithms")
    only = identify_divergence(
        lambda p, q: (p * np.log(p / (q + 1e-5))).sum(-1).mean(), inputs="probabilities", shapes=SMALL
    )
    assert (only.name, only.smoothing) == ("forward KL", "1e-05 added to Q inside its logarithm")
    assert not only.alternatives


def test_edges():
    def careful(p, q):
        with np.errstate(all="ignore"):
            return np.where(p > 0, p * np.log(p / q), 0).sum(-1).mean()

    assert identify_divergence(careful, inputs="probabilities").edges == ()
    naive = identify_divergence(lambda p, q: kl(p, q).mean(), inputs="probabilities")
    assert [z.split(";")[0] for z in naive.edges] == ["P = 0 < Q: it gives nan"]
    clipped = identify_divergence(
        lambda p, q: kl(np.clip(p, 1e-30, 1), np.clip(q, 1e-30, 1)).mean(), inputs="probabilities"
    )
    assert len(clipped.edges) == 1
    assert "Q = 0 < P" in clipped.edges[0]
    bounded = identify_divergence(
        lambda p, q: (p * np.clip(np.log(p / q), -18, 18)).sum(-1).mean(), inputs="probabilities"
    )
    assert bounded.name == "forward KL"
    assert any(edge.startswith("P, Q far apart") for edge in bounded.edges)
    assert "the value is infinite (clipped, or smoothed)" in clipped.edges[0]


# None of the catalogue


def drawn(p, q):
    return kl(p, q).mean() + 1e-3 * np.random.random()


STATE = {"calls": 0}


def remembers(p, q):
    STATE["calls"] += 1
    return kl(p, q).mean() * STATE["calls"]


OUTSIDE = {
    "KL and TV": lambda p, q: (kl(p, q) + abs(p - q).sum(-1)).mean(),
    "KL and a little JSD": lambda p, q: (kl(p, q) + 1e-4 * js(p, q, 0.5)).mean(),
    "clipped values": lambda p, q: np.minimum(kl(p, q), 0.5).mean(),
    "clipped probabilities": lambda p, q: kl(p, np.maximum(q, 0.01)).mean(),
    "largest position": lambda p, q: kl(p, q).max(),
    "squared": lambda p, q: kl(p, q).mean() ** 2,
    "shifted": lambda p, q: kl(p, q).mean() + 1,
    "KL of the means": lambda p, q: kl(p.reshape(-1, p.shape[-1]).mean(0), q.reshape(-1, p.shape[-1]).mean(0)),
    "order of the vocabulary": lambda p, q: (np.arange(p.shape[-1]) * abs(p - q)).sum(-1).mean(),
}


@pytest.mark.parametrize("case", OUTSIDE)
def test_what_is_outside_is_none_and_the_nearest_is_named(case):
    found = identify_divergence(OUTSIDE[case], inputs="probabilities", shapes=None if case == "KL and TV" else SMALL)
    assert found.name is None, str(found)
    assert not found.identified
    assert found.nearest.worst > 1e-6
    assert str(found).startswith("none        of the catalogue")
    assert "misses by" in str(found)


def test_a_clip_shows_as_agreement_where_it_was_not_reached():
    found = identify_divergence(OUTSIDE["clipped values"], inputs="probabilities", shapes=SMALL)
    assert found.nearest.name.startswith("forward KL")
    assert found.nearest.agrees >= 2


@pytest.mark.parametrize(
    ("f", "why"),
    [
        (drawn, "draws or remembers"),
        (remembers, "draws or remembers"),
        (lambda p, q: 0.25, "the constant 0.25"),
        (lambda p, q: 1 / 0, "raised ZeroDivisionError"),
        (lambda p, q: float(p.size), "does not depend on the numbers"),
        (lambda p, q: np.nan, "nan"),
        (lambda p, q: "0.3", "gave a str"),
        (lambda p, q: (0.3, 0.4), "gave a tuple"),
        (lambda p, q: None, "gave a NoneType"),
        (lambda p, q: kl(p, q).mean() * 1j, "not real numbers"),
        (lambda p, q: p.sum() > 3, "not real numbers"),
    ],
)
def test_what_cannot_be_compared_says_why(f, why):
    found = identify_divergence(f, inputs="probabilities")
    assert found.name is None
    assert why in found.why
    assert found.evidence is None


def test_a_function_that_writes_into_its_input_is_seen_all_the_same():
    def f(p, q):
        p /= q
        np.log(p, out=p)
        return (p * 0 + p).mean()

    found = identify_divergence(f, inputs="probabilities", shapes=[(3, 5), (4, 7), (5, 6)])
    assert found.name is None  # but not for giving two values on the same input
    assert found.why.startswith("no candidate agrees")


def test_bad_questions():
    f = TOLD["KL, mean"][0]
    with pytest.raises(ValueError, match=r"'logit'.*'logits'"):
        identify_divergence(f, inputs="logit")
    with pytest.raises(ValueError, match="go with token"):
        identify_divergence(f, inputs=("token log-probabilities", "logits"))
    with pytest.raises(ValueError, match="'teacher'"):
        identify_divergence(f, target="teacher")
    with pytest.raises(ValueError, match="no shape of distributions"):
        identify_divergence(f, shapes=[(3, 1)])
    with pytest.raises(TypeError, match="need a function"):
        identify_divergence(3)
    with pytest.raises(ValueError, match="takes is 'lists'"):
        identify_average(f, takes="lists")


def test_the_text_of_an_answer():
    assert str(identify_divergence(masked_mean, inputs="probabilities")) == (
        "is          forward KL: KL(P‖Q)\n"
        "order       expectation over the first argument\n"
        "unit        nats\n"
        "reduction   mean over positions\n"
        "mask        respected: padded positions are left out\n"
        "inputs      probabilities\n"
        "vocabulary  full (tried with 307 entries at most)\n"
        "at edges    P = 0 < Q: it gives nan; the value is 1.293\n"
        "note        the end β = 0 of the interpolation whose ends are the two KLs, β being the weight of P\n"
        "told by     16 inputs, 16 values: worst miss 2.2e-16, allowed 1.0e-09 (it looks like float64)"
    )


def test_a_hostile_message_is_escaped():
    def f(p, q):
        raise ValueError("<script>alert(1)</script>")

    found = identify_divergence(f)
    data, about = found._repr_mimebundle_()
    assert "<script" not in data["text/html"]
    assert "&lt;script&gt;" in data["text/html"]
    assert about == {"lakatos": {"view": True}}
    assert data["text/plain"] == str(found)


# Averages


def batches(values, size):
    return [values[i : i + size] for i in range(0, len(values), size)]


@pytest.mark.parametrize(
    ("f", "name", "takes"),
    [
        (lambda n, d: n.sum() / d.sum(), "ratio of sums", "numerators, denominators"),
        (lambda n, d: n.mean() / d.mean(), "ratio of sums", "numerators, denominators"),
        (lambda n, d: (n / d).mean(), "mean of ratios", "numerators, denominators"),
        (lambda n, d: np.exp(np.log(n / d).mean()), "geometric mean of ratios", "numerators, denominators"),
        (lambda n, d: 1 / (d / n).mean(), "harmonic mean of ratios", "numerators, denominators"),
        (lambda n, d: float(np.median(n / d)), "median of ratios", "numerators, denominators"),
        (lambda r, weights: np.average(r, weights=weights), "ratio of sums", "ratios, weights"),
        (lambda pairs: sum(n / d for n, d in pairs) / len(pairs), "mean of ratios", "pairs"),
        (lambda groups: np.mean([g.mean() for g in groups]), "mean of ratios", "groups"),
        (lambda groups: np.concatenate(groups).mean(), "ratio of sums", "groups"),
        (lambda losses: losses.mean(), "mean of the values", "values"),
        (lambda losses: np.exp(np.log(losses).mean()), "geometric mean", "values"),
    ],
)
def test_an_average_is_told(f, name, takes):
    found = identify_average(f)
    assert (found.name, found.takes, found.reading) == (name, takes, "")
    assert not found.alternatives


@pytest.mark.parametrize("size", [4, 32, 100])
def test_the_mean_of_batch_means_and_the_size_of_a_batch(size):
    ragged = identify_average(lambda v: np.mean([np.mean(b) for b in batches(v, size)]))
    assert (ragged.name, ragged.batch) == ("mean of batch means", size)
    dropped = identify_average(lambda v: np.mean([np.mean(b) for b in batches(v, size) if len(b) == size]))
    assert (dropped.name, dropped.batch) == ("mean of batch means, the incomplete dropped", size)


def test_batches_of_counts():
    found = identify_average(lambda n, d: np.mean([a.sum() / b.sum() for a, b in zip(batches(n, 4), batches(d, 4))]))
    assert (found.name, found.batch) == ("mean of batch ratios", 4)


def test_percent_error_rates_and_fractions():
    found = identify_average(lambda n, d: 100 * (n / d).mean())
    assert (found.name, found.reading, found.evidence.exact) == ("mean of ratios", "in percent", True)
    found = identify_average(lambda n, d: 1 - n.sum() / d.sum())
    assert (found.name, found.reading) == ("ratio of sums", "1 less the share")
    assert not identify_average(lambda n, d: float((n / d).mean())).evidence.exact


def test_a_group_of_nothing():
    def left_out(n, d):
        return (n[d > 0] / d[d > 0]).mean()

    def as_zero(n, d):
        return np.where(d > 0, n / np.maximum(d, 1), 0.0).mean()

    assert identify_average(left_out).empty == "left out"
    assert identify_average(as_zero).empty == "counts as a ratio of 0"
    assert identify_average(lambda n, d: (n / d).mean()).empty == "it gives nan"
    assert identify_average(lambda n, d: n.sum() / d.sum()).empty == ""


def counts(true, predicted, label):
    a, b = true == label, predicted == label
    return (a & b).sum(), (~a & b).sum(), (a & ~b).sum()


def f1(tp, fp, fn):
    return 2 * tp / (2 * tp + fp + fn) if tp + fp + fn else 0.0


def ratio(a, b):
    return a / b if b else 0.0


def macro(true, predicted, labels, score=f1):
    return np.mean([score(*counts(true, predicted, label)) for label in labels])


def macro_of_means(true, predicted):
    labels = np.union1d(true, predicted)
    p = macro(true, predicted, labels, lambda tp, fp, fn: ratio(tp, tp + fp))
    r = macro(true, predicted, labels, lambda tp, fp, fn: ratio(tp, tp + fn))
    return 2 * p * r / (p + r)


def weighted(true, predicted):
    labels, support = np.unique(true, return_counts=True)
    return np.average([f1(*counts(true, predicted, label)) for label in labels], weights=support)


@pytest.mark.parametrize(
    ("f", "name"),
    [
        (lambda t, p: (t == p).mean(), "accuracy"),
        (lambda t, p: macro(t, p, np.union1d(t, p)), "F1, macro, over the labels seen"),
        (lambda t, p: macro(t, p, np.unique(t)), "F1, macro, over the true labels"),
        (lambda t, p: macro(t, p, range(max(t.max(), p.max()) + 1)), "F1, macro, over all labels up to the largest"),
        (weighted, "F1, weighted by support"),
        (macro_of_means, "F1 of the macro precision and recall"),
        (lambda t, p: f1(*counts(t, p, 1)), "F1, of label 1 alone"),
        (
            lambda t, p: macro(t, p, np.union1d(t, p), lambda tp, fp, fn: ratio(tp, tp + fp)),
            "precision, macro, over the labels seen",
        ),
        (lambda t, p: macro(t, p, np.unique(t), lambda tp, fp, fn: tp / (tp + fn)), "recall, macro, over the true labels"),
    ],
)  # fmt: skip
def test_a_score_of_labels_is_told(f, name):
    found = identify_average(f, takes="labels")
    assert found.name == name


def test_scores_that_are_the_same_for_one_label_a_sample():
    found = identify_average(lambda t, p: (t == p).mean(), takes="labels")
    assert found.alternatives == ("F1, micro", "precision, micro", "recall, micro")


def test_label_matrices_and_the_flattened_one():
    def samples(t, p):
        both, either = (t & p).sum(1), t.sum(1) + p.sum(1)
        return np.where(either > 0, 2 * both / np.maximum(either, 1), 0).mean()

    assert identify_average(samples, takes="label matrices").name == "F1, samples"
    micro = identify_average(
        lambda t, p: f1((t & p).sum(), (~t & p & 1).sum(), (t & ~p & 1).sum()), takes="label matrices"
    )
    assert micro.name == "F1, micro"
    cells = identify_average(lambda t, p: (t == p).mean(), takes="label matrices")
    assert cells.name == "accuracy over the cells"
    assert "flattened" in cells.formula


def test_averages_outside():
    found = identify_average(lambda n, d: (n / d).mean() + n.sum() / d.sum())
    assert found.name is None
    assert found.nearest.worst > 0.01
    trimmed = identify_average(lambda v: np.sort(v)[1:-1].mean())
    assert trimmed.name is None
    assert "draws" in identify_average(lambda n, d: np.random.random()).why


# Perplexities


def per_sequence(losses, mask):
    return (losses * mask).sum(-1) / mask.sum(-1)


@pytest.mark.parametrize(
    ("f", "name", "base", "padding", "reduction"),
    [
        (lambda losses, mask: np.exp((losses * mask).sum() / mask.sum()), "exponential of the mean", "e", "respected", "mean over positions"),
        (lambda losses, mask: np.exp(losses[mask].mean()), "exponential of the mean", "e", "respected", "mean over positions"),
        (lambda losses, mask: np.exp((losses * mask).mean()), "exponential of the mean", "e", "half respected", "mean over positions"),
        (lambda losses, mask: np.exp(losses.mean()), "exponential of the mean", "e", "ignored", "mean over positions"),
        (lambda losses, mask: 2 ** losses[mask].mean(), "exponential of the mean", "2", "respected", "mean over positions"),
        (lambda losses, mask: np.exp(losses)[mask].mean(), "mean of the exponentials", "e", "respected", "mean over positions"),
        (lambda losses, mask: np.exp(per_sequence(losses, mask)).mean(), "mean of the sequences' perplexities", "e", "respected", "mean for each sequence"),
        (lambda losses, mask: np.exp(per_sequence(losses, mask).mean()), "exponential of the mean", "e", "respected", "mean of the sequences' means"),
        (lambda losses, mask: np.exp(per_sequence(losses, mask)), "exponential for each", "e", "respected", "mean for each sequence"),
        (lambda losses, mask: losses[mask].mean(), "mean loss", None, "respected", "mean over positions"),
    ],
)  # fmt: skip
def test_a_perplexity_is_told(f, name, base, padding, reduction):
    found = identify_perplexity(f)
    assert (found.name, found.base, found.reduction) == (name, base, reduction)
    assert found.padding.split(":")[0] == padding
    assert not found.alternatives


def test_perplexity_by_batches():
    def f(losses, mask):
        return np.mean([np.exp(a[m].mean()) for a, m in zip(batches(losses, 4), batches(mask, 4))])

    found = identify_perplexity(f)
    assert (found.name, found.batch) == ("mean of the batches' perplexities", 4)


def test_losses_without_a_mask():
    diluted = identify_perplexity(lambda losses: np.exp(losses.mean()))
    assert "would dilute it" in diluted.padding
    nonzero = identify_perplexity(lambda losses: np.exp(losses[losses > 0].mean()))
    assert nonzero.padding == "a loss of exactly 0 is taken for padding: padded positions are left out"


def test_rows_in_a_list_have_no_padding():
    by_row = identify_perplexity(lambda rows: np.exp(np.mean([np.mean(row) for row in rows])))
    assert (by_row.name, by_row.reduction) == ("exponential of the mean", "mean of the sequences' means")
    assert by_row.padding.startswith("there is none")
    by_token = identify_perplexity(lambda rows: np.exp(sum(map(sum, rows)) / sum(map(len, rows))))
    assert (by_token.name, by_token.reduction) == ("exponential of the mean", "mean over positions")
    mean_of = identify_perplexity(lambda rows: np.mean([np.exp(np.mean(row)) for row in rows]))
    assert mean_of.name == "mean of the sequences' perplexities"


def test_a_unit_converted_before_the_wrong_base():
    found = identify_perplexity(lambda losses: np.exp(losses.mean() / math.log(2)))
    assert found.factor == pytest.approx(1 / math.log(2))
    assert any("turned into bits, but the base is e" in note for note in found.notes)
    bits = identify_perplexity(lambda losses: losses.mean() / math.log(2))
    assert (bits.name, bits.unit) == ("mean loss", "bits")


def test_perplexity_per_word_and_of_one_row():
    found = identify_perplexity(lambda losses, mask, words: np.exp((losses * mask).sum() / words.sum()))
    assert found.reduction == "sum divided by the words or bytes"
    found = identify_perplexity(lambda losses: math.exp(sum(float(x) for x in losses) / len(losses)))
    assert (found.name, found.reduction) == ("exponential of the mean", "mean over positions")
    assert "one row of losses alone" in found.notes[0]


def test_perplexities_outside():
    found = identify_perplexity(lambda losses: np.exp(losses.mean()) + losses.std())
    assert found.name is None
    assert found.nearest.worst > 0.01
    capped = identify_perplexity(lambda losses: min(np.exp(losses.mean()), 4.0))
    assert capped.name is None
    assert capped.nearest.name.startswith("exponential of the mean, base e")
    assert capped.nearest.agrees >= 2
    assert "float32" in str(identify_perplexity(lambda losses: np.exp(losses.astype(np.float32).mean())))


# The parts


def test_a_fraction_is_told_only_where_chance_cannot():
    assert fraction_near(0.3, 1e-12) == F(3, 10)
    assert fraction_near(-0.3, 1e-12) == F(-3, 10)
    assert fraction_near(0.3001, 1e-3) is None
    assert fraction_near(1 / math.e, 1e-12) is None
    assert fraction_near(1.01, 0.04) == 1
    assert fraction_near(1.2, 0.3) is None
    assert fraction_near(math.inf, 1.0) is None


def test_as_many_parameters_as_values_meet_anything_and_are_not_looked_for():
    def predict(at):
        return np.array([[1.0, at[0]]]), np.ones((1, 2))

    assert solve(np.array([1.0, 0.3]), predict, (BETA,), keep=1) == []


def test_a_factor_is_taken_apart_with_as_little_as_possible_left():
    plain = [("", 1.0)]
    assert take_apart(1 / math.log(2), 1e-12, plain, logs=1).unit == "bits"
    assert take_apart(0.5 / math.log(2), 1e-12, plain, logs=1).left == F(1, 2)
    assert take_apart(math.log(2) ** -0.5, 1e-12, plain, logs=0.5).unit == "bits"
    assert take_apart(2.0, 1e-12, [("", 1.0), ("twice", 2.0)], logs=0).convention == "twice"
    odd = take_apart(0.7310585786300049, 1e-14, plain, logs=1)
    assert (odd.unit, odd.left) == (None, 0.7310585786300049)


def test_rounding_to_bits_is_that_of_the_formats():
    values = np.random.default_rng(0).normal(size=50)
    assert np.array_equal(rounded(values, 24), values.astype(np.float32).astype(float))
    assert np.array_equal(rounded(values, 11), values.astype(np.float16).astype(float))
    assert rounded(np.array([3]), 8)[0] == 3


def test_what_fits_only_by_being_coarse_is_none():
    # Ignorant of the last digits, it looks like a function of the least precision.
    top = identify_divergence(lambda p, q: (p.argmax(-1) != q.argmax(-1)).mean(), inputs="logits")
    assert top.name is None
    half = identify_divergence(lambda p, q: np.float16(kl(p, q).mean()), inputs="probabilities")
    assert (half.name, half.unit) == ("forward KL", "nats")


def test_a_divisor_of_one_less_is_no_position_left_out():
    for f in (lambda losses: losses.sum() / (losses.size - 1), lambda losses: losses.sum() / (len(losses) - 1)):
        assert identify_perplexity(lambda losses, f=f: np.exp(f(losses))).name is None
    left_out = identify_perplexity(lambda losses: math.exp(sum(map(float, losses[:-1])) / (len(losses) - 1)))
    assert left_out.reduction == "mean over all positions but the last"


def test_denominators_that_do_not_count_are_said():
    assert identify_average(lambda n, d: n.sum()).name == "sum of numerators"


def test_it_is_not_alike_to_itself():
    def renyi(lp, lq):
        a, b = lp.astype(np.float32), lq.astype(np.float32)
        return np.float32(np.log(np.exp(2 * b - a).sum(-1)).mean())

    found = identify_divergence(renyi, inputs="log-probabilities", shapes=SHAPES)
    assert found.alpha == 2
    assert not [other for other in found.alternatives if other.startswith("Renyi")]
