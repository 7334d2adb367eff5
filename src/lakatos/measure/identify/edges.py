"""What is tried of a function once it is identified: tiny probabilities, and fractions for floats."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from lakatos.measure.identify.observe import Array, attempt, fractions
from lakatos.measure.identify.probes import Probe, arguments, exact_distributions, exact_pair, pair
from lakatos.measure.identify.reductions import Places, weights_of
from lakatos.measure.identify.world import Found, unchanged


def at_edges(found: Found) -> tuple[str, ...]:
    """Where a probability is 0 or tiny, in words: what a function gives, if it is not what the candidate is there."""
    probe = min(found.world.probes, key=lambda x: (abs(len(x.shape) - 2), x.shape[-1], x.shape))
    first = (0,) * probe.p.ndim  # the first position counts under every mask
    no_p, no_q = probe.p.copy(), probe.q.copy()
    no_p[first] = no_q[first] = -np.inf
    edges = (
        ("P = 0 < Q", replace(probe, p=no_p)),
        ("Q = 0 < P", replace(probe, q=no_q)),
        ("P, Q far apart", replace(probe, p=_FAR * probe.p, q=_FAR * probe.q)),
    )
    said = [(words, _departs(found, edge)) for words, edge in edges]
    return tuple(f"{words}: {text}" for words, text in said if text)


#: Logits so much larger make probabilities of 1e-10 and less.
_FAR = 5.0


def _departs(found: Found, probe: Probe) -> str:
    """In words how a function departs from the candidate on one input; nothing if it does not."""
    world = found.world
    with np.errstate(all="ignore"):
        at = found.values(pair([probe], world.forms, target=world.target))
        given = arguments(probe, world.forms, target=world.target)
    if at is None:
        return ""
    got = attempt(world.call, given)
    total = float(_total(found, probe, at)) * found.fit.factor
    should = "is infinite" if np.isinf(total) else f"is {total:.4g}"
    if isinstance(got, str):
        return f"it {got}; the value {should}"
    summed = float(got.sum())
    # Rounding grows towards the edges: what is looked for is a clip or a constant, not a digit.
    if np.isclose(summed, total, rtol=max(100 * world.seen.tolerance, 1e-6)) or (np.isinf(total) and np.isinf(summed)):
        return ""
    return f"it gives {summed:.4g}; the value {should}" + (" (clipped, or smoothed)" if np.isfinite(summed) else "")


def _total(found: Found, probe: Probe, at: Array) -> Array:
    """The sum of all that the reduction gives; a weight of 0 leaves out what is infinite."""
    mask = np.reshape(probe.mask, probe.positions)
    weights = weights_of(found.reduction, mask, probe.shape[-1], entries=found.bank.entries)
    total = (weights[weights != 0] * at[weights != 0]).sum()
    return np.asarray(np.sqrt(total) if found.reduction.root else total)


def agrees_exactly(found: Found) -> bool:
    """Whether a function gives fractions on fractions, and always the candidate's times the same fraction."""
    world, reduction = found.world, found.reduction
    plain = world.forms == ("probabilities", "probabilities") and found.change is unchanged
    if not (found.kernel.rational and plain and reduction.keep == "nothing" and not reduction.root):
        return False
    rng = np.random.default_rng(0)
    ratios = set()
    for probe in world.probes[:4]:
        p, q = (exact_distributions(probe.shape, rng) for _ in range(2))
        first, second = (p, q) if world.target == 0 else (q, p)
        got = fractions(world.call, (first, second, {"mask": probe.mask, "tokens": probe.tokens}))
        at = found.values(exact_pair([(p, q)]))
        if got is None or len(got) != 1 or at is None:
            return False
        one = np.vectorize(Fraction, otypes=[object])
        mask = one(np.reshape(probe.mask, probe.positions).astype(int))
        weights = np.ravel(reduction.weights(Places(mask, probe.shape[-1])))
        ratios.add(got[0] / (weights * at).sum())
    return len(ratios) == 1
