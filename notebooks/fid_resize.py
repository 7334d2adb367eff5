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
# ## A circle, shrunk by eight
#
# To shrink a picture by 8 one has to say what becomes of 64 pixels. A filter *as wide as the step* averages them. Interpolation *of fixed width* looks at the 4 pixels around the middle of each block, and
# does not see the other 60. Both are called bilinear in one library or another.

# %%
from lakatos import load, table

case = load("fid_resize")
run = case.run()
case.the_circle_shrunk()

# %% [markdown]
# Stripes make it plain. One black column in eight is grey 1/8. Interpolation of fixed width finds grey 1/2 if the stripe happens to lie under one of its two columns, and nothing otherwise; moving the picture by one pixel switches between the two.

# %%
stripes = next(f for f in run.findings if "stripes" in f.name)
table(stripes.value.items(), header=("resizer", "grey of the stripes in their eight positions"))

# %% [markdown]
# ## Why nobody saw it
#
# On a linear ramp the three filters give the same numbers, exactly: two innermost pixels have the mean of all eight. Photographs are mostly ramps. The difference is in edges and thin lines, and what a viewer takes for sharpness is aliasing.
#
# ## What it does to a Fréchet distance
#
# FID fits a Gaussian to features of each set of images and takes the distance of the two. Here the features are four moments of each picture (mean grey, mean square, squared steps across and down), so that everything but one square root is exact. For
# means $m, n$ and covariances $A, B$
#
# $$|m - n|^2 \;\le\; |m - n|^2 + \operatorname{tr}\bigl(A + B - 2 (AB)^{1/2}\bigr) \;\le\; |m - n|^2 + \operatorname{tr} A + \operatorname{tr} B ,$$
#
# and both ends are fractions.

# %%
bounds = next(f for f in run.findings if f.decisive)
table(bounds.value.items(), header=("set", "Fréchet distance from the circles, millionths"))

# %% [markdown]
# So a generator that reproduces the data perfectly, measured by a code base that resizes with fixed width, loses to a generator that draws squares. Within one code base the order is right, for each of the resizers.

# %%
case.what_moves_the_distance(run)

# %% [markdown]
# ## What this does not show
#
# By how much any published FID is off. Thin lines are the worst case, and a network's features weigh it in their own way. What it does show is that "the same images, resized alike" is part of the measure's definition, and has to be printed with it.
