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
# ## What is disputed
#
# A cache holds $k$ pages; a request for any other page costs 1. OnlineMin pays at most $H_k$ times the optimum, the best possible; RPB-OM follows predictions
# where it can afford to and is claimed to pay at most $H_k + O(1)$ times the optimum however wrong they are. At a miss on a page of the support it earns one
# predicted eviction when
#
# $$U \le \frac{Y + 2}{e} - 2 ,$$
#
# where $U$ counts the layers of the work function that are still unrevealed, and $Y$ remembers an earlier $U$. Which one? The sources differ: after every *miss*,
# or after every *request*. Everything below is said for both.

# %%
from lakatos import load, table

case = load("learning_augmented_paging")
run = case.run()

# %% [markdown]
# ## A sequence on which everything can be computed
#
# Each phase requests one new page, then one after another the pages of the lowest layer until nothing is unrevealed. The optimum pays 1 a phase. While $m$
# pages are unrevealed exactly one of them is missing from the cache, and under OnlineMin it is equally likely to be any of them: the phase costs
#
# $$1 + \sum_{m=2}^{k} \frac1m = H_k .$$
#
# For small $k$ this can be checked over every order of the priorities, with the real layers:

# %%
exact = next(f for f in run.findings if f.name.startswith("OnlineMin"))
table([(k, cost) for k, cost in exact.value.items()], header=("k", "expected cost of a phase"))

# %% [markdown]
# Now let the predictions be inverted, so that the page needed soonest looks farthest away. A predicted eviction then makes the very next request a certain
# miss. What this costs beyond $H_k$ is the additive term $A(k)$; it follows from a recursion without any sampling.

# %%
case.additive_terms(run)

# %% [markdown]
# ## Refreshed at misses: it grows as (1/e) ln k
#
# Suppose a miss has just left $m$ pages. The next miss is at $j$ pages with $j$ uniform on $1, \ldots, m$ ($j = 1$ meaning none), and it passes the gate when
# $j \le (m+1)/e - 1$, about one time in $e$. A pass buys one certain miss. With $F(m) \approx c \ln m + d$ for the cost still to come,
#
# $$F(m) = 1 + \frac1e + \int_0^1 F(mu)\,du \quad\Longrightarrow\quad c = 1 + \frac1e ,$$
#
# of which OnlineMin itself pays 1. The docstring of `src/lakatos/rerun/paging/derivation.py` turns this into a proof, with an identity that is checked exactly; hence $A(k) = \frac1e \ln k + O(1)$.

# %%
values = {f.reading["memory"]: f for f in run.findings if f.name == "additive term A(k), decimals"}
miss, request = values["after every miss"], values["after every request"]
rows = [
    (k, f"{a:.4f}", f"{slope:.4f}" if i else "", f"{b:.4f}")
    for i, (k, a, slope, b) in enumerate(
        zip(miss.table["k"], miss.table["A"], miss.table["increment per ln k"], request.table["A"])
    )
]
table(rows, header=("k", "A(k), Y at misses", "increment per ln k", "A(k), Y at requests"))

# %%
case.increments(run)

# %% [markdown]
# ## Refreshed at requests: the gate never opens
#
# If $Y = U$ at every request, the gate asks $U \le (U + 2)/e - 2$, which no $U \ge 0$ satisfies. RPB-OM then never follows a prediction inside a phase, and
# $A(k) = 1 - 1/k$. The claim survives these sequences, and the budget is dead code.
#
# ## The simulation, and what its sigmas are worth
#
# The full algorithm, with real layers and priorities, agrees with the exact values at every $k$ it covers. Phases of one run share priorities, so only whole runs count as
# replicates.

# %%
simulated = [f for f in run.findings if f.kind == "statistical"]
table([(f.reading["memory"], f.name, f.display) for f in simulated], header=("Y refreshed", "figure", "value"))

# %%
case.sigmas(run)

# %% [markdown]
# Refreshed at misses, every deciding bounded family is excluded, and from $k = 16$ on the logarithm is the only class that is left. Fitted to $k \le 256$ the best
# bounded shape misses $k = 1024$ by far, the growing one does not. Refreshed at requests the term is bounded: beside $c + b/k$ nothing rises by a quarter.
#
# A warning that this case teaches: under the *bounded* reading, too, the constant alone is rejected at high sigma, because $1 - 1/k$ is no constant. Add the family
# $c + b/k$ and nothing is left. A sigma means something only with its null.

# %%
rows = [(f.reading["memory"], *(f"{s.sigma:.1f}" for s in f.sigmas)) for f in simulated if f.sigmas]
table(rows, header=("Y refreshed", *(s.null for s in simulated[0].sigmas)))

# %% [markdown]
# ## Could a check up to k = 64 have seen it?
#
# Many checks stop there. The power of such a check against $0.38 \ln k$, with the spread that one of our runs has, is simulated by the same test:

# %%
short = next(f for f in run.findings if f.name == "power of a check that stops at k = 64")
table([(runs, f"{power:.2f}") for runs, power in short.value.items()], header=("replicates at each k", "power"))

# %% [markdown]
# A handful of runs up to 64 verifies nothing: it could not have told the growth from a correction that dies out. Larger $k$ is worth far more than more runs.
#
# ## Which published figures are matched
#
# - The slope **0.38** agrees with $1/e = 0.368$ within the error that nine sigma implies (0.04); no doubling has an exact increment above 0.374.
# - **$R^2 = 0.996$** of a straight line in $\ln k$ is matched by our simulated means (see the table below).
# - **Nine sigma** is matched in kind only: it is the distance from a constant and depends on the number of replicates. The number of our replicates that gives nine is in the table; all 256 give more.
# - **$\Theta(\log k)$** is confirmed from below only: on this sequence the term is $\frac1e \ln k + O(1)$ under the first reading. No upper bound was derived.

# %%
published = next(f for f in run.findings if f.name.startswith("the published"))
slope = next(f for f in simulated if f.sigmas and f.reading["memory"] == "after every miss")
rows = [(k, f"{v:.4g}") for k, v in {**published.value, "R squared here": slope.value["R squared"]}.items()]
table(rows, header=("figure", "value"))

# %% [markdown]
# ## What this does not show
#
# An upper bound: no other sequence was looked at. So the first reading gives a lower bound on the robustness, and the second does not prove the claim. Nothing about consistency.
