"""What a function computes, from its behaviour: candidates of a catalogue, seeded inputs, exact comparison."""

from lakatos.measure.identify.divergence import IdentifiedDivergence, identify_divergence

__all__ = ["IdentifiedDivergence", "identify_divergence"]
