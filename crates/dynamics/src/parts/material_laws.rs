//! What materials look like, and the laws of friction where two of them meet.

use super::error::ModelError;
use super::material::{MaterialId, MaterialTable};
use crate::friction::{Anisotropy, Directions, PairLaw, SharedField, Structure};

impl MaterialTable {
    /// Gives a material the direction of its grooves, fibres or grain.
    pub fn set_structure(&mut self, id: MaterialId, own: Structure) -> Result<(), ModelError> {
        let name = self.material(id)?.name.clone();
        own.check().map_err(|reason| ModelError::Material { name, reason })?;
        self.structures.insert(id, own);
        Ok(())
    }

    /// Gives a material the normals of what stands out of it.
    pub fn set_relief(&mut self, id: MaterialId, own: SharedField) -> Result<(), ModelError> {
        self.material(id)?;
        self.reliefs.insert(id, own);
        Ok(())
    }

    /// Says how friction between two materials depends on direction, speed and
    /// load. Whatever it needs of the materials must be there before it.
    pub fn set_law(
        &mut self,
        first: MaterialId,
        second: MaterialId,
        law: PairLaw,
    ) -> Result<(), ModelError> {
        let [one, two] =
            [self.material(first)?, self.material(second)?].map(|known| known.name.clone());
        self.check_law([(first, &one), (second, &two)], &law).map_err(|reason| {
            ModelError::Pair { first: one.clone(), second: two.clone(), reason }
        })?;
        self.laws.insert((first.min(second), first.max(second)), (first, law));
        Ok(())
    }

    fn check_law(&self, ids: [(MaterialId, &str); 2], law: &PairLaw) -> Result<(), String> {
        law.check(self.between(ids[0].0, ids[1].0).friction)?;
        let Some(directions) = &law.directions else { return Ok(()) };
        for ((id, name), needed) in ids.into_iter().zip(directions.needs_structure()) {
            if needed && !self.structures.contains_key(&id) {
                return Err(format!("these directions need a structure of \"{name}\""));
            }
        }
        if matches!(directions, Directions::Plowing(_))
            && !ids.iter().any(|(id, _)| self.reliefs.contains_key(id))
        {
            return Err("plowing needs a relief of one of them".into());
        }
        if ids[0].0 == ids[1].0 && !directions.is_mirrored() {
            return Err("sides that differ need two materials".into());
        }
        Ok(())
    }

    /// The structure of a material.
    pub fn structure(&self, id: MaterialId) -> Option<&Structure> {
        self.structures.get(&id)
    }

    /// The normals of what stands out of a material.
    pub fn relief(&self, id: MaterialId) -> Option<&SharedField> {
        self.reliefs.get(&id)
    }

    /// The law where two materials meet, and whether it names them in the other
    /// order. One coefficient for every pair leaves no law.
    pub fn law(&self, one: MaterialId, two: MaterialId) -> Option<(&PairLaw, bool)> {
        let (first, law) = self.laws.get(&(one.min(two), one.max(two)))?;
        self.friction_everywhere().is_none().then_some((law, *first != one))
    }

    /// Whether any pair has a law.
    pub(crate) fn has_laws(&self) -> bool {
        !self.laws.is_empty() && self.friction_everywhere().is_none()
    }

    /// Whether the coefficient of some pair changes with the load.
    pub(crate) fn has_load_curves(&self) -> bool {
        self.has_laws() && self.laws.values().any(|(_, law)| !law.load_curve.is_empty())
    }

    /// How much the sections of all pairs differ from one coefficient.
    pub fn anisotropy(&self) -> Anisotropy {
        let own = self.laws.values().filter(|_| self.has_laws()).map(|(_, law)| law.anisotropy());
        own.max().unwrap_or_default()
    }
}
