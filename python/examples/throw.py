"""Throw a ball so that it comes to a place after one bounce."""

import numpy as np

import stickslip as ss

STEPS = 60
TARGET = np.array([2.5, 0.6, 0.5])


def thrown(velocity: np.ndarray) -> ss.Simulation:
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


def miss(states: np.ndarray) -> tuple[float, np.ndarray]:
    """Half the square of the distance at the end, and its slopes."""
    slopes = np.zeros_like(states)
    slopes[-1, 1, :3] = states[-1, 1, :3] - TARGET
    return 0.5 * float(np.sum(slopes[-1, 1, :3] ** 2)), slopes


velocity = np.array([1.0, 0.0, 0.0])
rate = 0.6
for step in range(60):
    found = ss.rollout(thrown(velocity), STEPS, gradient=miss)
    assert isinstance(found, ss.Gradient)
    if step % 10 == 0:
        print(f"{velocity.round(3)} m/s misses by {np.sqrt(2 * found.loss):.4f} m")
    velocity = velocity - rate * found.state[1, 6:9]

print(f"{velocity.round(3)} m/s misses by {np.sqrt(2 * found.loss):.5f} m")
assert np.sqrt(2 * found.loss) < 1e-2
