"""One audit of a metric by the ready transformations: what is asked in which order, and what the movements mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from lakatos.measure.metamorphic.call import Failure, Value
from lakatos.measure.metamorphic.given import Transformation
from lakatos.measure.metamorphic.result import Answer, MetricAudit, Outcome, Row, Slip
from lakatos.measure.metamorphic.samples import Samples, neutral
from lakatos.measure.metamorphic.scaling import Per, power_of, scaling
from lakatos.measure.metamorphic.studies import STUDIES, WEIGHTED, Bench, Case, Study, hidden_batches, time_unit
from lakatos.measure.metamorphic.suspects import explain, unseen
from lakatos.measure.metamorphic.wording import sentence

#: A movement that is smaller, and that no known slip explains, may be the rounding of half precision.
SMALLEST = 2e-3
#: Samples that are changed, one by one, to see whether they count.
MOST_CHANGED = 64
#: The transformations of times and rates.
OF_TIMES = ("padding length", "batch size", "world size", "order of samples", "data twice", "time unit")


@dataclass
class Examination:
    """One audit: its bench, its sets of samples, and what has been found so far."""

    bench: Bench
    draws: list[Samples]
    per: Per | None
    may_change: frozenset[str]
    tolerance: float
    given: bool
    label: int
    noise: float = 0.0

    def run(self, title: str, own: Sequence[Transformation]) -> MetricAudit:
        call, name = self.bench.call, self.bench.strategy.name
        bases = [call(s, neutral(s)) for s in self.draws]
        failed = next((b for b in bases if isinstance(b, Failure)), None)
        if failed:
            hint = ""
            if self.label < 0 and self.draws[0].tokens and "labels" in self.bench.strategy.fields:
                hint = f" (labels are {self.label} on padding: ignore_index=0 if the metric tells it otherwise)"
            return self._ends(title, f"on the plainest layout the metric {failed.says}{hint}")
        numbers = [b for b in bases if not isinstance(b, Failure)]
        self.noise = self.tolerance * max(abs(float(b)) for b in numbers) or self.tolerance
        again = [call(s, neutral(s), again=True) for s in self.draws for _ in range(2)]
        if any(self._moves(b, a) for b, a in zip([b for b in bases for _ in range(2)], again, strict=True)):
            return self._ends(title, "not deterministic: asked again, it gives another value; fix its seed")
        notes = self._counted()
        if notes is None:
            return self._ends(title, "ignores its input: no sample changes its value")
        rows, not_tried = self._studies()
        rows += [self._own(t) for t in own]
        if any(self._moves(b, call(s, neutral(s), again=True)) for b, s in zip(bases, self.draws, strict=True)):
            return self._ends(title, "not a function of its arguments: at the end it gives another value than before")
        exact = all(isinstance(v, Fraction) for r in rows for v in (r.before, r.after))
        answer, why = _answer(rows)
        return MetricAudit(
            title, name, answer, why, tuple(rows), tuple(not_tried), tuple(notes), self._scope(exact), call.calls
        )

    def _ends(self, title: str, why: str) -> MetricAudit:
        call, name = self.bench.call, self.bench.strategy.name
        return MetricAudit(
            title, name, "undetermined", why, (), ("everything else",), (), self._scope(False), call.calls
        )

    def _scope(self, exact: bool) -> str:
        n = len(self.draws[0])
        what = "sequences" if self.draws[0].tokens else "samples"
        on = (
            f"the {n} {what} given, in {len(self.draws)} orders"
            if self.given
            else f"{len(self.draws)} drawn sets of {n} {what} ({self.bench.strategy.about}; seed {self.bench.seed})"
        )
        equal = "compared exactly" if exact else f"equal within {self.tolerance:g} of the value"
        return f"{on}; {equal}; whether the value itself is the right one is not asked"

    def _moves(self, before: Value, after: Value) -> bool:
        if isinstance(before, Failure) or isinstance(after, Failure):
            return type(before) is not type(after)
        if isinstance(before, Fraction) and isinstance(after, Fraction):
            return before != after
        return abs(float(after) - float(before)) > self.noise

    def _counted(self) -> list[str] | None:
        """How many samples of the first set do not count, as a note; None if none counts in any set."""
        call, first = self.bench.call, self.draws[0]
        some = range(min(len(first), MOST_CHANGED))
        base, whole = call(first, neutral(first)), neutral(first)
        silent = sum(not self._moves(base, call(self.bench.strategy.one_changed(first, i), whole)) for i in some)
        if silent == len(some) and not any(self._moves(call(s, neutral(s)), self._changed(s)) for s in self.draws):
            return None
        return [f"{silent} of {len(some)} samples do not change the value when they alone change"] if silent else []

    def _changed(self, samples: Samples) -> Value:
        """The value with every sample changed."""
        for i in range(min(len(samples), MOST_CHANGED)):
            samples = self.bench.strategy.one_changed(samples, i)
        return self.bench.call(samples, neutral(samples))

    def _studies(self) -> tuple[list[Row], list[str]]:
        rows: list[Row] = []
        not_tried = []
        for study in STUDIES:
            if not self._concerns(study):
                continue
            known = {r.transformation for r in rows if r.outcome in ("moves", "fails")}
            moved = [name for name in study.unless if name in known]
            made = [study.cases(self.bench, s) for s in self.draws] if not moved else f"{moved[0]} moves it already"
            if isinstance(made, str) or isinstance(made[0], str):
                not_tried.append(f"{study.name}: {made if isinstance(made, str) else made[0]}")
                continue
            rows.append(self._row(study, [c for cases in made if not isinstance(cases, str) for c in cases]))
        return rows, not_tried

    def _concerns(self, study: Study) -> bool:
        """Whether a study belongs to this kind of metric, and to what it is said to be per."""
        name = self.bench.strategy.name
        if name == "throughput":
            return study.name in OF_TIMES
        if study.name == "time unit" or (study.name == "class names" and name not in ("accuracy", "binary")):
            return False
        if study.name in ("token split", "token repeat"):
            return (study.name == "token repeat") == (self.per == "sequence")
        return not study.name.startswith("vocabulary") or name in ("loss", "divergence")

    def _row(self, study: Study, cases: list[Case]) -> Row:
        failed = next((c for c in cases if isinstance(c.after, Failure) or isinstance(c.before, Failure)), None)
        if failed:
            why = failed.after if isinstance(failed.after, Failure) else failed.before
            assert isinstance(why, Failure)
            return Row(study.name, "invariant", "fails", failed.setting, failed.before, failed.after, 0.0, why.says)
        moved = [c for c in cases if self._moves(c.before, c.after)]
        if self.bench.strategy.name == "throughput" and study.name in ("time unit", "world size"):
            return self._scaling(study, cases)
        if not moved:
            return self._still(study, cases)
        # A ragged last batch makes the plainest sentence.
        worst = max(moved, key=lambda c: (bool(c.facts.get("r")), abs(_number(c.after) - _number(c.before))))
        kinds, facts = self._explained(study, cases, worst)
        outcome: Outcome = "moves"
        if study.name in self.may_change or study.name == "class names":
            outcome = "tells"
        elif study.name == "padding side" or (study.name == "token split" and self.per != "token"):
            outcome = "asks"
        elif study.name == "data twice" and kinds == (study.fallback,):
            # A standard error, or a deviation over n - 1, moves by right.
            outcome = "asks"
        elif self.bench.strategy.name == "throughput" and study.name == "batch size" and kinds == (study.fallback,):
            # So does the median of the steps' times, or any other statistic of single steps.
            outcome = "asks"
        return self._named(study, outcome, kinds, worst, facts)

    def _named(self, study: Study, outcome: Outcome, kinds: Sequence[str], case: Case, facts: Mapping[str, Any]) -> Row:
        by = _relative(case)
        slips = tuple(Slip(kind, sentence(kind, facts), by) for kind in kinds)
        says = "; ".join(s.says for s in slips)
        expected = "invariant" if outcome == "moves" else "may change"
        exact = isinstance(case.before, Fraction) and isinstance(case.after, Fraction)
        if outcome == "moves" and kinds == (study.fallback,) and abs(by) < SMALLEST and not exact:
            # Not enough to accuse anybody of.
            outcome, slips = "no power", ()
            says = f"moves by {abs(by):.1g} of itself, which may be rounding: if it is, say tolerance={SMALLEST:g}"
        return Row(
            study.name,
            expected,
            outcome,
            case.setting,
            case.before,
            case.after,
            by,
            says,
            slips if outcome == "moves" else (),
        )

    def _explained(self, study: Study, cases: list[Case], worst: Case) -> tuple[tuple[str, ...], dict[str, Any]]:
        if study.name in ("order of samples", "position of a sample"):
            return self._hidden(study, cases)
        pairs = [(_number(c.before), _number(c.after), c.predictions) for c in cases]
        kinds = explain(pairs, max(self.noise, _resolution([v for before, after, _ in pairs for v in (before, after)])))
        return kinds or (study.fallback,), worst.facts

    def _hidden(self, study: Study, cases: list[Case]) -> tuple[tuple[str, ...], dict[str, Any]]:
        """Whether the order matters because the metric takes batches of its own, and of how many."""
        n = len(cases[0].facts["samples"])
        for b in cases[0].facts["own"]:
            made = [
                (_number(c.before), _number(c.after), hidden_batches(self.bench, c.facts["samples"], b))
                for c in cases
                if b in c.facts["own"]
            ]
            kinds = explain(made, self.noise)
            if kinds:
                return (study.fallback, *kinds), {"b": b, "r": n % b, "n": n, "tokens": self.draws[0].tokens}
        return (study.fallback,), {}

    def _own(self, transformation: Transformation) -> Row:
        """A transformation of the user's, on what the metric is handed in the plain layout."""
        samples, call = self.draws[0], self.bench.call
        keywords = call.keywords(samples, neutral(samples))
        after = transformation.tried(call.ask, keywords, tuple(keywords))
        return transformation.row(call(samples, neutral(samples)), after, self.noise)

    def _still(self, study: Study, cases: list[Case]) -> Row:
        last = cases[-1]
        core = [*study.core, *([WEIGHTED] if study.name == "batch size" and self._same_length() else [])]
        if self.bench.strategy.name == "throughput" and study.name == "world size":
            core = []
        blind = unseen([(_number(c.before), _number(c.after), c.predictions) for c in cases], core, self.noise)
        # On drawn samples, which differ in everything, a slip that moves nothing does not matter to this metric.
        outcome: Outcome = "no power" if blind and self.given else "holds"
        says = f"does not move in {len(cases)} cases" if len(cases) > 1 else "does not move"
        if outcome == "no power":
            says = f"{self._why_blind()}: it would not have moved by {' or '.join(blind)}"
        return Row(study.name, "invariant", outcome, last.setting, last.before, last.after, 0.0, says)

    def _same_length(self) -> bool:
        return self.draws[0].tokens and len({n for s in self.draws for n in s.lengths}) == 1

    def _why_blind(self) -> str:
        samples = self.draws[0]
        if len(samples) == 1:
            return "one sample only"
        rows = next(iter(samples.fields.values()))
        if all(np.array_equal(x, rows[0]) for x in rows):
            return "all samples equal"
        if self._same_length():
            return "all lengths equal"
        return "on these data the slip cancels"

    def _scaling(self, study: Study, cases: list[Case]) -> Row:
        """Throughput: how the value goes with the time, or with the number of devices."""
        case = cases[-1]
        power = power_of([(_number(c.before), _number(c.after), float(c.facts["times"])) for c in cases])
        rate = self._is_rate()
        says, outcome, kinds = scaling(study.name, power, rate, self.per)
        slips = tuple(Slip(k, sentence(k, case.facts), _relative(case)) for k in kinds)
        expected = "scales" if study.name == "time unit" else "invariant per device, else scales"
        return Row(study.name, expected, outcome, case.setting, case.before, case.after, _relative(case), says, slips)

    def _is_rate(self) -> bool | None:
        """Whether the value falls as the time grows; None if it is neither a rate nor a time."""
        cases = time_unit(self.bench, self.draws[0])
        if isinstance(cases, str) or any(isinstance(v, Failure) for c in cases for v in (c.before, c.after)):
            return None
        power = power_of([(_number(c.before), _number(c.after), c.facts["times"]) for c in cases])
        return {-1.0: True, 1.0: False}.get(power or 0.0)


def _answer(rows: Sequence[Row]) -> tuple[Answer, str]:
    slips = {s.kind: s for r in rows for s in r.slips}
    by_outcome = {o: [r for r in rows if r.outcome == o] for o in ("moves", "fails", "asks", "no power")}
    if by_outcome["moves"]:
        return "slip", "; ".join(s.says for s in slips.values())
    if by_outcome["fails"]:
        return "undetermined", "; ".join(f"{r.transformation}: {r.says}" for r in by_outcome["fails"])
    if by_outcome["asks"]:
        return "ask", "is it meant so? " + "; ".join(r.says for r in by_outcome["asks"])
    if by_outcome["no power"]:
        return "no power", "; ".join(f"{r.transformation}: {r.says}" for r in by_outcome["no power"])
    if not rows:
        return "undetermined", "nothing could be tried"
    return "clear", f"none of {len(rows)} transformations moves it: {', '.join(r.transformation for r in rows)}"


def _resolution(values: Sequence[float]) -> float:
    """The place value of the last digit, if the values were rounded to one to six decimals; else 0."""
    for places in range(1, 7):
        scaled = np.array(values) * 10**places
        if np.abs(scaled - scaled.round()).max() < 1e-6:
            # Whole numbers are counts, not rounded.
            return 0.0 if np.array_equal(np.array(values), np.round(values)) else 10.0**-places
    return 0.0


def _number(value: Value) -> float:
    assert not isinstance(value, Failure)
    return float(value)


def _relative(case: Case) -> float:
    before, after = _number(case.before), _number(case.after)
    return (after - before) / max(abs(before), abs(after), 1e-300)
