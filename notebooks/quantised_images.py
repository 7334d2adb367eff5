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
# ## Numbers said "no collapse"; are the images usable?
#
# The paper quantises a diffusion transformer to ternary weights and activations of 2 bits on average, and says that it still generates images stably. Numerical metrics agree. Whether the images are *usable* is a question for
# an eye, and in the challenge a person looked at all of 128 pairs. The announcement tells that this was done, not what was seen.
#
# So this page says nothing about the images. It says what such a rating could show, and how to tell whether it can be relied on. **Every rating below is synthetic.**

# %%
from lakatos import load, table
from lakatos.rerun import pairs

case = load("quantised_images")
run = case.run()


def finding(words):
    return next(f for f in run.findings if words in f.name)


# %% [markdown]
# ## Why an average hides it
#
# A metric over sets of images compares averages of features. Let a share $e$ of the images be ruined: their feature lies $d$ spreads off, with a spread $w$ of its own. Mean and variance both change in proportion to $e$, and the
# squared Fréchet distance adds the squares of the changes:
#
# $$F^2 = e^2 \left( d^2 + \tfrac14 (d^2 + w^2 - 1)^2 \right) + O(e^3) .$$
#
# A person who looks at the images one by one meets the share $e$ itself.

# %%
case.average_and_eye()

# %%
seen = finding("what the average").table
rows = [(e, f"{f:.4f}", f"{d:.2f}", f"{p:.1%}") for e, f, d, p in zip(*seen.values())]
table(rows, header=("ruined share", "squared distance", "as if every image moved by (spreads)", "met among 128"))

# %% [markdown]
# One image in twenty can be ruined, and the distance is that of a slight change to all of them. (One made-up feature, $d = 2$, $w = 1$. Which metrics were computed for the paper's images, and how far they see, is another question.)
#
# ## What 128 pairs can show
#
# In each pair stand a quantised image and one of full precision, side by side in random order. The sign test asks whether, where a choice is made, either is chosen as often: all figures are exact.

# %%
case.power()

# %%
resolves = finding("what 128 pairs").table
rows = [(n, *(f"{float(case.Fraction(x)):.1%}" for x in rest)) for n, *rest in zip(*resolves.values())]
table(
    rows,
    header=("choices", "preference seen four times in five", "an even split leaves up to", "none ruined leaves up to"),
)

# %% [markdown]
# Two things follow. *Not rejecting* shows nothing by itself: 64 choices of 128 are compatible with anything from 41% to 59%. And *no ruined image among 128* leaves a ruined share of up to 2.9%; to put it below 1% takes 299.
#
# The question decides more than the count. Asked *which is better*, a rater who sees no difference gives a tie, and ties decide nothing. Asked *which would you use: left, right, both, neither*, every answer says of each image whether it is
# usable, which is what was to be known.
#
# ## Can the rater be relied on?
#
# The answers are stored with the side on which the quantised image stood, which the rater never sees. Some pairs come twice, some of these mirrored. Each probe has its null, its exact p, and its share of a level of 1 in 100.

# %%
ratings = case.made_up()
print(pairs.to_csv(ratings)[:180], "...", sep="")
print()
print(pairs.assess(ratings))

# %% [markdown]
# The same card for a rater who often clicks left: usable answers are lost, and no preference may be read off the rest.

# %%
print(pairs.assess(case.made_up("clicks left, one in four")))

# %%
case.answers()

# %% [markdown]
# How often the probes raise an alarm, over sets by raters with one fault each. The two whose rater does nothing wrong should stay quiet whatever the images are like.

# %%
caught = finding("a probe raises").table
table(list(zip(*caught.values())), header=tuple(caught))

# %% [markdown]
# A file that does not fit is refused, and says where:

# %%
for text in (
    "pair,side,rater,answer\n1,left,A,tie\n",
    "pair,side,rater\n1,left,A\n",
    "pair,side,rater,answer\n=1+1,left,A,both\n",
):
    try:
        pairs.parse_csv(text, question="use")
    except pairs.RatingsError as error:
        print(error)

# %% [markdown]
# ## What would decide
#
# Nothing that was found here decides between the claim and the doubt. This would:

# %%
table(list(finding("what would decide").value.items()), header=("what", "in words"))

# %% [markdown]
# ## What this does not show
#
# Anything about the paper's images.
