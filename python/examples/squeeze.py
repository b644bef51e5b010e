"""Find by gradient descent how hard a gripper has to squeeze so that a block slips by 1 cm.

In the scene `grasp` a hand jumps to v = 1/3 m/s. The block follows by friction alone: it slips by
m v²/(2 (2 μ F − m g)) until it has come up to the speed of the fingers.
"""

import numpy as np
from numpy.typing import NDArray

import stickslip as ss

Floats = NDArray[np.float64]
SLIP, MASS, FRICTION, SPEED = 0.01, 1.0, 0.6, 1 / 3
FINGERS = ["slide-0", "slide-1"]

scene = ss.load("grasp", friction=FRICTION)
closed = scene.simulate()
# The fingers have closed just before the hand goes up.
closed.run(round(0.5 / scene.dt))
begin = closed.save()
block, hand = scene.bodies["block"], scene.bodies["hand"]


def slip(force: float) -> tuple[float, float]:
    """By how much the block lags behind after 0.5 s, and its derivative by the force."""
    sim = scene.simulate()
    sim.restore(begin)
    for finger in FINGERS:
        sim.control.set(finger, "force", force)
    height = sim.position[block][1] - sim.position[hand][1]
    change = np.zeros(0)
    for _ in range(round(0.5 / scene.dt)):
        found = sim.step_derivatives([f"control.{finger}" for finger in FINGERS])
        if not change.size:
            change = np.zeros(len(found.by_state))
        # The same force in both fingers.
        change = found.by_state @ change + found.by_inputs.sum(axis=1)
    row = 6 * found.bodies.index("block") + 1
    lag = height - (sim.position[block][1] - sim.position[hand][1])
    return float(lag), -float(change[row])


force, rate = 18.0, 4.0
before = None
for turn in range(30):
    lag, slope = slip(force)
    # L = ½ (lag/1 cm − 1)².
    descent = (lag / SLIP - 1) * slope / SLIP
    print(f"{force:7.4f} N: slips by {1e3 * lag:.3f} mm, {1e3 * slope:+.4f} mm/N")
    if abs(lag - SLIP) < 1e-5:
        break
    if before is not None and descent != before[1]:
        # The length of the step by what the last one changed (Barzilai and Borwein 1988).
        rate = abs((force - before[0]) / (descent - before[1]))
    before = (force, descent)
    force = max(force - np.clip(rate * descent, -3, 3), 9.0)

exact = (MASS * 9.81 + MASS * SPEED**2 / (2 * SLIP)) / (2 * FRICTION)
print(f"{force:.3f} N; without the weight of steps and fingers {exact:.3f} N")
assert abs(lag - SLIP) < 1e-4 and abs(force / exact - 1) < 0.05
