"""Whether a value is what a domain says it is: nothing is taken on trust from a witness."""

from fractions import Fraction


def is_integer(x, low, high):
    """Whether x is an integer with low <= x <= high; None stands for no bound."""
    if not isinstance(x, int) or isinstance(x, bool):
        return False
    return (low is None or low <= x) and (high is None or x <= high)


def is_rational(x, low, high, height):
    """Whether x is a Fraction p/q with low <= x <= high and |p|, q <= height; None stands for no bound."""
    if not isinstance(x, Fraction):
        return False
    if height is not None and max(abs(x.numerator), x.denominator) > height:
        return False
    return (low is None or low <= x) and (high is None or x <= high)


def is_permutation(x, low, high):
    """Whether x is a tuple of 0, ..., n - 1 in some order, with low <= n <= high; None stands for no bound."""
    if not isinstance(x, tuple) or not all(is_integer(entry, 0, len(x) - 1) for entry in x):
        return False
    return len({*x}) == len(x) and is_integer(len(x), low, high)


def trajectory(step, start, steps):
    """The states x_0 = start, x_1 = step(0, x_0), x_2 = step(1, x_1), ... as a tuple of steps + 1 states."""
    states = [start]
    for t in range(steps):
        states.append(step(t, states[-1]))
    return tuple(states)


def where(condition, yes, no):
    """The one value if the condition holds, else the other; both are computed."""
    return yes if condition else no
