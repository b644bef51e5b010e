"""Fit friction and restitution of a ball to a noisy track of its bounces."""

import numpy as np
from numpy.typing import NDArray

import stickslip as ss

Floats = NDArray[np.float64]
STEPS = 120
INPUTS = ["material.rubber.friction", "material.rubber.restitution"]


def throw(friction: float, restitution: float) -> ss.Simulation:
    """A ball that is thrown along the ground with backspin."""
    yard = ss.Builder("yard")
    yard.material("rubber", friction=friction, restitution=restitution)
    yard.body("ground", motion="static", shape={"type": "half-space"}, material="rubber")
    yard.body(
        "ball",
        shape={"type": "sphere", "radius": 0.1},
        mass=0.2,
        material="rubber",
        position=[0, 0.8, 0],
        velocity=[3.0, 0.0, 0.0],
        angular_velocity=[0.0, 0.0, 60.0],
    )
    return yard.scene().simulate()


def track(numbers: Floats) -> tuple[Floats, Floats]:
    """Places of the ball, and their derivatives by both numbers: S ← A S + B in each step."""
    sim = throw(float(numbers[0]), float(numbers[1]))
    places, slopes = [], []
    sensitivity = np.zeros((12, 2))
    for _ in range(STEPS):
        step = sim.step_derivatives(INPUTS)
        sensitivity = step.by_state @ sensitivity + step.by_inputs
        places.append(sim.position[1, :2])
        slopes.append(sensitivity[:2])
    return np.array(places), np.array(slopes)


truth = np.array([0.08, 0.7])
noise = np.random.default_rng(1).normal(0.0, 0.003, (STEPS, 2))
measured = track(truth)[0] + noise

numbers = np.array([0.12, 0.6])
for _ in range(12):
    places, slopes = track(numbers)
    residual = (measured - places).ravel()
    change = np.linalg.lstsq(slopes.reshape(-1, 2), residual, rcond=None)[0]
    # Half the way where impacts would change places.
    numbers = np.clip(numbers + np.clip(change, -0.04, 0.04), 0.01, 0.95)
    print(f"friction {numbers[0]:.4f}, restitution {numbers[1]:.4f}, off {residual.std():.4f} m")

assert np.all(abs(numbers / truth - 1.0) < 0.01)
