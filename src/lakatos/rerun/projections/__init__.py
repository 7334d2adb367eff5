"""A small language model with two or three projections, trained on a CPU and scored with and without its padding."""

from lakatos.rerun.projections.corpus import Corpus, clauses, licence
from lakatos.rerun.projections.model import Model, gradients, losses, untrained
from lakatos.rerun.projections.training import Scores, score, train

__all__ = ["Corpus", "Model", "Scores", "clauses", "gradients", "licence", "losses", "score", "train", "untrained"]
