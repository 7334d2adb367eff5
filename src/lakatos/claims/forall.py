"""``forall``: a claim is a plain function of its variables, over their domains, with its premises kept apart.

The function returns True or False, or, better, a margin: how far the claim is from being violated. A negative margin
refutes (with ``strict=True``, for a claim that says "greater than", zero refutes too).
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from lakatos.claims.domains.base import Condition, Domain, Slot, product_at
from lakatos.claims.lift import System, lift
from lakatos.claims.parcel import packed, unpacked
from lakatos.claims.source import Part, SourceError, parts_of, spelled
from lakatos.claims.systems import system as named_system
from lakatos.model import LakatosError


class ClaimError(LakatosError):
    """A claim is not well put: no such variable, nothing returned, an error of its own."""

    exit_code = 2


class WitnessError(LakatosError):
    """A witness cannot be read as a value of the claim's variables."""

    exit_code = 2


class ForAll:
    """A claim "for all x, y, ... in their domains that meet the premises: ...". Called, it is its plain function.

    Attributes:
        name: the function's name.
        function: the plain function itself.
        domains: by variable.
        premises: plain functions of the same variables that return whether they are met.
        strict: whether a margin of zero refutes.
    """

    def __init__(self, function: Callable[..., Any], domains: Mapping[str, Domain], *, strict: bool) -> None:
        function = _undecorated(function)
        self.function, self.name, self.strict = function, function.__name__, strict
        self.domains = dict(domains)
        self.premises: list[Callable[..., Any]] = []
        self.__doc__ = function.__doc__
        self.__name__ = function.__name__
        self.__module__ = function.__module__
        #: Where source is looked up: the plain function, not this object.
        self.__lakatos_function__ = function
        self._spaces: dict[System, dict[str, Any]] = {}
        self._checks: dict[System, list[Callable[..., Any]]] = {}

    def given(self, premise: Callable[..., Any]) -> Callable[..., Any]:
        """Add a premise: a function of the same variables, in the same order, whose docstring says it in words.

        Decorates a function and gives it back. A counterexample that breaks a premise is a monster, not a refutation.
        """
        premise = _undecorated(premise)
        if list(inspect.signature(premise).parameters) != list(self.domains):
            raise ClaimError(f"the premise {premise.__name__} takes {inspect.signature(premise)}, "
                             f"but the claim is about ({', '.join(self.domains)})")  # fmt: skip
        self.premises.append(premise)
        for derived in ("parts", "fingerprint"):
            self.__dict__.pop(derived, None)
        self._spaces.clear()
        self._checks.clear()
        return premise

    def __call__(self, *values: Any, **named: Any) -> Any:
        return self.function(*values, **named)

    def __reduce__(self) -> tuple[Any, ...]:
        return unpacked, packed(self)

    def __repr__(self) -> str:
        return f"<claim {self.name}: {self.says()}>"

    @property
    def statement(self) -> str:
        """What is claimed, in a sentence: the function's docstring, or its name."""
        return " ".join((inspect.getdoc(self.function) or self.name.replace("_", " ")).split())

    def says(self) -> str:
        """The whole claim in words: "for all n (an integer >= 0): n^2 + n + 41 is prime"."""
        over = ", ".join(f"{x} ({domain.says()})" for x, domain in self.domains.items())
        given = [_said(p) for p in self.premises]
        return f"for all {over}{', such that ' if given else ''}{' and '.join(given)}: {self.statement}"

    @property
    def file(self) -> Path | None:
        """The file that the claim was written in, if any."""
        path = Path(self.function.__code__.co_filename)
        return path if path.is_file() else None

    def conditions(self) -> list[Condition]:
        """What a witness must meet, in order: to be in the domains, then every premise."""
        found = [c for x, domain in self.domains.items() for c in domain.conditions(x)]
        called = ", ".join(self.domains)
        return [*found, *(Condition(_said(p), f"{p.__name__}({called})", (p,)) for p in self.premises)]

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """Everything that the claim is made of, each part after the ones it needs."""
        conditions = self.conditions()
        functions = [
            *(f for domain in self.domains.values() for f in domain.functions()),
            *(f for c in conditions for f in c.needs),
            self.function,
        ]
        parts = parts_of(list(dict.fromkeys(functions)))
        taken = {part.name for part in parts} & set(self.domains)
        if taken:
            raise SourceError(f"{sorted(taken)[0]!r} is both a variable and something the claim uses: rename one")
        return parts

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of all that determines what is claimed: source, domains, premises, strictness, the sentence."""
        told = [
            [part.text for part in self.parts], [[c.says, c.text] for c in self.conditions()],
            list(self.domains), self.strict, self.statement,
        ]  # fmt: skip
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()

    def space(self, system: str | System = "fractions") -> dict[str, Any]:
        """Every part by name, in a number system. Raises UnsupportedError if some part has no meaning there."""
        which = named_system(system) if isinstance(system, str) else system
        if which not in self._spaces:
            self._spaces[which] = lift(self.parts, which)
        return self._spaces[which]

    def lifted(self, values: Sequence[Any], system: str | System = "fractions") -> list[Any]:
        """The arguments that plain values become in a number system."""
        which = named_system(system) if isinstance(system, str) else system
        space = self.space(which)
        domains = self.domains.values()
        return [d.realise(which.value(v, space), space) for d, v in zip(domains, values, strict=True)]

    def evaluate(self, values: Sequence[Any], system: str | System = "fractions") -> Any:
        """What the function returns for plain values, computed in a number system."""
        return self.space(system)[self.function.__name__](*self.lifted(values, system))

    def checks(self, system: str | System = "fractions") -> list[Callable[..., Any]]:
        """The conditions as functions of the (lifted) variables, in the order of ``conditions``."""
        which = named_system(system) if isinstance(system, str) else system
        if which not in self._checks:
            space = self.space(which)
            variables = ", ".join(self.domains)
            checks = [eval(f"lambda {variables}: {c.text}", space) for c in self.conditions()]
            count = len(checks) - len(self.premises)
            premises = [_asked(check, p) for check, p in zip(checks[count:], self.premises, strict=True)]
            self._checks[which] = checks[:count] + premises
        return self._checks[which]

    def premise_checks(self, system: str | System = "fractions") -> list[Callable[..., Any]]:
        """The last of ``checks``: the premises alone."""
        checks = self.checks(system)
        return checks[len(checks) - len(self.premises) :]

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """The scalars of all variables, in order; none of a variable that has no fixed shape."""
        return tuple(slot for domain in self.domains.values() for slot in domain.slots() or ())

    @cached_property
    def _widths(self) -> tuple[int, ...]:
        return tuple(len(domain.slots() or ()) for domain in self.domains.values())

    def build(self, scalars: Sequence[Any]) -> tuple[Any, ...]:
        """The values of the variables whose slots are these scalars, of any number type."""
        values, place = [], 0
        for domain, width in zip(self.domains.values(), self._widths, strict=True):
            values.append(domain.build(scalars[place : place + width]))
            place += width
        return tuple(values)

    def meets(self, values: Sequence[Any]) -> bool:
        """Whether plain values are in the domains and meet every premise, exactly."""
        arguments = self.lifted(values)
        return all(check(*arguments) for check in self.checks())

    def refuted_by(self, value: Any) -> bool:
        """Whether a returned value refutes: False, a negative margin, or zero where the claim is strict."""
        if is_truth(value):
            return not value
        return bool(value <= 0 if self.strict else value < 0)

    def ascending(self) -> Iterator[tuple[Any, ...]]:
        """Every tuple of values of the variables, smallest level first, whether or not it meets the premises."""
        level, domains = 0, list(self.domains.values())
        if len(domains) == 1:
            yield from ((value,) for value in domains[0].ascending())
            return
        while all(d.levels is None for d in domains) or any(d.levels is None or level < d.levels for d in domains):
            yield from product_at(domains, level)
            level += 1

    def level(self, values: Sequence[Any]) -> int:
        """The size of a tuple of values: the largest level among them."""
        return max(d.level(v) for d, v in zip(self.domains.values(), values, strict=True))

    def show(self, values: Sequence[Any]) -> str:
        """A witness on one line: "a = 3, b = 1/2"."""
        return ", ".join(f"{x} = {d.show(v)}" for (x, d), v in zip(self.domains.items(), values, strict=True))

    def read(self, data: Any) -> tuple[Any, ...]:
        """A witness from parsed JSON: an object by variable, or, of a claim with one variable, just its value.

        Raises:
            WitnessError: with what is wrong and how to write it.
        """
        names = list(self.domains)
        if isinstance(data, dict) and set(data) == set(names):
            found = [data[name] for name in names]
        elif len(names) == 1:
            found = [data]
        elif isinstance(data, list) and len(data) == len(names):
            found = data
        else:
            raise WitnessError(f"{_short(data)} is no witness of {self.name}: write "
                               f"{{{', '.join(f'{json.dumps(name)}: ...' for name in names)}}}")  # fmt: skip
        values = []
        for (name, domain), one in zip(self.domains.items(), found, strict=True):
            try:
                values.append(domain.read(one))
            except (ValueError, TypeError, LookupError, AttributeError) as error:
                raise WitnessError(f"{name}: {error}") from None
        return tuple(values)


def forall(*domains: Domain, strict: bool = False, **named: Domain) -> Callable[[Callable[..., Any]], ForAll]:
    """Decorate a plain function of one or more variables as a claim about all values in their domains.

    Domains are given in the order of the function's parameters, or by name. The function returns whether the claim
    holds, or its margin; ``strict`` says that a margin of zero refutes.

    >>> from lakatos.claims import forall, integers, is_prime
    >>> @forall(n=integers(0))
    ... def euler(n):
    ...     return is_prime(n * n + n + 41)
    >>> euler(39), euler(40)
    (True, False)
    """

    def decorate(function: Callable[..., Any]) -> ForAll:
        names = list(inspect.signature(function).parameters)
        given = dict(zip(names, domains, strict=False)) | named
        if len(domains) > len(names) or set(given) != set(names) or len(domains) + len(named) != len(names):
            raise ClaimError(f"{function.__name__}({', '.join(names)}) needs one domain for each of its variables; "
                             f"given are {len(domains)} in order and {sorted(named)} by name")  # fmt: skip
        for name, domain in given.items():
            if not isinstance(domain, Domain):
                raise ClaimError(f"{name}={domain!r} is no domain: write integers(0), graphs(n=7), ...")
        return ForAll(function, {name: given[name] for name in names}, strict=strict)

    return decorate


def is_truth(value: Any) -> bool:
    """Whether a value is true or false, Python's own or NumPy's, and not a margin."""
    return type(value).__name__ in ("bool", "bool_")


def _undecorated(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function inside a cache. Raises ClaimError for any other decoration, which its source would not show."""
    if isinstance(function, functools._lru_cache_wrapper):
        function = function.__wrapped__
    if not inspect.isfunction(function) or hasattr(function, "__wrapped__"):
        name = getattr(function, "__name__", repr(function))
        raise ClaimError(f"{name} is no plain function of its own source: @forall and @given stand directly above def")
    return function


def _asked(check: Callable[..., Any], premise: Callable[..., Any]) -> Callable[..., Any]:
    """A premise whose answer is a truth value, or of a type that stands for one; a forgotten return is an error."""

    def asked(*values: Any) -> Any:
        answer = check(*values)
        # Formulas and batches have truth values of their own.
        kinds = {str(getattr(answer, kind, "")).lower() for kind in ("sort", "dtype")}
        if not isinstance(answer, bool) and "bool" not in kinds:
            raise ClaimError(f"the premise {premise.__name__} returned {answer!r}: return True or False")
        return answer

    return asked


def _said(premise: Callable[..., Any]) -> str:
    return spelled(" ".join((inspect.getdoc(premise) or premise.__name__.replace("_", " ")).split()))


def _short(data: Any) -> str:
    try:
        text = repr(data)
    except (ValueError, RecursionError):
        return "this"
    return text if len(text) <= 60 else f"{text[:50]}..."
