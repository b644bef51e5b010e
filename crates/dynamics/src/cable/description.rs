//! Cables as they are described.

use glam::DVec3;

use crate::joint::JointId;
use crate::parts::{BodyId, MaterialId, MaterialTable};

/// What an end of a cable is tied to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CableEnd {
    /// Nothing.
    #[default]
    Free,
    /// The world.
    World,
    /// A body.
    Body(BodyId),
}

/// What joins neighbouring segments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CableJoint {
    /// A ball joint: a rope that neither resists bending nor twisting.
    Ball,
    /// A universal joint: a chain that does not twist.
    Universal,
    /// A six-DOF joint with the stiffness of the cable on every axis.
    #[default]
    SixDof,
}

/// The shape that a cable takes when nothing pulls or bends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CableRest {
    /// Straight: laying it round a corner bends it.
    #[default]
    Straight,
    /// As it is laid along its path.
    AsLaid,
}

/// A cable as it is described; [`crate::Model::add_cable`] checks it.
///
/// A cable of n equal segments of length L is a chain of capsules. A joint
/// between two segments stands for half of each, an end for half of one:
///
/// k_stretch = EA/L, k_bend = EI/L, k_twist = GJ/L,
///
/// and twice that at an end, so that n segments in a row give EA/(nL) as they
/// should. Damping is d = τ k (Kelvin–Voigt), the same material for any number
/// of segments. A row of the joint then has ε = 1/(h²k + hd) and
/// γ = hk/(hk + d). Shear is as stiff as stretch.
#[derive(Clone, Debug, PartialEq)]
pub struct CableDescription {
    /// Its name; segments and joints are named after it.
    pub name: String,
    /// Points that it is laid along (m).
    pub path: Vec<DVec3>,
    /// Number of segments.
    pub segments: usize,
    /// Radius (m).
    pub radius: f64,
    /// Mass per length (kg/m).
    pub linear_density: f64,
    /// Stretching stiffness EA (N).
    pub axial_stiffness: f64,
    /// Bending stiffness EI (N·m²); used by [`CableJoint::SixDof`].
    pub bending_stiffness: f64,
    /// Twisting stiffness GJ (N·m²); `None` for that of a round bar with a
    /// Poisson's ratio of 0.3, EI/1.3.
    pub torsional_stiffness: Option<f64>,
    /// Relaxation time τ of stretching (s).
    pub stretch_damping: f64,
    /// Relaxation time τ of bending and twisting (s).
    pub bend_damping: f64,
    /// What joins neighbouring segments.
    pub joint: CableJoint,
    /// Its shape without load; used by [`CableJoint::SixDof`].
    pub rest: CableRest,
    /// What the beginning is tied to.
    pub first_end: CableEnd,
    /// What the end is tied to.
    pub second_end: CableEnd,
    /// Whether a tied end also holds the cable's direction, as the joints
    /// between segments do; otherwise it is a ball joint.
    pub clamped: bool,
    /// What it is made of.
    pub material: MaterialId,
    /// Whether a tied end's segment may touch the body that it is tied to.
    /// Neighbouring segments never touch.
    pub touching: bool,
}

impl CableDescription {
    /// A free steel-like cable: E = 2·10¹¹ Pa on a round section, with
    /// stretching and bending that relax within 10 ms.
    pub fn new(
        name: impl Into<String>,
        path: Vec<DVec3>,
        segments: usize,
        radius: f64,
        linear_density: f64,
    ) -> Self {
        const YOUNG: f64 = 2e11;
        let area = std::f64::consts::PI * radius * radius;
        Self {
            name: name.into(),
            path,
            segments,
            radius,
            linear_density,
            axial_stiffness: YOUNG * area,
            bending_stiffness: YOUNG * area * radius * radius / 4.0,
            torsional_stiffness: None,
            stretch_damping: 0.01,
            bend_damping: 0.01,
            joint: CableJoint::default(),
            rest: CableRest::default(),
            first_end: CableEnd::Free,
            second_end: CableEnd::Free,
            clamped: false,
            material: MaterialTable::DEFAULT,
            touching: false,
        }
    }
}

/// The parts of a cable in its model.
#[derive(Clone, Debug, PartialEq)]
pub struct Cable {
    /// Its name.
    pub name: String,
    /// The segments from the first end to the second.
    pub bodies: Vec<BodyId>,
    /// The joints: the first end if it is tied, those between segments, the
    /// second end if it is tied.
    pub joints: Vec<JointId>,
    /// Energy of bending where it is laid (J): Σ ½ k_bend θ² over the joints between segments.
    pub bending_energy: f64,
}
