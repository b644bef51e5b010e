"""Find the inertia of a swinging body from its angles."""

import numpy as np
from numpy.typing import NDArray

import stickslip as ss

Floats = NDArray[np.float64]
STEPS = 90


def swing(inertia: float) -> ss.Simulation:
    """A bar that hangs from a hinge and is let go."""
    yard = ss.Builder("yard")
    yard.body(
        "bar",
        shape={"type": "box", "size": [0.6, 0.05, 0.05]},
        mass=1.5,
        inertia=[0.05, 0.05, inertia],
        position=[0.3, 0, 0],
    )
    yard.joint("hinge", type="hinge", second="bar", anchor=[0, 0, 0], axis=[0, 0, 1])
    return yard.scene().simulate()


def angles(inertia: float) -> tuple[Floats, Floats]:
    """The angle after each step, and its derivative by the inertia."""
    sim = swing(inertia)
    found, slopes = [], []
    sensitivity = np.zeros((12, 1))
    for _ in range(STEPS):
        step = sim.step_derivatives(["body.bar.inertia.zz"])
        sensitivity = step.by_state @ sensitivity + step.by_inputs
        found.append(float(sim.joint("hinge")[0][0]))
        slopes.append(float(sensitivity[5, 0]))
    return np.array(found), np.array(slopes)


truth = 0.08
measured = angles(truth)[0] + np.random.default_rng(2).normal(0.0, 0.01, STEPS)

inertia = 0.05
for _ in range(6):
    found, slopes = angles(inertia)
    inertia += float(slopes @ (measured - found) / (slopes @ slopes))
    print(f"inertia {inertia:.5f} kg·m²")

assert abs(inertia / truth - 1.0) < 0.01
