"""Witnesses as they come in: JSON that is hostile until parsed, or values of Python."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from lakatos.arithmetic import text
from lakatos.claims.forall import WitnessError

MAX_WITNESS = 5_000_000


def parse_witness(source: str | bytes) -> Any:
    """A witness file as data; numbers with a point or exponent stay text, so that no digit is lost.

    Raises:
        WitnessError: if it is no JSON, too large, or holds a number that is none.
    """
    if len(source) > MAX_WITNESS:
        raise WitnessError(f"the witness has {len(source):,} bytes; at most {MAX_WITNESS:,} are read")

    def no_number(word: str) -> Any:
        raise WitnessError(f"{word} is no number that a witness can hold")

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            raise WitnessError(f"a key comes twice among {[key for key, _ in pairs]}")
        return found

    def whole(digits: str) -> int:
        if len(digits) > 4000:
            raise WitnessError(f"an integer of {len(digits):,} digits; at most 4,000 are read")
        return int(digits)

    try:
        return json.loads(source, parse_float=str, parse_int=whole, parse_constant=no_number, object_pairs_hook=once)
    except WitnessError:
        raise
    except RecursionError:
        raise WitnessError("the witness is nested too deeply to be one") from None
    except (ValueError, UnicodeDecodeError) as error:
        raise WitnessError(f"the witness is no JSON: {error}") from None


def plain_data(witness: Any) -> Any:
    """Python values as they would come from JSON. Raises WitnessError for a number of more than 4,000 digits."""
    if isinstance(witness, int | Fraction) and max(abs(witness.numerator), witness.denominator) >= 10**4000:
        raise WitnessError("a number of more than 4,000 digits is not read")
    if isinstance(witness, bool) or witness is None:
        return witness
    if isinstance(witness, Fraction):
        return text(witness)
    if isinstance(witness, float):
        return repr(witness)
    if isinstance(witness, dict):
        return {key: plain_data(value) for key, value in witness.items()}
    if hasattr(witness, "rows") and callable(witness.rows):
        return plain_data(list(witness.rows()))
    if isinstance(witness, tuple | list):
        return [plain_data(value) for value in witness]
    if hasattr(witness, "tolist"):
        return plain_data(witness.tolist())
    return witness
