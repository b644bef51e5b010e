"""Lift a block with a gripper from an MJCF file: down, close, up."""

from pathlib import Path

import stickslip as ss

scene = ss.load(Path(__file__).parent / "models" / "gripper.xml")
sim = scene.simulate()
block = scene.bodies["block"]

# The signals are those of the file's actuators; the right finger mirrors the left.
for lift, grip, seconds in [(-0.25, 0.0, 0.5), (-0.25, 0.07, 0.5), (0.1, 0.07, 1.0)]:
    sim.control.set("lift", "position", lift)
    sim.control.set("left", "position", grip)
    for _ in range(round(seconds / scene.dt)):
        report = sim.step()
        assert report.converged, report.why()

height = float(sim.position[block][2])
print(f"the block is at {height:.3f} m")
assert height > 0.3
