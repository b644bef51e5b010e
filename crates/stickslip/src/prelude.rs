//! What a program needs most, in one line: `use stickslip::prelude::*;`.

#[doc(no_inline)]
pub use crate::{Rigid, World};

#[doc(no_inline)]
pub use stickslip_dynamics::glam::{DQuat, DVec3};
#[doc(no_inline)]
pub use stickslip_dynamics::joint::{
    Ball, Belt, BeltPoint, Coupling, CouplingTerm, Differential, Distance, Fixed, Gear, Hinge,
    Prismatic, SixDof, Tendon, TendonPoint, Thruster, Universal,
};
#[doc(no_inline)]
pub use stickslip_dynamics::{
    Accuracy, Axis, BodyDescription, BodyId, BodyKey, CableDescription, CableEnd,
    ColliderDescription, Compliance, ContactChange, Control, ControlMode, Drive, Elasticity,
    FrictionModel, JointId, JointKey, JointKind, LiquidDescription, Material, Model, ModelError,
    Motor, MotorMode, Passive, Pose, Schedule, Sensor, SensorKind, Settings, Shape, Simulation,
    SoftDescription, SoftShape, StepError, StepReport, StepperKind, Surface,
};
#[cfg(feature = "files")]
#[doc(no_inline)]
pub use stickslip_scene::{Overrides, SavedState, Scene, SceneError, SceneSource};
