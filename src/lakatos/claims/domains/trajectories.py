"""Trajectories of a dynamical system: an optimiser, an online algorithm, anything with a start and a step."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from lakatos.claims.domains.base import Condition, Domain
from lakatos.claims.literal import literal
from lakatos.claims.plain.membership import is_integer, trajectory

#: How the domain of the start speaks of it; in a certificate that is the first state.
START = "start_of_it"


class Trajectories(Domain):
    """Every beginning of every trajectory: (start, steps), by the size of the start and then by the number of steps.

    The claim's function is given the states x_0, ..., x_t as a tuple: ``x[-1]`` is where it is, ``len(x) - 1`` is t,
    ``x[0]`` is the start.
    """

    def __init__(self, start: Domain, step: Callable[[int, Any], Any], horizon: int) -> None:
        if isinstance(horizon, bool) or not isinstance(horizon, int) or horizon < 0:
            raise ValueError(f"the horizon is a number of steps, not {horizon!r}")
        if not inspect.isfunction(inspect.unwrap(step)) or step.__name__ == "<lambda>":
            raise ValueError("the step of a trajectory is a plain function of t and a state: write it with def")
        self.start, self.step, self.horizon = start, step, horizon
        self.levels = start.levels

    def conditions(self, x: str) -> list[Condition]:
        within = Condition(self._within(x), f"is_integer(len({x}) - 1, 0, {self.horizon})", (is_integer,))
        return [within, *(
            Condition(c.says.replace(START, "the start", 1), re.sub(rf"\b{START}\b", f"{x}[0]", c.text), c.needs)
            for c in self.start.conditions(START)
        )]  # fmt: skip

    def says(self) -> str:
        return f"a trajectory of at most {self.horizon} steps of {self.step.__name__} from {self.start.says()}"

    def functions(self) -> tuple[Callable[..., Any], ...]:
        return (self.step, trajectory)

    def level(self, value: tuple[Any, int]) -> int:
        return self.start.level(value[0])

    def size(self, value: tuple[Any, int]) -> tuple[Any, ...]:
        return (self.level(value), self.start.size(value[0]), value[1])

    def at(self, level: int) -> Iterator[tuple[Any, int]]:
        for start in self.start.at(level):
            for steps in range(self.horizon + 1):
                yield start, steps

    def sample(self, rng: Random, spread: int) -> tuple[Any, int]:
        return self.start.sample(rng, spread), rng.randint(0, min(self.horizon, spread + 1))

    def neighbour(self, rng: Random, value: tuple[Any, int]) -> tuple[Any, int]:
        if rng.random() < 0.5:
            return self.start.neighbour(rng, value[0]), value[1]
        return value[0], max(0, min(self.horizon, value[1] + rng.choice((-3, -1, 1, 3, 10))))

    def smaller(self, value: tuple[Any, int]) -> Iterator[tuple[Any, int]]:
        for steps in dict.fromkeys((value[1] // 2, value[1] - 1)):
            if 0 <= steps < value[1]:
                yield value[0], steps
        for start in self.start.smaller(value[0]):
            yield start, value[1]

    def read(self, data: Any) -> tuple[Any, int]:
        if not isinstance(data, dict) or set(data) != {"start", "steps"}:
            raise ValueError(f'{data!r} is no trajectory: write {{"start": ..., "steps": 224}}')
        steps = data["steps"]
        if isinstance(steps, bool) or not isinstance(steps, int) or steps < 0:
            raise ValueError(f"steps: {steps!r} is no number of steps")
        return self.start.read(data["start"]), steps

    def declare(self, x: str, value: tuple[Any, int]) -> str:
        start, steps = value
        text = literal(start)
        if "\n" in text:
            return f"{x}_start = {text}\n{x} = trajectory({self.step.__name__}, {x}_start, {steps})"
        return f"{x} = trajectory({self.step.__name__}, {text}, {steps})"

    def show(self, value: tuple[Any, int]) -> str:
        return f"{value[1]} steps from {self.start.show(value[0])}"

    def beyond(self, x: str, value: tuple[Any, int]) -> str | None:
        # Neither a longer trajectory nor one from elsewhere is computed: it may grow, or fail, with every step.
        if value[1] > self.horizon:
            return self._within(x)
        for c in self.start.conditions(START):
            space = {f.__name__: f for f in c.needs} | {START: value[0]}
            try:
                met = bool(eval(c.text, space))
            except (ArithmeticError, ValueError, TypeError, LookupError, AttributeError):
                met = False
            if not met:
                return c.says.replace(START, "the start", 1)
        return None

    def _within(self, x: str) -> str:
        return f"{x} has at most {self.horizon} steps"

    def realise(self, value: tuple[Any, int], functions: Mapping[str, Callable[..., Any]]) -> Any:
        return functions["trajectory"](functions[self.step.__name__], value[0], value[1])


def trajectories(start: Domain, step: Callable[[int, Any], Any], *, horizon: int) -> Trajectories:
    """Trajectories x_{t+1} = step(t, x_t) from every start of a domain, for at most ``horizon`` steps."""
    return Trajectories(start, step, horizon)
