//! What may touch, as pairs of bodies and of shapes that may not.

use std::collections::{BTreeMap, BTreeSet};

use stickslip_dynamics::ShapeId;

use super::Builder;
use crate::error::ImportError;
use crate::facts::may_touch_geoms;

impl Builder<'_> {
    /// Keeps bodies apart of which no two shapes may touch, and where some may and
    /// others may not, those others.
    pub(super) fn keep_apart(&mut self) -> Result<(), ImportError> {
        let mechanism = self.mechanism;
        if !mechanism.contacts {
            return Ok(());
        }
        // Shapes of each mover that touch anything.
        let mut shapes: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
        for (number, geom) in mechanism.geoms.iter().enumerate() {
            if self.shapes.contains_key(&number) && !geom.visual {
                shapes.entry(mechanism.root_of(geom.body)).or_default().push(number);
            }
        }
        let mut allowed = BTreeSet::new();
        may_touch_geoms(mechanism, |first, second| {
            allowed.insert([first.min(second), first.max(second)]);
        });
        self.let_pass(&mut allowed)?;
        let roots: Vec<(Option<usize>, Vec<usize>)> = shapes.into_iter().collect();
        for (at, (first, some)) in roots.iter().enumerate() {
            for (second, others) in &roots[at + 1..] {
                let pairs = some.iter().flat_map(|one| others.iter().map(move |two| [*one, *two]));
                let apart: Vec<[usize; 2]> = pairs
                    .filter(|[one, two]| !allowed.contains(&[*one.min(two), *one.max(two)]))
                    .collect();
                let body = second.or(*first).unwrap_or_default();
                let place = &mechanism.bodies[body].place;
                if apart.len() == some.len() * others.len() {
                    let ids = [self.movers[first], self.movers[second]];
                    let apart = self.model.ignore_contacts(ids[0], ids[1]);
                    apart.map_err(|error| Self::refused(place, error))?;
                    continue;
                }
                for pair in apart {
                    let [one, two] = pair.map(|geom| self.shape_id(geom));
                    let apart = self.model.ignore_shapes(one, two);
                    apart.map_err(|error| Self::refused(place, error))?;
                }
            }
        }
        Ok(())
    }

    /// The shape that a geom became.
    fn shape_id(&self, geom: usize) -> ShapeId {
        let body = self.movers[&self.mechanism.root_of(self.mechanism.geoms[geom].body)];
        ShapeId { body, at: self.shapes[&geom] }
    }
}
