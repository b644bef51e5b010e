//! Bodies, materials, joints and time stepping. Knows nothing of files or windows.

mod cable;
mod joint;
mod model;
mod report;
mod rows;
mod settings;
mod simulation;
mod state;

pub use cable::{Cable, CableDescription, CableEnd, CableJoint, CableRest};
pub use glam;
pub use joint::{Axis, Joint, JointDescription, JointId, JointKind, Motor, MotorMode};
pub use model::{
    Body, BodyCollider, BodyDescription, BodyId, ColliderDescription, Combination, Compliance,
    Drive, MassDescription, Material, MaterialId, MaterialTable, Model, ModelError, Motion,
    Schedule, ScheduleError, Surface,
};
pub use report::{ContactReport, ContactState, IslandReport, RowKind, StageTimes, StepReport};
pub use settings::{FrictionModel, Integrator, Settings, Sleeping, SolverChoice};
pub use simulation::{Simulation, StepError};
pub use state::{BodyState, ContactMemory, JointMemory, State};
pub use stickslip_contact::{Pose, Shape, ShapeError, ShapeKind};
