"""Let a quadruped from an MJCF file trot: diagonal legs in turn."""

import math
from pathlib import Path

import stickslip as ss

scene = ss.load(Path(__file__).parent / "models" / "quadruped.xml", key="stand")
sim = scene.simulate()
trunk = scene.bodies["trunk"]

for _ in range(round(2.0 / scene.dt)):
    ramp = min(1.0, sim.time / 0.5)
    for leg in ("front-left", "front-right", "back-left", "back-right"):
        late = 0.0 if leg in ("front-left", "back-right") else math.pi
        phase = 2 * math.pi * 2.5 * sim.time + late
        hip = 0.6 - ramp * 0.15 * math.sin(phase)
        knee = -1.2 - ramp * 0.6 * max(0.0, math.cos(phase))
        sim.control.set(f"{leg}-hip", "position", hip)
        sim.control.set(f"{leg}-knee", "position", knee)
    report = sim.step()
    assert report.converged, report.why()

x, _, z = (float(value) for value in sim.position[trunk])
print(f"it trotted {x:.2f} m in {sim.time:.1f} s, its trunk at {z:.2f} m")
assert x > 0.3 and z > 0.25
