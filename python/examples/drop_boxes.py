"""Drop boxes: step a scene, watch the report, read where things came to rest."""

import numpy as np

import stickslip as ss

scene = ss.load("stack", n=4)
sim = scene.simulate()
print(scene)

# Lift the upper boxes and let them fall.
state = sim.read("state")
for at, name in enumerate(["box-1", "box-2", "box-3"], 1):
    state[scene.bodies[name], 1] += 0.2 * at
sim.set_state(state)

while sim.time < 3.0:
    report = sim.step()
    if not report.converged:
        print(report.why())

speed = float(np.abs(sim.velocity).max())
for body in scene.bodies.ids():
    print(f"{body.name:8} height {sim.position[body][1]:.4f} m")
print(f"fastest {speed:.1e} m/s after {sim.steps} steps, hash {sim.hash}")
assert speed < 1e-3
