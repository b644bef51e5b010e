"""MuJoCo steps a robot from its own file: what the ground carries, how deep, how fast.

The first argument is a file with what is asked: `file`, `key`, `ground` (add a plane), `height`
(m; where given, the root moves freely from there), `step` (s), `steps`, `tail` (steps at the end
over which forces are averaged), `driven`, and `stiffness` and `damping` of the law that holds the
first pose. The answer is one line of JSON.
"""

import json
import sys
import time

import mujoco
import numpy


def loaded(asked):
    spec = mujoco.MjSpec.from_file(asked["file"])
    if asked["height"] is not None:
        root = spec.worldbody.first_body()
        root.pos = [0, 0, asked["height"]]
        root.add_freejoint()
    if asked["ground"]:
        plane = spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, size=[10, 10, 1])
        # Whatever the file has for others: it touches everything.
        plane.contype = plane.conaffinity = 1
    spec.option.timestep = asked["step"]
    model = spec.compile()
    data = mujoco.MjData(model)
    if asked["key"]:
        mujoco.mj_resetDataKeyframe(model, data, model.key(asked["key"]).id)
    if not asked["driven"]:
        model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_ACTUATION
    mujoco.mj_forward(model, data)
    return model, data


def on_ground(model, data):
    """Upward force of what stands on what moves (N), and the smallest distance (m)."""
    up, distance = 0.0, 0.0
    told = numpy.zeros(6)
    for at in range(data.ncon):
        contact = data.contact[at]
        stands = [model.body_weldid[model.geom_bodyid[geom]] == 0 for geom in contact.geom]
        if stands[0] == stands[1]:
            continue
        mujoco.mj_contactForce(model, data, at, told)
        # On the second geom, in the frame of the contact.
        force = contact.frame.reshape(3, 3).T @ told[:3]
        up += force[2] if stands[0] else -force[2]
        distance = min(distance, contact.dist)
    return up, distance


def holding(asked, model, data):
    """Tells motors what holds the first pose; servos have their control already."""
    stiffness, damping = asked["stiffness"], asked["damping"]
    gear = model.actuator_gear[:, 0]
    motors = model.actuator_biastype == mujoco.mjtBias.mjBIAS_NONE
    first = data.actuator_length / gear

    def controls():
        law = stiffness * (first - data.actuator_length / gear)
        law -= damping * data.actuator_velocity / gear
        data.ctrl[motors] = law[motors]

    return controls


def run(asked):
    model, data = loaded(asked)
    hold = holding(asked, model, data) if asked["driven"] else lambda: None
    seconds, deepest, carried = 0.0, 0.0, []
    for step in range(asked["steps"]):
        hold()
        begin = time.process_time()
        mujoco.mj_step(model, data)
        seconds += time.process_time() - begin
        up, distance = on_ground(model, data)
        deepest = max(deepest, -distance)
        if step >= asked["steps"] - asked["tail"]:
            carried.append(up)
    moving = model.body_weldid != 0
    weight = model.body_mass[moving].sum() * numpy.linalg.norm(model.opt.gravity)
    height = model.body_mass[moving] @ data.xipos[moving, 2] / model.body_mass[moving].sum()
    return {
        "seconds": seconds,
        "carried": numpy.mean(carried) / weight,
        "deepest": deepest,
        "height": height,
    }


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        print(json.dumps(run(json.load(file))))
