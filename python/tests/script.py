"""The script of the guide, as a user types it: run in an empty environment too."""

import os
import pathlib
import sys
import tempfile

import numpy as np

import stickslip as ss

here = pathlib.Path(__file__).parent
scene = ss.load(here / "arm.toml", solver="bpp", dt=1 / 240)
print(scene)
sim = scene.simulate()

arm = scene.joints[["joint1", "joint2", "joint4"]]
sim.set_joints(arm, position=[-0.9, 0.4, -1.6])
target = scene.actuators["joint2"]

for _ in range(480):
    sim.control[target] = 0.4 + 0.2 * np.sin(sim.time)
    report = sim.step()
    if not report.converged:
        print(report.why())

hand = scene.bodies["hand"]
print(sim.position[hand], sim.velocity[hand])
for contact in sim.contacts(hand):
    print(contact.other.name, contact.point, contact.force, contact.state)

saved = sim.save()
again = scene.simulate(saved)
again.step()
sim.step()
assert again.hash == sim.hash

runs = scene.rollout([saved] * 8, controls=np.zeros((8, 100, scene.n_controls)), every=10)
print(runs.position.shape, runs.converged.all())
assert runs.position.shape == (8, 10, len(scene.bodies), 3)

path = os.path.join(tempfile.mkdtemp(), "fall.rec")
sim.record(path)
sim.run(10)
sim.stop_recording()
assert len(ss.read_recording(path)) == 11

problem = ss.Problem.lcp(np.array([[2.0, 1.0], [1.0, 2.0]]), [-3.0, 1.0])
assert np.allclose(ss.solve(problem, "bpp", tolerance=1e-10).x, [1.5, 0.0])
print(ss.__version__, "on Python", sys.version.split()[0])
