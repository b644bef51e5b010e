"""DART: reduced coordinates, contacts as a boxed LCP by Dantzig's method."""

import dartpy
import numpy

import common


def geometry(shape):
    kind = shape["type"]
    if kind == "box":
        return dartpy.dynamics.BoxShape(2 * numpy.array(shape["half"])), None
    if kind == "sphere":
        return dartpy.dynamics.SphereShape(shape["radius"]), None
    if kind == "capsule":
        return dartpy.dynamics.CapsuleShape(shape["radius"], 2 * shape["half"]), "along y"
    # A deep slab: planes meet only some of its detectors.
    return dartpy.dynamics.BoxShape(numpy.array([200.0, 2.0, 200.0])), "below"


def placed(position, rotation):
    pose = dartpy.math.Isometry3()
    pose.set_translation(position)
    w, x, y, z = rotation
    pose.set_quaternion(dartpy.math.Quaternion(w, x, y, z))
    return pose


def engine(scene, _):
    world = dartpy.simulation.World()
    world.setGravity(scene["gravity"])
    world.setTimeStep(scene["step"])
    parents, nodes = common.tree(scene), []
    for at, body in enumerate(scene["bodies"]):
        shape, remark = geometry(body["shape"])
        if at in parents:
            node = joined(world, scene, nodes, at, parents[at])
        else:
            node = alone(world, body)
        frame = node.createShapeNode(shape)
        frame.createCollisionAspect()
        frame.createDynamicsAspect()
        frame.getDynamicsAspect().setFrictionCoeff(scene["friction"])
        if remark == "below":
            frame.setRelativeTranslation([0, -1, 0])
        if remark == "along y":
            frame.setRelativeTransform(placed([0, 0, 0], [0.5**0.5, -(0.5**0.5), 0, 0]))
        if not common.fixed(body):
            inertia = dartpy.dynamics.Inertia()
            inertia.setMass(body["mass"])
            inertia.setMoment(shape.computeInertia(body["mass"]) if remark is None else capsule(body))
            node.setInertia(inertia)
        nodes.append(node)

    def poses():
        told = []
        for node in nodes:
            pose = node.getTransform()
            turn = pose.quaternion()
            told.append([*pose.translation(), turn.w(), turn.x(), turn.y(), turn.z()])
        return told

    return world.step, poses


def capsule(body):
    """About its own middle, along y."""
    shape, mass = body["shape"], body["mass"]
    made = dartpy.dynamics.CapsuleShape(shape["radius"], 2 * shape["half"]).computeInertia(mass)
    swap = numpy.array([[1.0, 0, 0], [0, 0, 1], [0, 1, 0]])
    return swap @ made @ swap


def alone(world, body):
    skeleton = dartpy.dynamics.Skeleton()
    if common.fixed(body):
        joint, node = skeleton.createWeldJointAndBodyNodePair()
        joint.setTransformFromParentBodyNode(placed(body["position"], body["rotation"]))
    else:
        joint, node = skeleton.createFreeJointAndBodyNodePair()
        joint.setRelativeTransform(placed(body["position"], body["rotation"]))
        joint.setLinearVelocity(body["velocity"])
    world.addSkeleton(skeleton)
    return node


def joined(world, scene, nodes, at, lead):
    first, anchor = lead
    own = placed(scene["bodies"][at]["position"], scene["bodies"][at]["rotation"])
    pivot = dartpy.math.Isometry3()
    pivot.set_translation(anchor)
    if first is None:
        skeleton = dartpy.dynamics.Skeleton()
        joint, node = skeleton.createBallJointAndBodyNodePair()
        joint.setTransformFromParentBodyNode(pivot)
        world.addSkeleton(skeleton)
    else:
        parent = scene["bodies"][first]
        origin = placed(parent["position"], parent["rotation"])
        joint, node = nodes[first].getSkeleton().createBallJointAndBodyNodePair(nodes[first])
        joint.setTransformFromParentBodyNode(origin.inverse().multiply(pivot))
    joint.setTransformFromChildBodyNode(own.inverse().multiply(pivot))
    return node


if __name__ == "__main__":
    common.run(engine)
