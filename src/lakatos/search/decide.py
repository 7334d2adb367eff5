"""Whether a claim fails at a value: by proven enclosures where they decide, in plain exact arithmetic where not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import ctx

from lakatos.claims import (
    ForAll,
    InexactError,
    Judgement,
    UndecidedError,
    UnsupportedError,
    exact_value,
    judge,
)

#: Bits at which enclosures are tried before exact arithmetic is.
PRECISIONS = (64, 192)


def fails_at(claim: ForAll, values: Sequence[Any]) -> bool | None:
    """Whether a value of the domain violates the claim; None if the claim is undefined or undecided there.

    The premises are not looked at. Enclosures and quick invariants propose "holds"; what they call violated is for
    ``confirmed`` to say.
    """
    if not any(part.name == "Real" for part in claim.parts):
        return _exactly(claim, values, "arrays")
    for bits in PRECISIONS:
        ctx.prec = bits
        try:
            return claim.refuted_by(_plain(claim.evaluate(values, "balls")))
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
        return claim.refuted_by(_plain(exact_value(claim, values, system)))
    except (ArithmeticError, ValueError):
        return None


def meets_premises(claim: ForAll, values: Sequence[Any]) -> bool | None:
    """Whether a value of the domain meets the premises; None if one of them is undefined there."""
    if not claim.premises:
        return True
    checks = claim.checks()[-len(claim.premises) :]
    arguments = claim.lifted(values)
    try:
        return all(check(*arguments) for check in checks)
    except (ArithmeticError, ValueError):
        return None


def confirmed(claim: ForAll, values: Sequence[Any]) -> Judgement | None:
    """The judgement of a proposed counterexample, if it does refute the claim."""
    judgement = judge(claim, values)
    return judgement if judgement.status == "refutes" else None


def _plain(value: Any) -> Any:
    """A truth value of an invariant may be NumPy's."""
    return bool(value) if type(value).__name__ == "bool" else value
