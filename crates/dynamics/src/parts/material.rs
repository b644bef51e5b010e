//! What surfaces are made of, and what happens where two of them meet.

use std::collections::BTreeMap;

use super::compliance::Compliance;
use super::error::ModelError;
use super::number::{at_least_zero, share};
use crate::friction::{PairLaw, SharedField, Structure};

/// Index of a material in its [`MaterialTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MaterialId(pub usize);

/// How one number of a pair comes from the two materials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Combination {
    /// (a + b)/2.
    #[default]
    Average,
    /// √(a b).
    GeometricMean,
    /// The smaller one.
    Minimum,
    /// The larger one.
    Maximum,
    /// a b.
    Product,
}

impl Combination {
    /// Combines the numbers of two materials.
    pub fn combine(self, a: f64, b: f64) -> f64 {
        match self {
            Self::Average => 0.5 * (a + b),
            Self::GeometricMean => (a * b).sqrt(),
            Self::Minimum => a.min(b),
            Self::Maximum => a.max(b),
            Self::Product => a * b,
        }
    }
}

/// What happens where two surfaces meet; also the numbers of one material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    /// Coulomb's coefficient μ.
    pub friction: f64,
    /// Ratio of normal velocity after to before an impact, 0 to 1.
    pub restitution: f64,
    /// Moment about the normal per normal force, as a length (m); 0 = none.
    pub torsion: f64,
    /// Rolling moment per normal force, as a length (m); 0 = none.
    pub rolling: f64,
    /// How the surface gives way.
    pub compliance: Compliance,
}

impl Default for Surface {
    fn default() -> Self {
        Self {
            friction: 0.5,
            restitution: 0.0,
            torsion: 0.0,
            rolling: 0.0,
            compliance: Compliance::CONTACT,
        }
    }
}

impl Surface {
    /// Whether the numbers make sense; says which one does not.
    pub fn check(&self) -> Result<(), String> {
        at_least_zero("friction", self.friction)?;
        share("restitution", self.restitution)?;
        at_least_zero("torsion", self.torsion)?;
        at_least_zero("rolling", self.rolling)?;
        self.compliance.check()
    }
}

/// A material by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// Its name in files and messages.
    pub name: String,
    /// Its numbers.
    pub surface: Surface,
}

/// All materials, pairs that are given as such, and the rules for the rest.
#[derive(Clone, Debug, PartialEq)]
pub struct MaterialTable {
    materials: Vec<Material>,
    pairs: BTreeMap<(MaterialId, MaterialId), Surface>,
    /// How friction (and its moments) combine where no pair is given.
    pub friction_rule: Combination,
    /// How restitution combines where no pair is given.
    pub restitution_rule: Combination,
    friction_everywhere: Option<f64>,
    /// Laws of pairs, with the material that was named first.
    pub(super) laws: BTreeMap<(MaterialId, MaterialId), (MaterialId, PairLaw)>,
    pub(super) structures: BTreeMap<MaterialId, Structure>,
    pub(super) reliefs: BTreeMap<MaterialId, SharedField>,
}

impl Default for MaterialTable {
    fn default() -> Self {
        Self {
            materials: vec![Material { name: "default".into(), surface: Surface::default() }],
            pairs: BTreeMap::new(),
            friction_rule: Combination::Average,
            restitution_rule: Combination::Maximum,
            friction_everywhere: None,
            laws: BTreeMap::new(),
            structures: BTreeMap::new(),
            reliefs: BTreeMap::new(),
        }
    }
}

impl MaterialTable {
    /// The material that every table begins with.
    pub const DEFAULT: MaterialId = MaterialId(0);

    /// Adds a material. The error names it and what is wrong with it.
    pub fn add(&mut self, material: Material) -> Result<MaterialId, ModelError> {
        let reason = match material.name.is_empty() {
            true => Err("it has no name".into()),
            false => material.surface.check(),
        };
        reason.map_err(|reason| ModelError::Material { name: material.name.clone(), reason })?;
        self.materials.push(material);
        Ok(MaterialId(self.materials.len() - 1))
    }

    /// Gives a pair its own numbers; the order of the two does not matter. The
    /// error names both and what is wrong.
    pub fn set_pair(
        &mut self,
        a: MaterialId,
        b: MaterialId,
        surface: Surface,
    ) -> Result<(), ModelError> {
        let [first, second] =
            [self.material(a)?, self.material(b)?].map(|known| known.name.clone());
        surface.check().map_err(|reason| ModelError::Pair { first, second, reason })?;
        self.pairs.insert((a.min(b), a.max(b)), surface);
        Ok(())
    }

    /// Changes the numbers of one material.
    pub fn set_surface(&mut self, id: MaterialId, surface: Surface) -> Result<(), ModelError> {
        let name = self.material(id)?.name.clone();
        surface.check().map_err(|reason| ModelError::Material { name, reason })?;
        self.materials[id.0].surface = surface;
        Ok(())
    }

    /// The same without asking whether the numbers make sense, for differences around them.
    pub(crate) fn set_surface_unchecked(&mut self, id: MaterialId, surface: Surface) {
        self.materials[id.0].surface = surface;
    }

    /// Coulomb's coefficient of every pair, whatever the materials say.
    pub fn friction_everywhere(&self) -> Option<f64> {
        self.friction_everywhere
    }

    /// Gives every pair the same coefficient, or each its own again.
    pub fn set_friction_everywhere(&mut self, friction: Option<f64>) -> Result<(), ModelError> {
        let checked = friction.map(|value| at_least_zero("friction", value)).transpose();
        let everywhere = |reason| ModelError::Material { name: "everywhere".into(), reason };
        self.friction_everywhere = checked.map_err(everywhere)?;
        Ok(())
    }

    /// The material of an index, or an error that says that there is none.
    pub(crate) fn material(&self, id: MaterialId) -> Result<&Material, ModelError> {
        self.materials.get(id.0).ok_or_else(|| ModelError::Material {
            name: id.0.to_string(),
            reason: format!("there are {} materials", self.materials.len()),
        })
    }

    /// Every material in the order of their indices.
    pub fn materials(&self) -> &[Material] {
        &self.materials
    }

    /// Numbers of every material and of every pair that has its own, by their names in
    /// quotes.
    pub(crate) fn surfaces(&self) -> impl Iterator<Item = (String, Surface)> + '_ {
        let own = self.materials.iter().map(|it| (format!("\"{}\"", it.name), it.surface));
        let name = |id: MaterialId| &self.materials[id.0].name;
        let pair = move |(&(one, two), &surface): (&(MaterialId, MaterialId), &Surface)| {
            (format!("\"{}\" and \"{}\"", name(one), name(two)), surface)
        };
        own.chain(self.pairs.iter().map(pair))
    }

    /// The index of the material of that name.
    pub fn find(&self, name: &str) -> Option<MaterialId> {
        self.materials.iter().position(|material| material.name == name).map(MaterialId)
    }

    /// What happens where two materials of this table meet, the same in either
    /// order.
    pub fn between(&self, a: MaterialId, b: MaterialId) -> Surface {
        let surface = self.own(a, b);
        Surface { friction: self.friction_everywhere.unwrap_or(surface.friction), ..surface }
    }

    /// What the materials themselves or their pair say.
    fn own(&self, a: MaterialId, b: MaterialId) -> Surface {
        let (a, b) = (a.min(b), a.max(b));
        if let Some(&surface) = self.pairs.get(&(a, b)) {
            return surface;
        }
        let (a, b) = (&self.materials[a.0].surface, &self.materials[b.0].surface);
        Surface {
            friction: self.friction_rule.combine(a.friction, b.friction),
            restitution: self.restitution_rule.combine(a.restitution, b.restitution),
            torsion: self.friction_rule.combine(a.torsion, b.torsion),
            rolling: self.friction_rule.combine(a.rolling, b.rolling),
            compliance: a.compliance.meeting(&b.compliance),
        }
    }
}
