# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # How a true claim is falsified at 17 sigma, and how that is caught
#
# Somebody claims that an algorithm costs $H_k + O(1)$. Somebody else measures, subtracts $H_k$, sees the rest grow, and reports a sigma with two digits. Who is right? This
# tutorial makes such a falsification of a claim that is certainly true, looks at what gives it away, and then goes through the ways in which a *real* growth is missed.
#
# ## A claim that is true
#
# Randomised Marking on $k + 1$ pages, asked for uniformly at random, pays exactly $H_k$ per phase on average, and the optimum pays 1. The additive term is 0 for every $k$: there is
# nothing to find.

# %%
import textwrap

import numpy as np

from lakatos import canvas, figure, growth, table
from lakatos.arithmetic import harmonic
from lakatos.rerun import paging

KS = growth.doublings(4, 1024)
RUNS = 1100


def seed(stream, k):
    return np.random.SeedSequence(2026, spawn_key=(stream, k))


# %% [markdown]
# ## A measurement that looks right
#
# Every run serves 100,000 requests. Eleven hundred runs at each $k$; the ratio to the optimum is the number of faults over the number of phases.

# %%
budgeted = {k: paging.simulate_marking(k, RUNS, seed=seed(0, k), budget=100_000) for k in KS}
ratios = np.array([budgeted[k].ratio for k in KS]).T
excess = ratios - [float(harmonic(k)) for k in KS]


@figure(
    "The ratio minus H_k, with standard errors, when every run has 100,000 requests. The truth is 0 everywhere "
    "(dashed); the points climb away from it, and the errors are far too small to explain that."
)
def a_growth_that_is_not_there():
    fig, ax = canvas()
    ax.axhline(0, color="claim", ls="--", label="truth")
    ax.errorbar(
        KS, excess.mean(0), excess.std(0, ddof=1) / RUNS**0.5, fmt="o", color="evidence", capsize=3, label="measured"
    )
    ax.set_xscale("log", base=2)
    ax.set_xticks(KS, [f"{k}" for k in KS])
    ax.set(xlabel="k", ylabel="ratio minus $H_k$")
    ax.legend(loc="upper left")
    return fig


a_growth_that_is_not_there()

# %% [markdown]
# The textbook fit: a straight line in $\ln k$, weights $1/s^2$, from $k = 64$ on "to leave small-size effects out".

# %%
late = np.array(KS) >= 64
x = np.log(np.array(KS)[late])
mean, error = excess.mean(0)[late], excess.std(0, ddof=1)[late] / RUNS**0.5
w = 1 / error**2
centred = x - w @ x / w.sum()
slope, slope_error = w * centred @ mean / (w @ centred**2), (w @ centred**2) ** -0.5
print(f"slope {slope:.4f} +- {slope_error:.4f} per ln k: {slope / slope_error:.1f} sigma against O(1)")

# %% [markdown]
# That is the falsification. Nothing in it is a typing error, and more runs make it stronger.
#
# ## What gives it away
#
# The same data, with what every run really did: how many phases it had.

# %%
rows = [(k, f"{budgeted[k].units.mean():,.1f}", f"{excess.mean(0)[i]:.3f}") for i, k in enumerate(KS)]
table(rows, header=("k", "phases in a run", "ratio minus H_k"))

# %% [markdown]
# At $k = 1024$ a run has about 13 phases, and the last is unfinished: its faults are counted, its optimum is not. The bias is of order one over the number of phases, so
# it grows with $k$ when the budget does not. Said to the test, this is refused before any sigma is printed:

# %%
measured = {
    "k": np.repeat(KS, RUNS),
    "ratio": np.concatenate([budgeted[k].ratio for k in KS]),
    "phases": np.concatenate([budgeted[k].units for k in KS]),
}
try:
    growth.test(measured, size="k", value="ratio", units="phases", claimed="harmonic(k)")
except growth.GrowthDataError as refusal:
    print(textwrap.fill(str(refusal), 84))

# %% [markdown]
# ## The mend
#
# Stop at the end of a phase, after the same number of phases at every $k$. Thirty runs of 400 phases are enough; the growth is gone.

# %%
whole = np.array([paging.simulate_marking(k, 30, seed=seed(1, k), phases=400).ratio for k in KS]).T
honest = growth.test(whole, size=KS, units=400, claimed="harmonic(k)", tol=0.2)
honest

# %%
honest.figure("residuals")

# %% [markdown]
# "Bounded" is never said without a tolerance: on this range, what is left rises by less than that, at three sigma. Beyond the range nothing is said.
#
# ## A growth that is there
#
# Now the other error. The additive term of RPB-OM, with its memory refreshed at misses, grows as $\frac1e \ln k$; its exact values are known. Take them, with a spread as ten runs would have:

# %%
exact = np.array([paging.additive_balls([k])[k][0] for k in KS[1:]])
rng = np.random.default_rng(5)
values = exact + 0.25 * rng.normal(size=(10, len(exact)))
grown = growth.test(values, size=KS[1:], units=2000)
grown

# %% [markdown]
# Read it from the top. The sigma against the *constant* is large, and worth little: $1 - 1/k$ would give it too. What counts is the family that comes nearest, here $c + b/\sqrt k$ or
# $c + b/\ln k$; all four must go. A family that falls slower still, $c + b/k^{0.1}$, is named and not excluded: no data of this size can do that, only a proof.

# %%
grown.figure("fits")

# %%
grown.figure("held out")

# %% [markdown]
# Fitted to the smaller sizes only, the bounded shape misses the largest; the growing one does not. And the sigma depends on the range:

# %%
grown.figure("range")

# %% [markdown]
# ## A check that could not have seen it
#
# "Verified for $k$ up to 64, five runs each." What would that check have said if the claim were false?

# %%
growth.audit_horizon(k_max=64, replicates=5, sd=0.25, alternative="0.38*log(k)")

# %% [markdown]
# And what would be enough? Raising $k$ is worth far more than raising the replicates:

# %%
growth.plan(0.38, 0.25, KS, sigma=5)

# %% [markdown]
# ## Why not just weight by each size's own error?
#
# Because with few replicates that error is a guess, and the fit believes the sizes whose guess came out small. On a true constant, with five replicates, "three sigma" then happens
# once in sixteen:

# %%
trials = rng.normal(size=(4000, 5, len(KS)))
w = 5 / trials.var(axis=1, ddof=1)
lnk = np.log(KS)
centred = lnk - (w @ lnk / w.sum(1))[:, None]
z = (w * centred * trials.mean(1)).sum(1) / np.sqrt((w * centred**2).sum(1))
print(f"beyond 3 sigma: {np.mean(np.abs(z) > 3):.1%} of true constants; it should be 0.27%")

# %% [markdown]
# `growth.test` smooths the variance over $k$, uses Student's t with the degrees of freedom that are really there, and never rescales an error by the residuals of a fit. How often it is
# right and wrong is in the table that `python -m tests.bench.growth` prints.
