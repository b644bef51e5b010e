//! The models, one from another.

use stickslip_solve::{Accepts, Kind, Sections};

use super::directions::Anisotropy;
use super::section::FrictionSection;

/// How friction is modelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FrictionModel {
    /// None.
    Frictionless,
    /// Box with bounds ±μ·(a normal impulse given beforehand, the last step's).
    BoxFixed,
    /// Box with bounds from a frictionless solve of the same step.
    BoxNormalFirst,
    /// Pyramid: ±μλ_n with the λ_n of the same solution.
    #[default]
    Pyramid,
    /// A regular polygon of facets inside Coulomb's disc.
    Polyhedral {
        /// Number of facets: even, at least 4.
        facets: usize,
    },
    /// The same polygon as a complementarity problem in as many directions with
    /// a slack (Stewart and Trinkle 1996).
    StewartTrinkle {
        /// Number of directions: even, at least 4.
        facets: usize,
    },
    /// A regular prism: polygon with a radius fixed beforehand.
    Prism {
        /// Number of facets: even, at least 4.
        facets: usize,
    },
    /// A circular cylinder: disc with a radius fixed beforehand.
    Cylinder,
    /// Exact Coulomb cone (`ncp`).
    Cone,
    /// Convex relaxation of the cone (`ccp`).
    ConvexCone,
}

/// Where the load on a section comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Load {
    /// There is no friction.
    None,
    /// The normal impulse of the last step.
    LastStep,
    /// The normal impulse of a frictionless solve of the same step.
    NormalFirst,
    /// The normal impulse of the same solution.
    Same,
}

impl FrictionModel {
    /// Every model with its name in files; those with facets at their default.
    pub const ALL: [(&'static str, Self); 10] = [
        ("frictionless", Self::Frictionless),
        ("box-fixed", Self::BoxFixed),
        ("box-normal-first", Self::BoxNormalFirst),
        ("pyramid", Self::Pyramid),
        ("polyhedral", Self::Polyhedral { facets: 8 }),
        ("stewart-trinkle", Self::StewartTrinkle { facets: 4 }),
        ("prism", Self::Prism { facets: 8 }),
        ("cylinder", Self::Cylinder),
        ("cone", Self::Cone),
        ("convex-cone", Self::ConvexCone),
    ];

    /// Its name in files, whatever its number of facets.
    pub fn name(self) -> &'static str {
        match self {
            Self::Frictionless => "frictionless",
            Self::BoxFixed => "box-fixed",
            Self::BoxNormalFirst => "box-normal-first",
            Self::Pyramid => "pyramid",
            Self::Polyhedral { .. } => "polyhedral",
            Self::StewartTrinkle { .. } => "stewart-trinkle",
            Self::Prism { .. } => "prism",
            Self::Cylinder => "cylinder",
            Self::Cone => "cone",
            Self::ConvexCone => "convex-cone",
        }
    }

    /// What friction lies in, in a few words.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Frictionless => "nothing",
            Self::BoxFixed => "a square by the last step's load",
            Self::BoxNormalFirst => "a square by the load of a frictionless solve",
            Self::Pyramid => "a square by the load of the same solution",
            Self::Polyhedral { .. } => {
                "a polygon in Coulomb's disc by the load of the same solution"
            }
            Self::StewartTrinkle { .. } => "the same polygon as an lcp in directions with a slack",
            Self::Prism { .. } => "a polygon by the last step's load",
            Self::Cylinder => "a disc by the last step's load",
            Self::Cone => "Coulomb's disc by the load of the same solution",
            Self::ConvexCone => "the same, but slipping lifts a little",
        }
    }

    /// The model of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|model| model.0 == name).map(|model| model.1)
    }

    /// The number of facets of a model that has any.
    pub fn facets(self) -> Option<usize> {
        match self.section() {
            FrictionSection::Polygon(facets) => Some(facets),
            _ => None,
        }
    }

    /// The same model with another number of facets, if it has any.
    pub fn with_facets(self, facets: usize) -> Self {
        match self {
            Self::Polyhedral { .. } => Self::Polyhedral { facets },
            Self::StewartTrinkle { .. } => Self::StewartTrinkle { facets },
            Self::Prism { .. } => Self::Prism { facets },
            other => other,
        }
    }

    /// Whether the number of facets makes a polygon that is its own mirror image.
    pub(crate) fn check(self) -> Result<(), String> {
        match self.facets() {
            Some(facets) if facets < 4 || facets % 2 == 1 => {
                Err(format!("is {facets}, but must be even and at least 4"))
            }
            _ => Ok(()),
        }
    }

    /// Whether contacts have tangents.
    pub(crate) fn has_tangents(self) -> bool {
        self.load() != Load::None
    }

    /// The shape of the tangential impulses.
    pub(crate) fn section(self) -> FrictionSection {
        match self {
            Self::Cone | Self::ConvexCone | Self::Cylinder => FrictionSection::Disc,
            Self::Polyhedral { facets }
            | Self::StewartTrinkle { facets }
            | Self::Prism { facets } => FrictionSection::Polygon(facets),
            Self::Frictionless | Self::BoxFixed | Self::BoxNormalFirst | Self::Pyramid => {
                FrictionSection::Square
            }
        }
    }

    /// Where the load on it comes from.
    pub(crate) fn load(self) -> Load {
        match self {
            Self::Frictionless => Load::None,
            Self::BoxFixed | Self::Prism { .. } | Self::Cylinder => Load::LastStep,
            Self::BoxNormalFirst => Load::NormalFirst,
            Self::Pyramid
            | Self::Polyhedral { .. }
            | Self::StewartTrinkle { .. }
            | Self::Cone
            | Self::ConvexCone => Load::Same,
        }
    }

    /// Whether moments against spinning and rolling belong to the section of
    /// their contact; else the last step's load bounds them.
    pub(crate) fn holds_moments(self) -> bool {
        self == Self::Cone
    }

    /// Whether its contacts are solved as directions with a slack.
    pub(crate) fn has_slacks(self) -> bool {
        matches!(self, Self::StewartTrinkle { .. })
    }

    /// What kind of problem it makes.
    pub fn kind(self) -> Kind {
        match (self, self.section()) {
            (Self::ConvexCone, _) => Kind::Ccp,
            (Self::StewartTrinkle { .. }, _) => Kind::Blcp,
            (_, FrictionSection::Disc | FrictionSection::Polygon(_)) => Kind::Ncp,
            (_, FrictionSection::Square) => Kind::Blcp,
        }
    }

    /// The solver for it when nobody names one.
    pub fn preferred_solver(self) -> &'static str {
        match self.section() {
            _ if self.has_slacks() => "lemke",
            FrictionSection::Disc | FrictionSection::Polygon(_) => "cone-ip",
            FrictionSection::Square => "bpp",
        }
    }

    /// Whether a method that accepts this takes the problems of the model.
    pub fn is_taken(self, accepts: &Accepts) -> bool {
        accepts.kinds.contains(&self.kind())
            && match (self.section(), self.load()) {
                (FrictionSection::Square, Load::Same) => accepts.coupled,
                _ => self.check_section("", accepts).is_ok(),
            }
    }

    /// Says why a method does not take the sections of the model, if it does
    /// not.
    pub(crate) fn check_section(self, solver: &str, accepts: &Accepts) -> Result<(), String> {
        if self.has_slacks() && (accepts.symmetric || accepts.positive_diagonal) {
            return Err(format!(
                "{solver} does not take \"{}\", whose matrix is unsymmetric with zeros on its \
                 diagonal; lemke, fischer-newton, block-pgs and staggered do",
                self.name()
            ));
        }
        let taken = match (self.section(), self.load()) {
            _ if self.has_slacks() => true,
            (FrictionSection::Disc, Load::LastStep) | (FrictionSection::Polygon(_), _) => {
                accepts.sections != Sections::Disc
            }
            _ => true,
        };
        if taken {
            Ok(())
        } else {
            Err(format!("{solver} does not take the section of \"{}\"", self.name()))
        }
    }

    /// The solver for it when nobody names one, and pairs of materials have
    /// sections of their own.
    pub fn preferred_solver_for(self, anisotropy: Anisotropy) -> &'static str {
        match (anisotropy, self.section(), self.load()) {
            (Anisotropy::Isotropic, ..) | (_, _, Load::None) => self.preferred_solver(),
            _ if self == Self::ConvexCone => "prox-gs",
            (Anisotropy::Elliptic, FrictionSection::Disc, _) => self.preferred_solver(),
            _ => "cone-newton",
        }
    }
}

/// A friction model with the variety of its sections: what the problems of a
/// step are like.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The model.
    pub model: FrictionModel,
    /// How sections of pairs differ from it.
    pub anisotropy: Anisotropy,
}

impl Form {
    /// What kind of problem it makes. Boxes that differ by direction are
    /// sections of an `ncp`.
    pub fn kind(self) -> Kind {
        match self.model.kind() {
            Kind::Blcp if self.model.has_slacks() => Kind::Blcp,
            Kind::Blcp if self.anisotropy != Anisotropy::Isotropic && self.model.has_tangents() => {
                Kind::Ncp
            }
            kind => kind,
        }
    }

    /// Says why a method does not take its sections, if it does not.
    pub fn check_section(self, solver: &str, accepts: &Accepts) -> Result<(), String> {
        let Self { model, anisotropy } = self;
        if anisotropy == Anisotropy::Isotropic || !model.has_tangents() {
            return model.check_section(solver, accepts);
        }
        if model.load() == Load::NormalFirst || model.has_slacks() {
            return Err(format!("\"{}\" takes no friction that has directions", model.name()));
        }
        let taken = match accepts.sections {
            Sections::Disc | Sections::Plane => false,
            _ if model == FrictionModel::ConvexCone => accepts.sections == Sections::All,
            Sections::RegularButRelaxed => {
                anisotropy == Anisotropy::Elliptic && model.section() == FrictionSection::Disc
            }
            Sections::AllButRelaxed | Sections::All => true,
        };
        let name = model.name();
        let reason = || format!("{solver} does not take \"{name}\" where friction has directions");
        if taken { Ok(()) } else { Err(reason()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_their_models() {
        for (name, model) in FrictionModel::ALL {
            assert_eq!((model.name(), FrictionModel::from_name(name)), (name, Some(model)));
        }
        assert_eq!(FrictionModel::from_name("cones"), None);
        let hexagon = FrictionModel::Prism { facets: 6 };
        assert_eq!((hexagon.name(), hexagon.facets()), ("prism", Some(6)));
        assert_eq!(FrictionModel::Cone.with_facets(6), FrictionModel::Cone);
    }

    #[test]
    fn preferred_solvers_take_their_models() {
        for (name, model) in FrictionModel::ALL {
            let entry = stickslip_solve::registry::find(model.preferred_solver()).expect("known");
            assert!(model.is_taken(&entry.accepts), "{name}");
        }
    }
}
