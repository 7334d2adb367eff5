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
# ## A method that forgets
#
# Losses $f_1, f_2, \ldots$ come one after the other; before each, the method plays a point $x_t$. Its regret is what it loses more than the best fixed point,
#
# $$R(T) = \sum_{t \le T} f_t(x_t) - \min_x \sum_{t \le T} f_t(x) ,$$
#
# and it is said to converge if $R(T)/T \to 0$. Adam (here without momentum, $\beta_1 = 0$) steps by
#
# $$x_{t+1} = \Pi\Bigl(x_t - \frac{\alpha}{\sqrt t} \frac{g_t}{\sqrt{v_t}}\Bigr), \qquad v_t = \beta_2 v_{t-1} + (1 - \beta_2)\, g_t^2 ,$$
#
# where $\Pi$ projects onto the set. Theorem 4.1 bounds its regret by a multiple of $\sqrt T$.

# %%
from lakatos import load, table

case = load("adam_converges")
run = case.run()

# %% [markdown]
# ## The counterexample, on the back of an envelope
#
# On $[-1, 1]$ let the losses be $3x, -x, -x$ in turn. A turn adds up to $x$, so the best point is $-1$. Take $\beta_2 = \tfrac{1}{10}$ and start at $x = 1$, the worst one.
#
# The large gradient is divided by a $v$ that it has just filled: $v \ge \tfrac{9}{10} \cdot 9$. One round later nine tenths of that is forgotten, $v \le \tfrac{9}{10} + \tfrac{9}{10} = \tfrac95$, and
# one round later still $v \le \tfrac{99}{100} + \tfrac{9}{100} = \tfrac{27}{25}$. In a turn that begins at $t$, the steps are thus, over $\alpha/\sqrt t$,
#
# $$\text{down at most } \frac{3}{\sqrt{81/10}} = \frac{\sqrt{10}}{3}, \qquad \text{up at least } \sqrt{\tfrac{t}{t+1}}\,\sqrt{\tfrac59} + \sqrt{\tfrac{t}{t+2}}\,\sqrt{\tfrac{25}{27}} \ \ge\ \frac{\sqrt{10}}{6} + \frac59 .$$
#
# So up beats down if $\tfrac59 > \tfrac{\sqrt{10}}{6}$, which is $10 > 3\sqrt{10}$, which is $100 > 90$. Every turn ends where it began, at the wall.

# %%
case.sawtooth()

# %% [markdown]
# A turn then costs at least $3 - 1 - 1 = 1$, where the best point costs $-1$. That is a regret of 2 in three rounds, for ever.

# %%
case.average_regret_by_horizon()

# %% [markdown]
# The last two steps of the argument did not depend on $\alpha$, and the bounds on $v$ hold with and without the correction $v_t / (1 - \beta_2^t)$ of the published method: corrected, the weights add up to 1; uncorrected, what
# is missing weighs on 0.

# %%
rows = [(f.reading["corrected"], n, low) for f in run.findings if "in a run" in f.name for n, low in f.value.items()]
table(rows, header=("running average", "rounds", "R(T)/T is at least, proven"))

# %% [markdown]
# ## The guilty step
#
# The proof is the usual one for $\sqrt t$ steps: it telescopes, with weights $\sqrt{t\,v_t}$, and a telescope needs weights that do not fall. They fall in every turn.

# %%
rows = [(f.reading["corrected"], f.display, f.scope) for f in run.findings if "falls" in f.name]
table(rows, header=("running average", "rounds in which the weight falls", "scope"))

# %% [markdown]
# AMSGrad keeps the greatest $v$ so far. Then the weights do not fall, and on these losses it goes to the best point, as plain gradient descent does: both are controls above.
#
# ## Why it looked true
#
# With a $v_t$ that hardly moves, as on data whose gradients are all of a size, Adam is a method whose proof is sound. One needs the large gradient to be rare and the memory short against its
# rarity. And a run that starts in the right place looks well for a while:

# %%
(f,) = (f for f in run.findings if "started at the best point" in f.name)
table(f.value.items(), header=("started at -1, step", "first round played at +1"))

# %% [markdown]
# ## What this does not show
#
# The theorem takes the points to stay within bounds; here the projection keeps them there, as in the refutation, and without it they would not stay. Nothing about random losses, where large gradients do not come in turn (the refutation's paper has an example for these too); nothing about $\beta_2$ near 1 over a short run; nothing about how well Adam trains networks, which no
# theorem of this kind says.
