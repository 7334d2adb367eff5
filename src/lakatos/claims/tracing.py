"""What a claim asks about polynomials in its variables."""

from __future__ import annotations

from collections.abc import Sequence

from flint import Ordering, fmpz_mpoly_ctx

from lakatos.claims.forall import ForAll
from lakatos.claims.judge import FAULTS
from lakatos.claims.lift import UnsupportedError
from lakatos.claims.systems.traces import TRACES, Formal, Question, record


def questions(claim: ForAll, scalars: Sequence[int | None]) -> list[Question]:
    """What the claim's function asks, with the scalars of its variables in order, None for those that are symbols.

    A margin that is a rational function of the symbols asks where it is zero. What is asked before the function does
    something that symbols do not do is there too.

    Raises:
        UnsupportedError: if nothing is asked, with what stands in the way.
    """
    names = tuple(f"x{i}" for i, scalar in enumerate(scalars) if scalar is None)
    context = fmpz_mpoly_ctx.get(names, Ordering.lex)
    symbols = iter(context.gens())
    given = [Formal(next(symbols), context.constant(1)) if scalar is None else scalar for scalar in scalars]
    values = claim.build(given)
    why = "it asks nothing about polynomials in its variables"
    with record() as found:
        try:
            value = claim.evaluate(values, TRACES)
            if isinstance(value, Formal):
                found.ask("zero", value.numerator)
        except (UnsupportedError, ArithmeticError, ValueError, *FAULTS) as error:
            why = str(error) or type(error).__name__
        if not found.questions:
            raise UnsupportedError(why)
        return list(found.questions.values())
