"""TimSort's merge_collapse, looking at the three top runs, breaks its invariant; Java's 40 slots overflow at 2^26.

Claim: after merge_collapse every run on the stack is longer than the next, and than the next two together; so 40 slots
    suffice for the stack of runs in Java.
Witness: runs of 120, 80, 25, 20, 30. The least: 14, 10, 3, 2, 4. For the slots: 67,108,864 elements, built below.
What this does not show: nothing about whether arrays come out sorted. That fewer elements never overflow 40 slots.
"""

from functools import cache, reduce


def push(stack, run):
    """The stack after a push and merge_collapse."""
    stack = [*stack, run]
    while len(stack) > 1:
        n = len(stack) - 2
        if n > 0 and stack[n - 1] <= stack[n] + stack[n + 1]:
            n -= stack[n - 1] < stack[n + 1]
        elif stack[n] > stack[n + 1]:
            break
        stack[n : n + 2] = [stack[n] + stack[n + 1]]
    return tuple(stack)


def in_order(s):
    """The invariant, for the whole stack."""
    return all(s[i] > s[i + 1] + sum(s[i + 2 : i + 3]) for i in range(len(s) - 1))


@cache
def pieces(x):
    """Runs that merge into one of length x when one more is pushed; only the first is held against what lies below."""
    fronts = [pieces(y) for y in range(x // 2 + 1, min(x - 16, x // 2 + 40) + 1)]
    fitting = [(*made, x - sum(made)) for made in fronts if x - sum(made) > sum(made[:-1])]
    return min([(x,), *fitting], key=lambda made: made[0])


stack = reduce(push, (120, 80, 25, 20, 30), ())
assert stack == (120, 80, 45, 30)
assert stack[0] <= stack[1] + stack[2]
print("runs of 120, 80, 25, 20, 30 leave", stack, "though 120 <= 80 + 45")
# What comes next depends on the stack only. No stack of up to 32 elements is out of order, one of 33 is.
reached = {0: {()}}
for total in range(1, 33):
    reached[total] = {push(s, total - n) for n in range(total) for s in reached[n]}
assert all(in_order(s) for stacks in reached.values() for s in stacks)
assert not in_order(reduce(push, (14, 10, 3, 2, 4), ()))

# From the top down: every other run in pieces, of which only the first is compared. None is below 16 but the last.
made = [(16,), (17,), (34,)]
while len(made) < 40:
    x, whole = sum(made[-1]) + made[-2][0] + 1, len(made[-1]) > 1
    while not whole and not 0 < sum(pieces(x)[:-1]) < sum(made[-1]):
        x += 1
    made.append((x,) if whole else pieces(x))
runs = [run for part in reversed(made) for run in part]
runs[0] += 2**26 - 1 - sum(runs)
assert (min(runs), sum(runs) + 1, len(reduce(push, runs, ())) + 1) == (16, 67108864, 41)
print(f"{len(runs) + 1} runs of 67108864 elements: 40 are on the stack when the last is pushed, into slot 41")
