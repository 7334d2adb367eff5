"""TimSort: looking at the three top runs does not keep the invariant, and Java's stack was too short for what follows.

Claim
    The merge_collapse of TimSort, as it was in CPython and in Java: after each run that is pushed, merging until the
    lengths A, B, C of the three top runs have A > B + C and B > C gives that order to the whole stack. So run lengths
    grow from the top like Fibonacci numbers, and 40 slots suffice for any array in Java.
Why it looked true
    It is checked where one looks: the three top runs are always in order when merge_collapse ends. What it breaks lies
    one further down, does no harm to what is sorted, and mostly is mended by a later merge. Only a stack that overflows
    can be seen, and that takes 67 million elements in runs made for it.
What was claimed against it
    Runs of 120, 80, 25, 20 and 30 leave 120, 80, 45 and 30 on the stack; 67,108,864 elements can overflow Java's.
What we find
    The five runs leave 120 next to 80 and 45, which are more together. The least array that breaks the invariant has 33
    elements, five runs of 14, 10, 3, 2 and 4; for 67,108,864 elements there is a sequence of runs that needs 41 slots.
    With one more comparison the same runs fit, and no array of up to 40 elements breaks the invariant.
What this does not show
    Nothing about whether arrays come out sorted: they do, where the stack holds. Run lengths only are simulated, no
    array of 67 million is sorted. That fewer elements never overflow 40 slots is not shown, nor that the repair
    keeps the invariant for every length: that is proved in the reference.
References
    De Gouw, Rot, de Boer, Bubel and Haehnle, OpenJDK's java.utils.Collection.sort() is broken, CAV 2015;
    http://www.envisage-project.eu/timsort-specification-and-verification/
"""

import itertools
from functools import cache

import numpy as np

from lakatos import Claim, Dispute, Falsification, Finding, Outcome, Paper, canvas, figure

CLAIM = Claim(
    paper=Paper(title="TimSort, as it was in CPython and in the Java class library until 2015"),
    where="merge_collapse, and the length of the stack of runs",
    statement="every run on the stack is longer than the next, and than the next two together; 40 slots suffice",
)
AGAINST = Falsification(
    statement="Runs of 120, 80, 25, 20, 30 break the invariant; 67,108,864 elements overflow the stack.",
    source="http://www.envisage-project.eu/timsort-specification-and-verification/",
)
dispute = Dispute(CLAIM, against=AGAINST, expected="confirmed", group="shelf")

PUBLISHED = (120, 80, 25, 20, 30)
#: Java's slots by the number of elements: up to 119, up to 1541, up to 119150, more. An earlier version had 19 for 24.
SLOTS = ((120, 5), (1542, 10), (119151, 24), (1 << 31, 40))
SHORTEST = 16  # the least length of a run but the last, where the number of elements is a power of two from 32 on
EXPONENTS = range(6, 31)


def slots(elements):
    return next(slots for limit, slots in SLOTS if elements < limit)


def height_in_order(elements):
    """The most runs on the stack, one just pushed, if those below it are in order."""
    lengths = [SHORTEST, SHORTEST + 1]
    while sum(lengths) < elements:
        lengths.append(lengths[-1] + lengths[-2] + 1)
    return len(lengths)


def collapse(stack, looking_at=3):
    """Merge on the top of a stack of run lengths, in place. Looking at 3 runs is as published, 4 is the repair."""
    while len(stack) > 1:
        n = len(stack) - 2
        third = looking_at >= 3 and n > 0 and stack[n - 1] <= stack[n] + stack[n + 1]
        fourth = looking_at >= 4 and n > 1 and stack[n - 2] <= stack[n - 1] + stack[n]
        if third or fourth:
            if stack[n - 1] < stack[n + 1]:
                n -= 1
        elif stack[n] > stack[n + 1]:
            return
        stack[n : n + 2] = [stack[n] + stack[n + 1]]


def in_order(stack):
    """The invariant, for the whole stack."""
    longer = all(a > b for a, b in itertools.pairwise(stack))
    return longer and all(a > b + c for a, b, c in zip(stack, stack[1:], stack[2:]))


def stages(runs, looking_at=3):
    """The stack after each push and its merges, and how many runs it held in between."""
    stack = []
    for run in runs:
        stack.append(run)
        height = len(stack)
        collapse(stack, looking_at)
        yield tuple(stack), height


def breaks(runs, looking_at=3):
    return any(not in_order(stack) for stack, _ in stages(runs, looking_at))


def height_needed(runs, looking_at=3):
    return max(height for _, height in stages(runs, looking_at))


def least_breaking(most, looking_at=3, shortest=1):
    """Every way to break the invariant with the fewest elements, and how many stacks were reached before.

    What comes next depends on the stack only, so each is looked at once; all elements are on it.
    """
    seen, waiting, found = {()}, {0: [((), ())]}, []
    for total in range(most + 1):
        for stack, runs in waiting.pop(total, ()):
            for run in range(shortest, most - total + 1):
                after = [*stack, run]
                collapse(after, looking_at)
                after = tuple(after)
                if not in_order(after):
                    found.append((total + run, (*runs, run)))
                elif after not in seen:
                    seen.add(after)
                    waiting.setdefault(total + run, []).append((after, (*runs, run)))
    least = min((total for total, _ in found), default=None)
    return [runs for total, runs in found if total == least], len(seen)


@cache
def pieces(length):
    """Runs that come to be one of this length, pushed one by one and then another; the first as short as it can be.

    The first two merge when the third is pushed, and so on: only the first is held against the two runs below.
    """
    best = (length,)
    for front in range(length // 2 + 1, min(length - SHORTEST, length // 2 + 40) + 1):
        made = pieces(front)
        if length - front > sum(made[:-1]) and made[0] < best[0]:
            best = (*made, length - front)
    return best


def tall_stack(elements):
    """Runs that leave as many on the stack as this construction can, for a number of elements that is a power of 2.

    From the top down each run is as short as the run above, and the first piece of the one above that, allow; every
    other run is put together from pieces, so that it is longer than what was compared. The bottom takes up the rest.
    """
    made = [(SHORTEST,)]
    while True:
        above = sum(made[-1])
        least = above + (made[-2][0] if len(made) > 1 else 0) + 1
        if len(made) >= 3 and len(made[-1]) == 1:
            new = next(p for p in map(pieces, itertools.count(least)) if len(p) > 1 and sum(p[:-1]) < above)
        else:
            new = (least,)
        used = sum(map(sum, made))
        if used + sum(new) + 1 > elements:
            # A last run of one element is pushed before anything is merged.
            bottom = made.pop()
            runs = [run for part in reversed(made) for run in part]
            return [*bottom[:-1], bottom[-1] + elements - used - 1, *runs, 1]
        made.append(new)


@dispute.finding
def published_runs():
    *_, (stack, _) = stages(PUBLISHED)
    a, b, c = stack[:3]
    return Finding(
        name="stack after runs of 120, 80, 25, 20 and 30",
        kind="exact",
        value=", ".join(map(str, stack)),
        shown=f"{a} <= {b} + {c}",
        scope="run lengths, integers; the last comparison was of 80, 45 and 30, which are in order",
        says=f"merge_collapse ends with {', '.join(map(str, stack))} on the stack, and {a} <= {b} + {c}.",
        refutes="claim" if not in_order(stack) else None,
        decisive=True,
    )


@dispute.finding
def least_array():
    found, reached = least_breaking(33)
    return Finding(
        name="fewest elements that break the invariant",
        kind="exact",
        value=sum(found[0]),
        shown=f"{sum(found[0])}: runs of {', '.join(map(str, found[0]))}",
        scope=f"all sequences of runs, up to 33 elements: {reached:,} stacks reached, {len(found)} way to break it",
        says="No shorter array can do it, and one of this length in one way only.",
    )


@dispute.finding
def overflow():
    elements = 1 << 26
    runs = tall_stack(elements)
    needed, had = height_needed(runs), slots(elements)
    return Finding(
        name="slots that 67,108,864 elements need",
        kind="exact",
        value=needed,
        shown=f"{needed}, where Java had {had}",
        scope=f"{len(runs)} runs of {sum(runs):,} elements in all, none but the last below {min(runs[:-1])}, the least "
        f"that Java makes of so many; with the repair the same runs need {height_needed(runs, 4)}",
        says=f"The stack of runs overflows: {needed} are on it at once.",
        refutes="claim" if needed > had else None,
    )


@dispute.finding
def slots_by_length():
    rows = [(1 << k, height_needed(tall_stack(1 << k)), slots(1 << k)) for k in EXPONENTS]
    return Finding(
        name="elements from which the construction overflows Java's slots",
        kind="exact",
        value={
            "with 40 slots": min(n for n, needed, had in rows if needed > had),
            "with 19 slots (an earlier version)": min(n for n, needed, _ in rows if needed > 19 and n < 119151),
            "most slots needed below 2^31": max(needed for _, needed, _ in rows),
        },
        shown="at 2^26 elements 40 slots",
        scope="powers of two from 2^6 to 2^30, run lengths only",
        says="Java's first answer was to make the array longer, 49 slots, and not to mend the comparison.",
        table={name: list(column) for name, column in zip(("elements", "needed", "slots"), zip(*rows))},
    )


def random_runs(count, rng):
    return [tuple(int(r) for r in rng.integers(1, 101, 40)) for _ in range(count)]


@dispute.finding
def by_chance():
    tried = random_runs(3000, np.random.default_rng(2015))
    steps = [in_order(stack) for runs in tried for stack, _ in stages(runs)]
    return Finding(
        name="share of random sequences of runs that break the invariant at some time",
        kind="comparison",
        value={"sequences": sum(map(breaks, tried)) / len(tried), "moments": 1 - sum(steps) / len(steps)},
        scope="3,000 sequences of 40 runs, lengths uniform from 1 to 100",
        says="It is not rare where run lengths vary; what is rare is that anybody notices.",
    )


@dispute.control(holds=True)
def the_repair_keeps_the_invariant():
    """With the comparison one further down no sequence breaks it: all up to 40 elements, and 3,000 random ones."""
    found, reached = least_breaking(40, looking_at=4)
    lost = [runs for runs in random_runs(3000, np.random.default_rng(7)) if breaks(runs, 4)]
    return Outcome(
        survived=not found and not lost, note=f"{reached:,} stacks of up to 40 elements, 120,000 random pushes"
    )


@dispute.control(holds=True)
def nothing_is_lost():
    """Merging keeps all elements and ends in order where one looks: the three top runs, as published."""
    tried = random_runs(500, np.random.default_rng(9))
    kept = all(sum(stack) == sum(runs[:n]) for runs in tried for n, (stack, _) in enumerate(stages(runs), 1))
    top = all(in_order(stack[-3:]) for runs in tried for stack, _ in stages(runs))
    return Outcome(survived=kept and top, note="500 random sequences of 40 runs")


@dispute.control(holds=True)
def fibonacci_heights():
    """With the repair lengths grow as Fibonacci numbers, and Java's slots are enough for the same runs."""
    heights = {k: (height_needed(tall_stack(1 << k), 4), height_in_order(1 << k)) for k in EXPONENTS}
    kept = all(seen <= allowed <= slots(1 << k) for k, (seen, allowed) in heights.items())
    return Outcome(survived=kept, note=f"at most {max(allowed for _, allowed in heights.values())}")


@dispute.control(holds=False)
def looking_at_two_runs_falls():
    """A version that looks at the two top runs only breaks the invariant at once, and has to be caught."""
    found, _ = least_breaking(12, looking_at=2)
    return Outcome(survived=not found, note=f"runs of {', '.join(map(str, found[0]))}" if found else "not caught")


@figure(
    "The stack after each of the five runs is pushed, bottom run on the left. At the end the three top runs are in "
    "order, which is all that is looked at; the bottom one (red) is shorter than the next two together."
)
def five_pushes():
    fig, ax = canvas(size=(7.2, 3.0))
    seen = [stack for stack, _ in stages(PUBLISHED)]
    for row, stack in enumerate(seen):
        left = 0
        for i, run in enumerate(stack):
            broken = i + 2 < len(stack) and run <= stack[i + 1] + stack[i + 2]
            ax.barh(row, run, left=left, color="evidence" if broken else "claim", edgecolor="white", lw=2, height=0.7)
            ax.text(left + run / 2, row, str(run), color="white", ha="center", va="center", size=9)
            left += run
    ax.set_yticks(range(5), [f"push {run}" for run in PUBLISHED])
    ax.invert_yaxis()
    ax.set(xlabel="elements")
    ax.grid(visible=False)
    return fig


@figure(
    "Runs that are on the stack at once, by the number of elements: what this construction reaches (dots), what the "
    "invariant would allow (line), and the slots that Java had. The dots cross at 67,108,864 elements, 2 to the 26."
)
def slots_and_heights():
    fig, ax = canvas()
    ax.step(EXPONENTS, [slots(1 << k) for k in EXPONENTS], where="post", color="claim", label="slots")
    ax.plot(EXPONENTS, [height_in_order(1 << k) for k in EXPONENTS], color="context", label="if the invariant held")
    reached = [height_needed(tall_stack(1 << k)) for k in EXPONENTS]
    ax.plot(EXPONENTS, reached, "o", color="evidence", ms=5, label="reached")
    ax.set(xlabel="elements, as a power of 2", ylabel="runs on the stack")
    ax.legend(loc="upper left")
    return fig
