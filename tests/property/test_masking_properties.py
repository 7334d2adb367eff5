"""What must hold of masking whatever the losses, the mask and the rounding."""

import math
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_UP, Decimal
from fractions import Fraction as F

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lakatos.measure import masking, padding_explains, undiluted_change, undiluted_loss, undiluted_perplexity

seeds = st.integers(0, 2**32 - 1)
places = st.integers(1, 5)
ROUNDINGS = {"nearest": ROUND_HALF_EVEN, "down": ROUND_DOWN, "up": ROUND_UP}
modes = st.sampled_from(sorted(ROUNDINGS))


def printed(value, digits, mode="nearest"):
    return str(Decimal(value).quantize(Decimal(1).scaleb(-digits), rounding=ROUNDINGS[mode]))


def arrays(seed, pad_scale):
    rng = np.random.default_rng(seed)
    mask = rng.random((9, 13)) < rng.uniform(0.2, 0.95)
    mask[0, :2] = True, False
    first = np.where(mask, rng.gamma(2, 1.5, mask.shape), pad_scale * rng.random(mask.shape))
    second = first + np.where(mask, rng.normal(0.1, 0.2, mask.shape), pad_scale * rng.random(mask.shape))
    return mask, first, second


def close(result, value):
    """Whether a float value lies within the bounds, its own rounding allowed."""
    return float(result.low) - 1e-9 * abs(value) <= value <= float(result.high) + 1e-9 * abs(value)


@settings(max_examples=30, deadline=None)
@given(seeds, st.sampled_from([0.0, 0.3, 2.0]), places, st.integers(2, 5), modes)
def test_the_truth_of_simulated_arrays_is_within_the_bounds(seed, scale, digits, share_digits, mode):
    mask, losses, other = arrays(seed, scale)
    real = printed(mask.mean(), share_digits, mode)
    assume(0.05 < float(real) <= 1)
    truth, seen, pads = losses[mask].mean(), losses.mean(), losses[~mask].mean()
    for pad_loss in ((0, F(2) if scale else 0), F(pads)):
        settings_ = {"real": real, "pad_loss": pad_loss, "mode": mode}
        assert close(undiluted_loss(printed(seen, digits, mode), **settings_), truth)
        assert close(undiluted_perplexity(printed(math.exp(seen), digits, mode), **settings_), math.exp(truth))
    change = printed(100 * math.expm1(other.mean() - seen), digits, mode) + "%"
    true_change = math.expm1(other[mask].mean() - truth)
    both = (F(pads), F(other[~mask].mean()))
    for pad_losses in (both, ((0, 2 * F(scale)), (0, 2 * F(scale)))) if scale else (None,):
        assert close(undiluted_change(change, real=real, pad_losses=pad_losses, mode=mode), true_change)


@settings(max_examples=30, deadline=None)
@given(seeds, st.sampled_from([0.0, 0.5]), st.integers(2, 4), st.sampled_from(["loss", "perplexity", "change"]))
def test_what_padding_did_is_never_called_inconsistent(seed, scale, digits, kind):
    mask, losses, other = arrays(seed, scale)
    if kind == "change":
        seen, true = (
            printed(100 * math.expm1(d), digits) + "%" for d in ((other - losses).mean(), (other - losses)[mask].mean())
        )
        pads = {"pad_losses": (F(losses[~mask].mean()), F(other[~mask].mean()))}
    else:
        back = (lambda x: x) if kind == "loss" else math.exp
        seen, true = (printed(back(x), digits) for x in (losses.mean(), losses[mask].mean()))
        pads = {"pad_loss": F(losses[~mask].mean())}
    for share in (None, printed(mask.mean(), 3), F(int(mask.sum()), mask.size)):
        check = padding_explains(seen, true, kind=kind, real=share, **pads)
        assert check.answer != "inconsistent"
        assert check.needed[0] - F(1, 10**9) <= F(int(mask.sum()), mask.size) <= check.needed[1] + F(1, 10**9)


@settings(max_examples=30, deadline=None)
@given(st.fractions(F(1, 20), 1), st.fractions(F(-2), F(4)), st.fractions(F(0), F(3)), st.fractions(F(0), F(3)))
def test_the_line_goes_forth_and_back(share, figure, pad, other):
    true = undiluted_loss(figure, real=share, pad_loss=pad)
    assert true.low == true.high
    assert share * true.low + (1 - share) * pad == figure
    needed = padding_explains(figure, true.low, kind="loss", pad_loss=pad).needed
    assert needed == ((0, 1) if true.low == pad else (share, share))
    wider = undiluted_loss(figure, real=share, pad_loss=(min(pad, other), max(pad, other)))
    assert wider.low <= true.low <= wider.high


@settings(max_examples=20, deadline=None)
@given(st.fractions(F(1, 10), F(9, 10)), st.integers(1, 400), st.integers(1, 3))
def test_a_hair_beyond_the_rounding_is_inconsistent(share, tenths, digits):
    # The true change is moved just out of the bounds: the proof of inconsistency must see it, and not before.
    seen = f"{F(tenths, 10).numerator / F(tenths, 10).denominator:.{digits}f}%"
    bounds = undiluted_change(seen, real=share)
    hair = F(1, 10**30)
    for inside, outside in ((bounds.low + hair, bounds.low - hair), (bounds.high - hair, bounds.high + hair)):
        assert padding_explains(seen, inside, kind="change", real=share).answer != "inconsistent"
        assert padding_explains(seen, outside, kind="change", real=share).answer == "inconsistent"


@settings(max_examples=20, deadline=None)
@given(seeds, st.sampled_from([0.0, 0.5]))
def test_arrays_and_exact_sums_agree(seed, scale):
    mask, losses, other = arrays(seed, scale)
    result = masking(losses, mask, against=other)
    exact = sum(F(x) for x in losses[mask]) - sum(F(x) for x in other[mask])
    low, high = result.losses["real tokens alone"]
    assert low <= exact / int(mask.sum()) <= high
    assert float(high - low) == pytest.approx(0, abs=1e-13)
