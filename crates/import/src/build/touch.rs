//! What may touch, as pairs of bodies that may not.

use std::collections::BTreeMap;

use super::Builder;
use crate::error::ImportError;
use crate::facts::may_touch_geoms;
use crate::remark::About;

impl Builder<'_> {
    /// Keeps bodies apart of which no two shapes may touch. Where some may and
    /// others may not, all of them do.
    pub(super) fn keep_apart(&mut self) -> Result<(), ImportError> {
        let mechanism = self.mechanism;
        if !mechanism.contacts {
            return Ok(());
        }
        // Shapes of each mover that touch anything.
        let mut shapes: BTreeMap<Option<usize>, usize> = BTreeMap::new();
        for geom in mechanism.geoms.iter().filter(|geom| !geom.visual) {
            *shapes.entry(mechanism.root_of(geom.body)).or_default() += 1;
        }
        let mut allowed: BTreeMap<[Option<usize>; 2], usize> = BTreeMap::new();
        may_touch_geoms(mechanism, |first, second| {
            let roots = [first, second].map(|geom| mechanism.root_of(mechanism.geoms[geom].body));
            *allowed.entry([roots[0].min(roots[1]), roots[0].max(roots[1])]).or_default() += 1;
        });
        let roots: Vec<(Option<usize>, usize)> = shapes.into_iter().collect();
        for (at, &(first, some)) in roots.iter().enumerate() {
            for &(second, others) in &roots[at + 1..] {
                let pairs = allowed.get(&[first, second]).copied().unwrap_or(0);
                let ids = [self.movers[&first], self.movers[&second]];
                let place = || {
                    let body = second.or(first).unwrap_or_default();
                    &mechanism.bodies[body].place
                };
                if pairs == 0 {
                    let apart = self.model.ignore_contacts(ids[0], ids[1]);
                    apart.map_err(|error| Self::refused(place(), error))?;
                } else if pairs < some * others {
                    let about = About { element: "body", place: place(), subject: "contact masks" };
                    let reason = "where some shapes of two bodies may touch, all may here";
                    self.remarks.warn_at(&about, reason)?;
                }
            }
        }
        Ok(())
    }
}
