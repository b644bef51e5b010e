//! The words, section by section.

mod bodies;
mod friction;
mod joints;
mod meshes;
mod models;
mod sensors;
mod soft;
mod world;

use super::{Key, KeySection, key};

/// Every section, in the order of the guide.
pub static SECTIONS: &[KeySection] = &[
    world::TOP,
    world::PARAMETERS,
    world::PRESETS,
    world::SETTINGS,
    world::SLEEPING,
    world::VIEW,
    world::MATERIAL,
    friction::STRUCTURE,
    friction::RELIEF,
    world::PAIR,
    friction::MATCHSTICK,
    friction::ELLIPSE,
    friction::BOUNDS,
    friction::LIMIT_SURFACE,
    friction::TENSORS,
    friction::PLOWING,
    friction::STRIBECK,
    bodies::BODY,
    bodies::SPHERE,
    bodies::BOX,
    bodies::CAPSULE,
    bodies::CYLINDER,
    bodies::ELLIPSOID,
    bodies::HULL,
    bodies::HALF_SPACE,
    bodies::TERRAIN,
    meshes::FILE,
    meshes::GENERATOR,
    meshes::VERTICES,
    bodies::ROTATION,
    bodies::REPEAT,
    bodies::DRIVE,
    bodies::KEYFRAME,
    bodies::SURFACE_VELOCITY,
    joints::BALL,
    joints::HINGE,
    joints::PRISMATIC,
    joints::UNIVERSAL,
    joints::FIXED,
    joints::SIX_DOF,
    joints::DISTANCE,
    joints::TENDON,
    joints::PATH,
    joints::BELT,
    joints::ROUTE,
    joints::THRUSTER,
    joints::GEAR,
    joints::DIFFERENTIAL,
    joints::COUPLING,
    joints::MOTOR,
    joints::STOP,
    joints::SPRINGS,
    joints::AXIS,
    joints::ARTICULATION,
    sensors::FORCE_TORQUE,
    sensors::JOINT,
    sensors::IMU,
    sensors::FRAME,
    sensors::TOUCH,
    sensors::RANGE,
    bodies::CABLE,
    soft::SOFT,
    bodies::LIQUID,
    models::MODEL,
    models::MOTORS,
    bodies::GROUP,
];
