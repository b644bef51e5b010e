"""What every peer in Python does: read the scene, step it, and tell poses and CPU time.

An engine is a function of the scene and a variant that gives `step()` and `poses()`: the
latter one list [x, y, z, w, x, y, z] for each body.
"""

import json
import sys
import time


def run(engine):
    with open(sys.argv[1]) as file:
        scene = json.load(file)
    step, poses = engine(scene, sys.argv[2] if len(sys.argv) > 2 else "")
    begun = time.monotonic()
    patience = float(sys.argv[3]) if len(sys.argv) > 3 else 1e9
    samples, seconds, done = [poses()], 0.0, 0
    for at in range(scene["steps"]):
        begin = time.process_time()
        step()
        seconds += time.process_time() - begin
        done += 1
        if done % scene["every"] == 0:
            samples.append(poses())
        if time.monotonic() - begun > patience:
            break
    print(json.dumps({"seconds": seconds, "steps": done, "samples": samples}))


def fixed(body):
    return body["mass"] == 0


def tree(scene):
    """The joint that leads to each body, where there is one."""
    return {second: (first, anchor) for first, second, anchor in scene["joints"]}
