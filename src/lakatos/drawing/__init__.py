"""Figures in the house style, for every room that draws."""

from lakatos.drawing.figures import Illustration, canvas, figure, illustrate

__all__ = ["Illustration", "canvas", "figure", "illustrate"]
