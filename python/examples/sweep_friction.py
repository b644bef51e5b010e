"""Sweep friction: how far does a crate slide down a slope?"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

import stickslip as ss


def slide(friction: float, angle: float, seed: int) -> dict[str, Any]:
    """The way of the crate in one second."""
    sim = ss.load("incline", friction=friction, angle=angle).simulate()
    begin = sim.position[1]
    report = sim.run(round(1.0 / sim.scene.dt))
    return {"way": float(np.linalg.norm(sim.position[1] - begin)), "converged": report.converged}


with ThreadPoolExecutor() as pool:
    table = ss.sweep(slide, {"friction": [0.2, 0.4, 0.6], "angle": [15, 25]}, executor=pool)

for row in table:
    print(f"friction {row['friction']:.1f}, {row['angle']}°: {row['way']:.3f} m")
    slope = np.radians(row["angle"])
    push = 9.81 * (np.sin(slope) - row["friction"] * np.cos(slope))
    assert abs(row["way"] - max(0.0, push) / 2) < 0.05
