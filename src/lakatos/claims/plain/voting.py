"""Voting and dice. A ballot is a tuple of the candidates 0, ..., m - 1, best first; a die is a tuple of its faces."""

from fractions import Fraction


def number_of_candidates(ballots):
    """The m for which every ballot is a permutation of 0, ..., m - 1; needs a ballot and a candidate."""
    m = len(ballots[0]) if ballots else 0
    if m == 0 or any(sorted(ballot) != list(range(m)) for ballot in ballots):
        raise ValueError("needs ballots that all rank the same candidates 0, ..., m - 1")
    return m


def majority_prefers(ballots, a, b):
    """Whether strictly more ballots rank a before b than b before a; False for a = b."""
    return sum((ballot.index(a) < ballot.index(b)) - (ballot.index(b) < ballot.index(a)) for ballot in ballots) > 0


def condorcet_winner(ballots):
    """The candidate whom a majority prefers to each other one, or None; a single candidate wins."""
    candidates = range(number_of_candidates(ballots))
    for a in candidates:
        if all(majority_prefers(ballots, a, b) for b in candidates if b != a):
            return a
    return None


def plurality_scores(ballots):
    """For each candidate, how many ballots rank it first."""
    return tuple(sum(ballot[0] == a for ballot in ballots) for a in range(number_of_candidates(ballots)))


def borda_scores(ballots):
    """For each candidate, the sum over the ballots of how many candidates it is ranked before."""
    m = number_of_candidates(ballots)
    return tuple(sum(m - 1 - ballot.index(a) for ballot in ballots) for a in range(m))


def borda_winners(ballots):
    """All candidates with the largest Borda score, ascending."""
    scores = borda_scores(ballots)
    return tuple(a for a, score in enumerate(scores) if score == max(scores))


def beats(a, b):
    """The probability that die a shows more than die b, minus the probability that it shows less."""
    if not a or not b:
        raise ValueError("a die has at least one face")
    return Fraction(sum((x > y) - (x < y) for x in a for y in b), len(a) * len(b))
