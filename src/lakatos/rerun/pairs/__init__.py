"""Pairs that a person has rated blindly: the ratings, whether they can be relied on, and what they resolve."""

from lakatos.rerun.pairs.agreement import Agreement, agreement, krippendorff_alpha
from lakatos.rerun.pairs.assess import Assessment, assess
from lakatos.rerun.pairs.averages import chance_to_see, frechet_squared, leading_coefficient
from lakatos.rerun.pairs.consistency import Consistency, Probe, consistency
from lakatos.rerun.pairs.files import parse_csv, parse_json, read, to_csv
from lakatos.rerun.pairs.preference import Preference, Usable, preference, usable
from lakatos.rerun.pairs.ratings import QUESTIONS, Rating, Ratings, RatingsError
from lakatos.rerun.pairs.synthetic import synthetic

__all__ = [
    "QUESTIONS",
    "Agreement",
    "Assessment",
    "Consistency",
    "Preference",
    "Probe",
    "Rating",
    "Ratings",
    "RatingsError",
    "Usable",
    "agreement",
    "assess",
    "chance_to_see",
    "consistency",
    "frechet_squared",
    "krippendorff_alpha",
    "leading_coefficient",
    "parse_csv",
    "parse_json",
    "preference",
    "read",
    "synthetic",
    "to_csv",
    "usable",
]
