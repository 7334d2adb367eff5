"""Whether a claim fails at a value: by proven enclosures where they decide, in plain exact arithmetic where not."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice
from random import Random
from typing import Any

from flint import ctx

from lakatos.claims import (
    FAULTS,
    ClaimError,
    ForAll,
    Graphs,
    InexactError,
    Integers,
    Judgement,
    Rationals,
    UndecidedError,
    UnsupportedError,
    exact_value,
    is_truth,
    judge,
    product_at,
    renumberings,
    shuffled,
)
from lakatos.search.budget import alarm

#: Numberings of a counterexample's vertices that are tried.
NUMBERINGS = 50
#: The largest order of the graphs that are tried with their vertices numbered otherwise.
SMALL = 6
#: Seconds for finding out what a claim returns.
MOMENT = 1.0
#: Bits at which enclosures are tried before exact arithmetic is.
PRECISIONS = (64, 192)
#: A margin in doubles above this is positive, as far as proposals go.
CLEAR = 1e-6
#: A margin in doubles of at most this size may be zero; so many of those are looked at exactly.
TIE = 1e-9
TIES = 20


def fails_at(claim: ForAll, values: Sequence[Any]) -> bool | None:
    """Whether a value of the domain violates the claim; None if the claim is undefined or undecided there.

    The premises are not looked at. Enclosures and quick invariants propose "holds"; what they call violated is for
    ``confirmed`` to say.
    """
    if not any(part.name == "Real" for part in claim.parts):
        try:
            return _exactly(claim, values, "arrays")
        except (UnsupportedError, ClaimError):
            # What a claim does with matrices or digits may be done with the plain ones only.
            return _exactly(claim, values, "fractions")
    for bits in PRECISIONS:
        ctx.prec = bits
        try:
            return claim.refuted_by(claim.evaluate(values, "balls"))
        except UndecidedError:
            continue
        except (UnsupportedError, TypeError, AttributeError, InexactError):
            break
        except (ArithmeticError, ValueError):
            return None
        finally:
            ctx.prec = 53
    return _exactly(claim, values, "fractions")


def _exactly(claim: ForAll, values: Sequence[Any], system: str) -> bool | None:
    try:
        return claim.refuted_by(exact_value(claim, values, system))
    except (ArithmeticError, ValueError):
        return None


def meets_premises(claim: ForAll, values: Sequence[Any]) -> bool | None:
    """Whether a value of the domain meets the premises; None if one of them is undefined there."""
    if not claim.premises:
        return True
    for system in ("arrays", "fractions"):
        try:
            checks = claim.premise_checks(system)
            arguments = _lifted(claim, values, system)
            return all(check(*arguments) for check in checks)
        except InexactError as error:
            raise UnsupportedError(f"a premise of {claim.name} cannot be evaluated exactly: {error}") from None
        except (ArithmeticError, ValueError):
            return None
        except (UnsupportedError, *FAULTS) as error:
            if system == "fractions":
                raise ClaimError(f"a premise of {claim.name} fails on {claim.show(values)}: {error}") from error
    return None


def confirmed(claim: ForAll, values: Sequence[Any]) -> Judgement | None:
    """The judgement of a proposed counterexample, if it does refute the claim."""
    judgement = judge(claim, values)
    return judgement if judgement.status == "refutes" else None


def decider(claim: ForAll) -> Callable[[Sequence[Any]], bool | None]:
    """``fails_at`` for a claim, made quick for many values: whether it fails there; None if undefined or undecided."""
    if any(part.name == "Real" for part in claim.parts):
        return lambda values: fails_at(claim, values)
    function = claim.space("arrays")[claim.function.__name__]

    def fails(values: Sequence[Any]) -> bool | None:
        try:
            value = function(*_lifted(claim, values, "arrays"))
            return not value if isinstance(value, bool) else claim.refuted_by(value)
        except (UnsupportedError, *FAULTS, ArithmeticError, ValueError):
            return fails_at(claim, values)

    return fails


def violator(claim: ForAll) -> Callable[[Sequence[Any]], bool]:
    """Whether a value that was made up lies in the domain, meets the premises and violates the claim, exactly."""
    fails = decider(claim)
    return lambda values: within(claim, values) and meets_premises(claim, values) is True and fails(values) is True


def with_other_numbers(
    claim: ForAll, values: Sequence[Any], numberings: Callable[[Any], Iterator[Any]]
) -> Iterator[tuple[Any, ...]]:
    """The same with the vertices of the only graph numbered otherwise; nothing, if there is not just one graph."""
    places = [i for i, d in enumerate(claim.domains.values()) if isinstance(d, Graphs)]
    if len(places) == 1:
        (at,) = places
        yield from ((*values[:at], g, *values[at + 1 :]) for g in numberings(values[at]))


def renumbered(claim: ForAll, values: Sequence[Any]) -> tuple[Any, ...] | None:
    """The same with the vertices of the only graph numbered so that the claim fails, though it holds as they are.

    Some numberings are tried. None if it fails for none of these, or if there is not just one graph.
    """
    others = with_other_numbers(claim, values, renumberings)
    return next((other for other in others if fails_at(claim, other)), None)


def numbering_matters(claim: ForAll, values: Sequence[Any]) -> bool:
    """Whether a counterexample stops being one, or a small graph becomes one, with the vertices numbered otherwise.

    Tried on some numberings of the counterexample's graph, and of all small graphs.
    """
    others = with_other_numbers(claim, values, lambda g: shuffled(g, Random(0), NUMBERINGS))
    return any(fails_at(claim, other) is not True for other in others) or _small_ones_matter(claim)


@lru_cache(maxsize=256)
def _small_ones_matter(claim: ForAll) -> bool:
    domains = list(claim.domains.values())
    least = [d.least for d in domains if isinstance(d, Graphs)]
    if len(least) != 1:
        return False
    # Larger graphs of a kind may be so rare that the next is never listed.
    levels = range(max(0, SMALL - least[0] + 1))
    small = islice(chain.from_iterable(product_at(domains, level) for level in levels), 100)
    return any(
        fails_at(claim, values) is False and renumbered(claim, values) is not None
        for values in small
        if meets_premises(claim, values)
    )


def suspecter(claim: ForAll) -> Callable[[Sequence[Any]], bool]:
    """Whether a value is to be proposed as a counterexample: ``decider``, after a look at the margin in doubles.

    A margin that is clearly positive in doubles is taken to be positive. So this is for strategies that only propose:
    what they do not, is not covered.
    """
    fails = decider(claim)
    if not any(part.name == "Real" for part in claim.parts) or not has_margin(claim):
        # Without irrational numbers the exact answer is as quick.
        return lambda values: fails(values) is True
    ties = 0

    def suspect(values: Sequence[Any]) -> bool:
        nonlocal ties
        margin = float_margin(claim, values)
        # That two irrational numbers are equal takes long to see, and many objects may attain one bound.
        ties += abs(margin) <= TIE
        return not margin > CLEAR and (abs(margin) > TIE or ties <= TIES) and fails(values) is True

    return suspect


def worth_proposing(claim: ForAll) -> Callable[[Sequence[Any]], bool]:
    """Whether a value is in the domain, meets the premises and is suspected of a violation.

    Which of the last two is asked first depends on what each costs and how often it says no. The answer does not.
    """
    suspect = suspecter(claim)

    def suspected(values: Sequence[Any]) -> bool:
        try:
            return suspect(values)
        except ClaimError:
            # Where a premise is not met, the claim may well make no sense.
            if meets_premises(claim, values):
                raise
            return False

    tests = [_Test(lambda values: meets_premises(claim, values) is True), _Test(suspected)]
    # What counts ties has to be asked in one order.
    fixed = not claim.premises or any(part.name == "Real" for part in claim.parts)

    def worth(values: Sequence[Any]) -> bool:
        if not within(claim, values):
            return False
        first, second = tests if fixed else sorted(tests, key=_Test.price)
        return first(values) and second(values)

    return worth


class _Test:
    """A test, what it has cost, and how often it said no."""

    def __init__(self, test: Callable[[Sequence[Any]], bool]) -> None:
        self.test, self.seconds, self.rejected = test, 0.0, 0

    def __call__(self, values: Sequence[Any]) -> bool:
        begun = time.perf_counter()
        answer = self.test(values)
        self.seconds += time.perf_counter() - begun
        self.rejected += not answer
        return answer

    def price(self) -> float:
        """Seconds for each no."""
        return self.seconds / (1 + self.rejected)


def within(claim: ForAll, values: Sequence[Any]) -> bool:
    """Whether values that were made up, of the form that the domain asks for, lie in it."""
    if _graphs_only(claim):
        space = claim.space("arrays")
        return all(_has_properties(space, d, g) for d, g in zip(claim.domains.values(), values, strict=True))
    for (x, domain), value in zip(claim.domains.items(), values, strict=True):
        if domain.beyond(x, value) is not None:
            return False
    for system in ("arrays", "fractions"):
        try:
            checks = claim.checks(system)
            arguments = claim.lifted(values, system)
            return all(check(*arguments) for check in checks[: len(checks) - len(claim.premises)])
        except (ArithmeticError, ValueError):
            return False
        except (UnsupportedError, *FAULTS):
            if system == "fractions":
                return False
    return False


def _has_properties(space: Mapping[str, Any], domain: Any, g: Any) -> bool:
    """Whether a graph is of an order and has the properties that a domain asks for."""
    if len(g) < domain.least or (domain.most is not None and len(g) > domain.most):
        return False
    return all(space[test.__name__](g) for test in domain.properties.values())


@lru_cache(maxsize=256)
def _graphs_only(claim: ForAll) -> bool:
    return all(isinstance(d, Graphs) for d in claim.domains.values())


@lru_cache(maxsize=256)
def _as_they_are(claim: ForAll, system: str) -> bool:
    """Whether plain values of the variables are those of a system, so that nothing needs to be lifted."""
    same = Integers | Graphs if system == "floats" else Integers | Rationals | Graphs
    return system in ("arrays", "floats") and all(isinstance(d, same) for d in claim.domains.values())


def _lifted(claim: ForAll, values: Sequence[Any], system: str) -> Sequence[Any]:
    return values if _as_they_are(claim, system) else claim.lifted(values, system)


def float_margin(claim: ForAll, values: Sequence[Any]) -> float:
    """The margin in doubles, infinite where it is undefined; 1 and -1 for true and false."""
    try:
        value = claim.space("floats")[claim.function.__name__](*_lifted(claim, values, "floats"))
        if is_truth(value):
            return 1.0 if value else -1.0
        margin = float(value)
    except (ArithmeticError, ValueError, UnsupportedError, *FAULTS):
        return math.inf
    return margin if margin == margin else math.inf


@lru_cache(maxsize=256)
def has_margin(claim: ForAll) -> bool:
    """Whether the claim returns numbers and not only truth values, on some of its smallest objects or random ones.

    What cannot be found out in a moment is taken for no.
    """
    rng = Random(0)
    drawn = (tuple(d.sample(rng, 10) for d in claim.domains.values()) for _ in range(100))
    try:
        with alarm(time.monotonic() + MOMENT):
            return next(_margins(claim, chain(islice(claim.ascending(), 300), drawn)), False)
    except TimeoutError:
        return False


def _margins(claim: ForAll, objects: Iterable[tuple[Any, ...]]) -> Iterator[bool]:
    for values in objects:
        try:
            if meets_premises(claim, values):
                yield not is_truth(claim.evaluate(values, "floats"))
        except (ArithmeticError, ValueError, UnsupportedError, *FAULTS):
            continue
