//! Bodies, materials, joints and time stepping. Knows nothing of files or windows.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod activation;
mod cable;
mod collide;
mod control;
mod derivatives;
mod filter;
mod freedoms;
mod friction;
pub mod joint;
mod model;
mod motion;
mod parts;
mod report;
mod row_source;
mod rows;
mod sensor;
mod settings;
mod shortfall;
mod simulation;
mod soft;
mod soft_frame;
mod state;
mod step_error;
mod step_progress;
mod stepper;
mod tree;
mod world;

pub use cable::{Cable, CableDescription, CableEnd, CableJoint, CableRest};
pub use control::{Control, ControlDescription, ControlMode, Lead};
pub use derivatives::{
    Border, Contacts, DerivativeError, Gradient, Input, JointQuantity, Loss, Matrix, Quantity,
    Rollout, StepDerivatives,
};
pub use friction::{
    Anisotropy, Directions, Field, Frame, FrictionModel, LAWS, LawTraits, LimitSurface, Matchstick,
    PairLaw, Plowing, SharedField, Stribeck, Structure, Tensors,
};
pub use glam;
pub use joint::{Activation, Passive, Servo};
pub use joint::{Axis, Joint, JointDescription, JointId, JointKind, JointRow, Motor, MotorMode};
pub use model::{BodyKey, JointKey, Model, ShapeId};
pub use parts::{
    Body, BodyCollider, BodyDescription, BodyId, ColliderDescription, Combination, Compliance,
    Drive, Layers, MassDescription, Material, MaterialId, MaterialTable, ModelError, Motion,
    Schedule, ScheduleError, Surface, SurfaceMotion,
};
pub use report::{
    ContactReport, ContactState, IslandReport, Orders, RowKind, StageTimes, StepReport,
};
pub use row_source::RowSource;
pub use sensor::{Branch, Part, Sensor, SensorKind, Site, Zone};
pub use settings::{
    Accuracy, AsynchronousStep, BarrierOrder, BarrierSolve, BarrierStep, ErrorBounds, Integrator,
    PenaltyFriction, PenaltyLaw, PenaltyMethod, PenaltyStep, Settings, Sleeping, SoftInertia,
    SoftStep, SolverChoice, StepperKind, SweepOrder,
};
pub use shortfall::Shortfall;
pub use simulation::{BodyHit, Change, ContactChange, ContactEvent, Failure, Simulation};
pub use soft::{Attachment, SoftBody, SoftDescription, SoftShape, Vertices};
pub use state::{Anchor, AnchorKey, Before, BodyState, ContactMemory, JointMemory, State};
pub use step_error::StepError;
pub use step_progress::StepProgress;
pub use stepper::small_steps;
pub use stepper::{Engine, GivenContact, GivenStep};
pub use stickslip_contact::{
    MassProperties, Pose, RayHit, Shape, ShapeError, ShapeKind, ShapeSource, Solidity,
};
pub use stickslip_elastic::{ElasticMesh, Elasticity, Energy};
pub use stickslip_liquid::{Grid, LiquidDescription, LiquidReport, LiquidState, Particles, Walls};
pub use tree::{Articulated, Articulation, Coordinates, Reach};
pub use world::Push;
