"""One cell of a table as printed: a number, what stands after its ±, and what stands in brackets."""

from __future__ import annotations

import re
import struct
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from lakatos.measure.quantities.reported import Reported, reported
from lakatos.tables import KEPT

MISSING = frozenset(
    {"", "-", "--", "---", "–", "—", "n/a", "na", "nan", "none", "null", "tbd", "?", "oom", "/", "<na>", "nat"}
)
LONGEST = 100

_SPACES = str.maketrans({"\u00a0": " ", "\u2009": " ", "\u202f": " ", "−": "-"})
_MARKS = re.compile(r"[\s*†‡§¶↑↓¹²³⁴⁵⁶⁷⁸⁹⁰]+$")
_PLUS_MINUS = re.compile(r"\s*(?:±|\+/-|\+-)\s*")
_BRACKETS = re.compile(r"([^()\[\]]*\d[^()\[\]]*?)\s*[(\[]\s*([^()\[\]]+?)\s*[)\]]\s*(%?)")
_ENCLOSED = re.compile(r"[(\[]([^()\[\]]+)[)\]]\s*(%?)")
_UNIT = re.compile(r"(?:%|‰|\$|€|[A-Za-zµμ°×Ω])[^\d\s].{0,30}|(?:%|‰|[A-Za-zµμ°×])(?:\^?\d)?|")
_DIGITS = re.compile(r"([+-]?)(\d{1,3}(?:,\d{3})+|\d*)(\.\d*)?([eE][+-]?\d{1,3})?(\s*)(.*)", re.DOTALL)
#: Most cells: a bare number, or one with a simple unit, that no float has made.
_SIMPLE = re.compile(r"(-?\d{1,8}(?:\.\d{1,6})?)(?: ?± ?(\d{1,8}(?:\.\d{1,6})?))?(%| ?[A-Za-z]{1,5}|)", re.ASCII)
#: By how much, of itself, a float that keeps so many digits may be off.
ERRORS = {KEPT[2]: Fraction(1, 2**10), KEPT[4]: Fraction(1, 2**22), KEPT[8]: Fraction(1, 2**50)}
#: Beyond this power of ten, the digits printed before and behind the point included, nothing is measured.
LARGEST_EXPONENT = 99


class Cell(NamedTuple):
    """A cell that holds a number.

    Attributes:
        figure: its digits as they count.
        unit: its own, or its column's.
        spread: the number after ±, or None.
        bracket: what stands in brackets behind it, or "".
        own: whether the unit is its own.
        rounded: whether digits were taken off that only a float has.
    """

    figure: str
    unit: str = ""
    spread: Cell | None = None
    bracket: str = ""
    own: bool = False
    rounded: bool = False

    @property
    def value(self) -> Reported:
        """The number as it is compared."""
        return _reported(self.figure + self.unit)

    @property
    def number(self) -> float:
        """The number nearly, to sort out what needs no closer look."""
        return float(self.figure.replace(",", ""))

    @property
    def decimals(self) -> int:
        """How many digits stand behind the point; fewer than none before an exponent."""
        digits, _, exponent = self.figure.lower().partition("e")
        return len(digits.partition(".")[2]) - int(exponent or 0)


def is_missing(text: str) -> bool:
    """Whether a cell says that there is nothing."""
    return text.strip().lower() in MISSING


def read_cell(text: str, keeps: int = 0, unit: str = "", decimals: int | None = None) -> Cell | None:
    """The number in a cell, or None if it holds none.

    Args:
        text: as printed; a leading "~" or "<" makes it no figure of its own.
        keeps: the digits that the column's floats keep; 0 if it was text.
        unit: of a number that carries none.
        decimals: how many every number of the column has, if trailing zeros were lost.

    >>> cell = read_cell("71.20 ± 0.4%")
    >>> cell.value.resolution, cell.value.unit, cell.spread.value.value
    (Fraction(1, 100), '%', Fraction(2, 5))
    >>> read_cell("12.3 (0.4)").bracket, read_cell("1,234").value.value, read_cell("2024-01-02")
    ('0.4', Fraction(1234, 1), None)
    """
    if not keeps and decimals is None and (match := _SIMPLE.fullmatch(text)):
        figure, spread, own = match.groups()
        used = own or unit
        return Cell(figure, used, Cell(spread, used) if spread else None, own=bool(own)) if _is_unit(used) else None
    if len(text) > LONGEST or is_missing(text):
        return None
    return _read(text, keeps, unit, decimals)


@lru_cache(maxsize=1 << 16)
def _read(text: str, keeps: int, unit: str, decimals: int | None) -> Cell | None:
    text = _MARKS.sub("", text.translate(_SPACES).strip())
    bracket, tail = "", ""
    if match := _ENCLOSED.fullmatch(text):
        text, tail = match[1], match[2]
    elif match := _BRACKETS.fullmatch(text):
        text, bracket, tail = match.groups()
    value, *errors = _PLUS_MINUS.split(text)
    if len(errors) > 1:
        return None
    first = _parts(value, keeps, decimals)
    second = _parts(errors[0], keeps, None) if errors else None
    if first is None or (errors and second is None):
        return None
    own = first.unit or tail or (second.unit if second else "")
    used = own or unit
    spread = Cell(second.figure, second.unit or used, own=bool(second.unit)) if second else None
    if not _is_unit(used) or (second and not _is_unit(second.unit)):
        return None
    return Cell(first.figure, used, spread, bracket, bool(own), first.rounded)


@lru_cache(maxsize=1 << 16)
def _reported(text: str) -> Reported:
    return reported(text)


@lru_cache(maxsize=1 << 12)
def _is_unit(text: str) -> bool:
    """Whether a number with this behind it can be read."""
    try:
        reported(f"1{text}")
    except ValueError:
        return False
    return True


class _Parts(NamedTuple):
    """The digits of a number as they count, its unit, and whether digits were taken off."""

    figure: str
    unit: str
    rounded: bool


def _parts(text: str, keeps: int, decimals: int | None) -> _Parts | None:
    match = _DIGITS.fullmatch(text.strip())
    if not match or not _UNIT.fullmatch(match[6].strip()):
        return None
    sign, whole, point, exponent, space, unit = match.groups(default="")
    if (not whole and len(point) < 2) or abs(int(exponent[1:] or 0)) + len(whole + point) > LARGEST_EXPONENT + 1:
        return None
    figure = sign + whole + point + exponent
    kept = _kept(figure, len((whole.replace(",", "") + point[1:]).lstrip("0")), keeps)
    if kept:
        figure = _to(figure, kept)
    elif decimals is not None and not exponent and len(point[1:]) < decimals:
        figure = f"{sign}{whole or '0'}.{point[1:].ljust(decimals, '0')}"
    # The space of "5 ms" is kept, so that the number is shown as it was printed.
    return _Parts(figure, space + unit if unit else "", bool(kept))


def _kept(figure: str, digits: int, keeps: int) -> int:
    """How many digits to keep of a figure that has more than a float can mean; 0 for all.

    A float of 4 bytes that was printed as one of 8 shows itself: it has nine digits or more, and is exactly one of 4.
    """
    if keeps and digits > keeps:
        return keeps
    if "." not in figure:
        return 0
    if digits >= 9 and "," not in figure:
        value = float(figure)
        if abs(value) < 1e38 and struct.unpack("f", struct.pack("f", value))[0] == value and value != int(value):
            return KEPT[4]
    return KEPT[8] if digits > KEPT[8] else 0


def _to(figure: str, digits: int) -> str:
    """A float's text to at most so many digits: as many as a number that a few operations may have moved rounds to.

    Rounding the text alone would round twice, and a tie would fall to the wrong side.
    """
    value = Fraction(figure.replace(",", ""))
    low, high = (_decimal(value * (1 + sign * ERRORS[digits])) for sign in (-1, 1))
    for kept in range(digits, 0, -1):
        first, last = (Context(prec=kept).create_decimal(end) for end in (low, high))
        if first == last:
            return f"{first:f}"
    return f"{_decimal(value):.0f}"


def _decimal(value: Fraction) -> Decimal:
    return Context(prec=40).divide(Decimal(value.numerator), Decimal(value.denominator))


def exact(text: str) -> Fraction:
    """A number of a sidecar, exactly. Raises ValueError for what is none, such as nan."""
    return reported(text.replace("_", "")).value
