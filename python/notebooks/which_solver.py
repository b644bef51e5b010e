# %% [markdown]
# # Which solver
# One problem, several solvers, the same measure of error.

# %%
import numpy as np

import stickslip as ss

rng = np.random.default_rng(4)
n = 90
J = rng.normal(size=(n, n)) * (rng.random((n, n)) < 0.08)
problem = ss.Problem.lcp(J @ J.T + 1e-4 * np.eye(n), rng.normal(size=n), name="made")
problem

# %%
table = ss.compare(problem, ["bpp", "pgs", "nncg", "psor"], history=True, max_iterations=500)
table

# %% [markdown]
# Not converging is a result, not an exception; `raise_if_failed` makes one of it.

# %%
print(ss.solve(problem, "bpp", tolerance=1e-12).raise_if_failed())
for name, solver in list(ss.solvers("ncp").items())[:3]:
    print(name, "–", solver.summary)
