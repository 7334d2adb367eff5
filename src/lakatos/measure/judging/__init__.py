"""A disputed number and what is said against it: who is wrong, by which convention; or what has to be asked."""

from lakatos.measure.judging.facts import FACTS, Question
from lakatos.measure.judging.judge import judge
from lakatos.measure.judging.judgement import Judgement
from lakatos.measure.judging.quantity import Quantity, quantity

__all__ = ["FACTS", "Judgement", "Quantity", "Question", "judge", "quantity"]
