"""What a function computes, from its behaviour: candidates of a catalogue, seeded inputs, comparison to rounding."""

from lakatos.measure.identify.average import IdentifiedAverage, identify_average
from lakatos.measure.identify.divergence import IdentifiedDivergence, identify_divergence
from lakatos.measure.identify.perplexity import IdentifiedPerplexity, identify_perplexity

__all__ = [
    "IdentifiedAverage",
    "IdentifiedDivergence",
    "IdentifiedPerplexity",
    "identify_average",
    "identify_divergence",
    "identify_perplexity",
]
