//! The kinds of joints: one line for each.

use glam::DVec3;

use super::builder::Builder;
use super::constraint::SharedConstraint;
use super::recipe::{JointSource, Recipe};
use crate::parts::BodyId;

/// Makes the sum of all kinds from their list.
macro_rules! kinds {
    ($($file:ident::$kind:ident,)*) => {
        $(pub use super::$file::$kind;)*

        /// What a joint lets free and what it holds.
        #[derive(Clone, Debug, PartialEq)]
        #[expect(
            clippy::large_enum_variant,
            reason = "made once per joint, and easier to write unboxed"
        )]
        pub enum JointKind {
            $(#[doc = concat!("See [`", stringify!($kind), "`].")] $kind($kind),)*
        }

        $(impl From<$kind> for JointKind {
            fn from(kind: $kind) -> Self {
                Self::$kind(kind)
            }
        })*

        impl JointKind {
            /// Every kind by its name in scene files, with what reads it.
            pub fn readers<S: JointSource>() -> Vec<(&'static str, JointReader<S>)> {
                vec![$(($kind::NAME, |source| $kind::read(source).map(Self::$kind)),)*]
            }

            /// Its name in scene files.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$kind(_) => $kind::NAME,)*
                }
            }

            /// See [`Recipe::build`].
            pub(super) fn build(&self, on: &Builder<'_>) -> Result<SharedConstraint, String> {
                match self {
                    $(Self::$kind(kind) => kind.build(on),)*
                }
            }

            /// See [`Recipe::points`].
            pub(super) fn points(&self) -> Option<[DVec3; 2]> {
                match self {
                    $(Self::$kind(kind) => kind.points(),)*
                }
            }

            /// See [`Recipe::other_bodies`].
            pub(super) fn other_bodies(&self) -> Vec<(&'static str, BodyId)> {
                match self {
                    $(Self::$kind(kind) => kind.other_bodies(),)*
                }
            }

            /// See [`Recipe::bodies_mut`].
            pub(super) fn bodies_mut(&mut self) -> Vec<&mut BodyId> {
                match self {
                    $(Self::$kind(kind) => kind.bodies_mut(),)*
                }
            }
        }
    };
}

kinds! {
    ball::Ball,
    hinge::Hinge,
    prismatic::Prismatic,
    universal::Universal,
    fixed::Fixed,
    six_dof::SixDof,
    distance::Distance,
    tendon::Tendon,
    belt::Belt,
    thruster::Thruster,
    gear::Gear,
    differential::Differential,
    coupling::Coupling,
}

/// Makes a joint of one kind from what a source says.
pub type JointReader<S> = fn(&S) -> Result<JointKind, <S as JointSource>::Error>;
