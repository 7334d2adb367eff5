"""Why a false claim is not refuted in a minute, a line each."""

WHY = {
    "nt-polya": "first fails at 906,150,257: a sieve gets there, but a certificate would add up as many terms",
    "nt-race3": "first fails at 608,981,813,029, too far to walk or to sieve",
    "nt-2n-mod-3": "first fails at 4,700,063,497, after as many modular powers",
    "nt-A303639": "first fails at 800,322,180, where every sum of two squares below has to be known",
    "nt-euler-k4": "the least solution has d = 422,481: 10^16 triples, or an elliptic curve that nothing here looks for",
    "nt-three-cubes-33": "16 digits each: found in 2019 by weeks on a cluster",
    "nt-three-cubes-42": "17 digits each: found in 2019 by a million core hours",
    "an-jacobian-3": "a map of degree 7 with particular coefficients: nothing descends to it",
    "an-erdos106": "36 exact tangencies of 17 squares, one of them tilted: a set of measure zero",
    "an-shapiro-20": "the violation is below one part in 10^4, and only along a family in 20 variables",
    "la-cryer": "13 by 13, a growth of 13.0205: reached by months of optimisation, never by chance",
    "la-permanent-on-top": "50 rationals, and one exact eigenvalue problem of order 20 takes a second",
    "la-kaplansky-unit": "21 terms each, found by SAT on a group that has to be guessed",
    "gt-tait": "the least has 38 vertices, among more cubic graphs than can be listed",
    "gt-ingleton-vamos": "2^8 ranks that have to fit together: Vamos' matroid is reached neither in order nor by steps",
}
