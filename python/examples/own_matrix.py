"""Compare solvers on your own matrix."""

import numpy as np

import stickslip as ss

rng = np.random.default_rng(1)
J = rng.normal(size=(60, 80)) * (rng.random((60, 80)) < 0.1)
A = J @ J.T + 1e-3 * np.eye(60)
b = rng.normal(size=60)

problem = ss.Problem.lcp(A, b, name="mine")
table = ss.compare(problem, ["bpp", "pgs", "nncg", "lemke"], history=True, max_iterations=2000)
print(table)

best = min((result for result in table if result.converged), key=lambda result: result.time_s)
print(f"fastest: {best.solver}, natural residual {best.residuals.natural:.1e}")
print("index sets:", np.unique(best.x > 0, return_counts=True)[1], "rows at zero and free")
assert table["bpp"].converged
