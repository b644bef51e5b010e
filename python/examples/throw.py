"""Throw a ball so that it comes to a place after one bounce."""

import numpy as np
from numpy.typing import NDArray

import stickslip as ss

Floats = NDArray[np.float64]
STEPS = 60
TARGET = np.array([2.5, 0.6, 0.5])


def thrown(velocity: Floats) -> ss.Simulation:
    """A ball on its way."""
    yard = ss.Builder("yard")
    yard.material("rubber", friction=0.3, restitution=0.8)
    yard.body("ground", motion="static", shape={"type": "half-space"}, material="rubber")
    yard.body(
        "ball",
        shape={"type": "sphere", "radius": 0.1},
        material="rubber",
        position=[0, 1.0, 0],
        velocity=velocity.tolist(),
    )
    return yard.scene().simulate()


def miss(states: Floats) -> tuple[float, Floats]:
    """Half the square of the distance at the end, and its slopes."""
    slopes = np.zeros_like(states)
    slopes[-1, 1, :3] = states[-1, 1, :3] - TARGET
    return 0.5 * float(np.sum(slopes[-1, 1, :3] ** 2)), slopes


velocity, rate = np.array([1.0, 0.0, 0.0]), 0.6
before = None
for step in range(25):
    found = ss.rollout(thrown(velocity), STEPS, gradient=miss)
    slope = found.state[1, 6:9]
    if step % 4 == 0:
        print(f"{velocity.round(3)} m/s misses by {np.sqrt(2 * found.loss):.5f} m")
    if before is not None:
        # The length of the step by what the last one changed (Barzilai and Borwein 1988).
        change, bend = velocity - before[0], slope - before[1]
        rate = float(change @ change / (change @ bend)) if change @ bend > 0 else 0.6
    before = (velocity, slope)
    velocity = velocity - rate * slope
    if found.loss < 1e-8:
        break

print(f"{velocity.round(3)} m/s misses by {np.sqrt(2 * found.loss):.5f} m")
assert np.sqrt(2 * found.loss) < 1e-2
