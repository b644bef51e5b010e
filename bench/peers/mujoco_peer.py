"""MuJoCo: Newton's method, pyramidal or elliptic cones, default or stiff contacts."""

import mujoco
import numpy

import common


def shape(body, stiff):
    kind = body["shape"]["type"]
    size = {
        "box": lambda s: s["half"],
        "sphere": lambda s: [s["radius"]],
        "capsule": lambda s: [s["radius"], s["half"]],
        "plane": lambda s: [100, 100, 1],
    }[kind](body["shape"])
    # Its capsules lie along z and its planes look along z; ours along y.
    turn = ' quat="0.70710678118654752 -0.70710678118654752 0 0"' if kind in ("capsule", "plane") else ""
    return f'<geom type="{kind}" size="{numbers(size)}" mass="{body["mass"] or 1}"{turn}{stiff}/>'


def numbers(values):
    return " ".join(repr(float(value)) for value in values)


def described(scene, variant):
    stiff = ' solref="%r 1" solimp="0.99 0.9999 0.0001"' % (2 * scene["step"]) if "stiff" in variant else ""
    cone = "elliptic" if "elliptic" in variant else "pyramidal"
    integrator = next((it for it in ("RK4", "implicitfast") if it in variant), "Euler")
    parents, children = common.tree(scene), {}
    for second, (first, _) in parents.items():
        children.setdefault(first, []).append(second)
    bodies = scene["bodies"]

    def written(at, origin):
        body = bodies[at]
        place = numpy.array(body["position"]) - origin[0]
        inverse = numpy.array(origin[1]) * [1, -1, -1, -1]
        local, turn = numpy.zeros(3), numpy.zeros(4)
        mujoco.mju_rotVecQuat(local, place, inverse)
        mujoco.mju_mulQuat(turn, inverse, numpy.array(body["rotation"]))
        joint = "<freejoint/>"
        if common.fixed(body):
            joint = ""
        elif at in parents:
            anchor = numpy.array(parents[at][1]) - body["position"]
            pivot = numpy.zeros(3)
            mujoco.mju_rotVecQuat(pivot, anchor, numpy.array(body["rotation"]) * [1, -1, -1, -1])
            joint = f'<joint type="ball" pos="{numbers(pivot)}"/>'
        own = (numpy.array(body["position"]), numpy.array(body["rotation"]))
        inside = "".join(written(child, own) for child in children.get(at, []))
        name = f'name="b{at}" pos="{numbers(local)}" quat="{numbers(turn)}"'
        return f"<body {name}>{joint}{shape(body, stiff)}{inside}</body>"

    world = (numpy.zeros(3), numpy.array([1.0, 0, 0, 0]))
    roots = [at for at in range(len(bodies)) if parents.get(at, (None,))[0] is None]
    return f"""<mujoco><option timestep="{scene['step']!r}" cone="{cone}" integrator="{integrator}" gravity="{numbers(scene['gravity'])}"/>
    <size memory="1G"/><default><geom friction="{scene['friction']!r} 0 0" condim="3"/></default>
    <worldbody>{"".join(written(at, world) for at in roots)}</worldbody></mujoco>"""


def engine(scene, variant):
    model = mujoco.MjModel.from_xml_string(described(scene, variant))
    data = mujoco.MjData(model)
    names = [model.body(f"b{at}").id for at in range(len(scene["bodies"]))]
    for at, body in zip(names, scene["bodies"]):
        if model.body_dofnum[at] == 6:
            first = model.body_dofadr[at]
            # Spins are in the body's axes, which are the world's where something spins.
            data.qvel[first : first + 6] = body["velocity"] + body["spin"]

    def poses():
        # A step leaves them where it began.
        mujoco.mj_kinematics(model, data)
        return [[*data.xpos[at], *data.xquat[at]] for at in names]

    mujoco.mj_forward(model, data)
    return lambda: mujoco.mj_step(model, data), poses


if __name__ == "__main__":
    common.run(engine)
