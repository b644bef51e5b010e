"""Drake: a discrete plant with its SAP solver and hydroelastic contact.

Its point contact knows one point between two boxes, on which none can stand; spheres alone
have it, for their hydroelastic patches resist rolling.
"""

import numpy
from pydrake.geometry import (
    Box,
    Capsule,
    HalfSpace,
    ProximityProperties,
    Sphere,
    AddCompliantHydroelasticProperties,
    AddContactMaterial,
    AddRigidHydroelasticProperties,
)
from pydrake.math import RigidTransform, RotationMatrix
from pydrake.common.eigen_geometry import Quaternion
from pydrake.multibody.math import SpatialVelocity
from pydrake.multibody.plant import AddMultibodyPlant, CoulombFriction, MultibodyPlantConfig
from pydrake.multibody.tree import BallRpyJoint, FixedOffsetFrame, SpatialInertia, UnitInertia
from pydrake.systems.analysis import ResetIntegratorFromFlags, Simulator
from pydrake.systems.framework import DiagramBuilder

import common

# Pa; its documentation's value for something stiff.
MODULUS = 1e7

# Its capsules lie along z and its half-spaces look along z; ours along y.
UP = RigidTransform(RotationMatrix.MakeXRotation(-numpy.pi / 2))


def geometry(shape):
    kind = shape["type"]
    if kind == "box":
        return Box(*(2 * numpy.array(shape["half"]))), RigidTransform()
    if kind == "sphere":
        return Sphere(shape["radius"]), RigidTransform()
    if kind == "capsule":
        return Capsule(shape["radius"], 2 * shape["half"]), UP
    return HalfSpace(), UP


def inertia(body):
    shape, kind = body["shape"], body["shape"]["type"]
    if kind == "box":
        unit = UnitInertia.SolidBox(*(2 * numpy.array(shape["half"])))
    elif kind == "sphere":
        unit = UnitInertia.SolidSphere(shape["radius"])
    else:
        unit = UnitInertia.SolidCapsule(shape["radius"], 2 * shape["half"], [0, 1, 0])
    return SpatialInertia(body["mass"], numpy.zeros(3), unit)


def pose(body):
    turn = numpy.array(body["rotation"]) / numpy.linalg.norm(body["rotation"])
    return RigidTransform(Quaternion(turn), body["position"])


def surface(scene, body):
    properties = ProximityProperties()
    friction = CoulombFriction(scene["friction"], scene["friction"])
    AddContactMaterial(friction=friction, properties=properties)
    size = body["shape"].get("radius") or max(body["shape"].get("half", [1]))
    if common.fixed(body):
        AddRigidHydroelasticProperties(size, properties)
    else:
        AddCompliantHydroelasticProperties(size, MODULUS, properties)
    return properties


def engine(scene, variant):
    round_only = all(body["shape"]["type"] in ("sphere", "plane") for body in scene["bodies"])
    builder = DiagramBuilder()
    config = MultibodyPlantConfig(
        time_step=0.0 if variant == "continuous" else scene["step"],
        discrete_contact_approximation="sap",
        contact_model="point" if round_only else "hydroelastic_with_fallback",
    )
    plant, graph = AddMultibodyPlant(config, builder)
    plant.mutable_gravity_field().set_gravity_vector(scene["gravity"])
    made, parents = [], common.tree(scene)
    for at, body in enumerate(scene["bodies"]):
        shape, turn = geometry(body["shape"])
        properties = surface(scene, body)
        if common.fixed(body):
            plant.RegisterCollisionGeometry(
                plant.world_body(), pose(body) @ turn, shape, f"g{at}", properties
            )
            made.append(None)
        else:
            body_made = plant.AddRigidBody(f"b{at}", inertia(body))
            plant.RegisterCollisionGeometry(body_made, turn, shape, f"g{at}", properties)
            made.append(body_made)
    for second, (first, anchor) in parents.items():
        join(plant, scene, made, first, second, anchor)
    plant.Finalize()
    diagram = builder.Build()
    simulator = Simulator(diagram)
    context = plant.GetMyMutableContextFromRoot(simulator.get_mutable_context())
    for at, body in enumerate(scene["bodies"]):
        if made[at] is not None and at not in parents:
            plant.SetFreeBodyPose(context, made[at], pose(body))
            if any(body["velocity"]) or any(body["spin"]):
                speed = SpatialVelocity(w=numpy.array(body["spin"]), v=numpy.array(body["velocity"]))
                plant.SetFreeBodySpatialVelocity(made[at], speed, context)
    if variant == "continuous":
        ResetIntegratorFromFlags(simulator, "runge_kutta3", scene["step"])
        simulator.get_mutable_integrator().set_target_accuracy(1e-3)
    simulator.Initialize()
    steps = [0]

    def step():
        steps[0] += 1
        simulator.AdvanceTo(steps[0] * scene["step"])

    def poses():
        told = []
        for at, body in enumerate(scene["bodies"]):
            placed = pose(body) if made[at] is None else made[at].EvalPoseInWorld(context)
            told.append([*placed.translation(), *placed.rotation().ToQuaternion().wxyz()])
        return told

    return step, poses


def join(plant, scene, made, first, second, anchor):
    """Roll, pitch and yaw, whose axes are those of the body at the beginning."""
    own = pose(scene["bodies"][second])
    pivot = RigidTransform(own.rotation(), anchor)
    frames = []
    for at in (first, second):
        if at is None:
            frames.append(plant.AddFrame(FixedOffsetFrame(f"w{second}", plant.world_frame(), pivot)))
        else:
            origin = pose(scene["bodies"][at])
            offset = origin.inverse() @ pivot
            name = f"f{at}-{second}"
            frames.append(plant.AddFrame(FixedOffsetFrame(name, made[at].body_frame(), offset)))
    plant.AddJoint(BallRpyJoint(f"j{second}", *frames))


if __name__ == "__main__":
    common.run(engine)
