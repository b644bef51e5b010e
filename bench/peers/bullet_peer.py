"""PyBullet: sequential impulses, 50 iterations by default."""

import pybullet

import common


def collider(shape):
    kind = shape["type"]
    if kind == "box":
        return pybullet.createCollisionShape(pybullet.GEOM_BOX, halfExtents=shape["half"]), None
    if kind == "sphere":
        return pybullet.createCollisionShape(pybullet.GEOM_SPHERE, radius=shape["radius"]), None
    if kind == "capsule":
        # Its capsules lie along z, ours along y.
        turn = [-0.70710678118654752, 0, 0, 0.70710678118654752]
        made = pybullet.createCollisionShape(
            pybullet.GEOM_CAPSULE,
            radius=shape["radius"],
            height=2 * shape["half"],
            collisionFrameOrientation=turn,
        )
        return made, None
    return pybullet.createCollisionShape(pybullet.GEOM_PLANE, planeNormal=[0, 1, 0]), None


def engine(scene, _):
    pybullet.connect(pybullet.DIRECT)
    pybullet.setGravity(*scene["gravity"])
    pybullet.setTimeStep(scene["step"])
    made = []
    for body in scene["bodies"]:
        w, x, y, z = body["rotation"]
        shape, _ = collider(body["shape"])
        at = pybullet.createMultiBody(
            body["mass"], shape, -1, basePosition=body["position"], baseOrientation=[x, y, z, w]
        )
        pybullet.changeDynamics(
            at,
            -1,
            lateralFriction=scene["friction"] ** 0.5,  # It multiplies those of both bodies.
            rollingFriction=0,
            spinningFriction=0,
            restitution=0,
            linearDamping=0,
            angularDamping=0,
            activationState=pybullet.ACTIVATION_STATE_DISABLE_SLEEPING,
        )
        if any(body["velocity"]):
            pybullet.resetBaseVelocity(at, body["velocity"])
        made.append(at)
    for first, second, anchor in scene["joints"]:
        joint(made, scene["bodies"], first, second, anchor)

    def poses():
        read = [pybullet.getBasePositionAndOrientation(at) for at in made]
        return [[*place, turn[3], *turn[:3]] for place, turn in read]

    return pybullet.stepSimulation, poses


def joint(made, bodies, first, second, anchor):
    def local(at):
        w, x, y, z = bodies[at]["rotation"]
        place, turn = pybullet.invertTransform(bodies[at]["position"], [x, y, z, w])
        return pybullet.multiplyTransforms(place, turn, anchor, [0, 0, 0, 1])[0]

    kind, axis = pybullet.JOINT_POINT2POINT, [0, 0, 0]
    if first is None:
        pybullet.createConstraint(made[second], -1, -1, -1, kind, axis, local(second), anchor)
    else:
        pybullet.createConstraint(
            made[first], -1, made[second], -1, kind, axis, local(first), local(second)
        )
        pybullet.setCollisionFilterPair(made[first], made[second], -1, -1, 0)


if __name__ == "__main__":
    common.run(engine)
