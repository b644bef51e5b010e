//! Links of one mechanism that begin inside each other.

use std::collections::{BTreeMap, BTreeSet};

use stickslip_contact::{Collider, Detector};

use super::Builder;
use crate::error::ImportError;
use crate::mechanism::Format;
use crate::remark::About;

/// What becomes of links of one mechanism that begin inside each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overlaps {
    /// Those of a URDF pass through each other, as that format cannot say what may touch; those
    /// of an MJCF file, which can, touch, and are named.
    #[default]
    Format,
    /// They pass through each other from then on.
    Pass,
    /// They touch: they are pushed apart, or jam.
    Touch,
}

/// Links whose shapes are no deeper inside each other than this share of the smaller one
/// touch, or nearly do.
const TOUCH: f64 = 1e-6;
/// Those that touch are named where they are deeper inside each other than this share.
const DEEP: f64 = 1e-2;
/// Most pairs that are named.
const NAMED: usize = 3;

impl Builder<'_> {
    /// Takes the shapes of links that begin inside each other out of the pairs of shapes that
    /// may touch, and says so. What the file pairs by name stays.
    pub(super) fn let_pass(&mut self, pairs: &mut BTreeSet<[usize; 2]>) -> Result<(), ImportError> {
        let mechanism = self.mechanism;
        let pass = match self.placement.overlaps {
            Overlaps::Touch => return Ok(()),
            Overlaps::Format => mechanism.format == Format::Urdf,
            Overlaps::Pass => true,
        };
        let links = |pair: &[usize; 2]| {
            let [one, two] = pair.map(|geom| mechanism.geoms[geom].body);
            Some([one?.min(two?), one?.max(two?)])
        };
        let named = |pair: &[usize; 2]| {
            let [one, two] = *pair;
            mechanism.pairs.iter().any(|it| it.geoms == [one, two] || it.geoms == [two, one])
        };
        let mut depths: BTreeMap<[usize; 2], f64> = BTreeMap::new();
        for (pair, depth) in self.depths(pairs, if pass { TOUCH } else { DEEP }) {
            if let Some(links) = links(&pair).filter(|_| !named(&pair)) {
                let deepest = depths.entry(links).or_default();
                *deepest = deepest.max(depth);
            }
        }
        let (Some(first), count) = (depths.keys().next(), depths.len()) else { return Ok(()) };
        if pass {
            let is_apart =
                |pair: &[usize; 2]| links(pair).is_none_or(|it| !depths.contains_key(&it));
            pairs.retain(|pair| named(pair) || is_apart(pair));
        }
        let deepest = depths.values().copied().fold(0.0, f64::max);
        let name = |&[one, two]: &[usize; 2]| {
            format!("{} and {}", self.body_name(one), self.body_name(two))
        };
        let mut names: Vec<String> = depths.keys().take(NAMED).map(name).collect();
        if count > NAMED {
            names.push(format!("{} more", count - NAMED));
        }
        let other = if pass { "touch" } else { "pass" };
        let reason = format!(
            "what begins inside each other, up to {deepest:.4} m, {}: {count} {} ({}); \
             overlaps = \"{other}\" (--overlaps {other}) lets it {other}",
            if pass { "passes through each other here" } else { "touches" },
            if count == 1 { "pair" } else { "pairs" },
            names.join(", "),
        );
        let element = if mechanism.format == Format::Urdf { "link" } else { "body" };
        let place = &mechanism.bodies[first[0]].place;
        self.remarks.warn_at(&About { element, place, subject: "overlaps" }, &reason)
    }

    /// How deep shapes of one mechanism are inside each other, of those pairs that may touch (m),
    /// where that is more than a share of their size.
    fn depths(&self, pairs: &BTreeSet<[usize; 2]>, share: f64) -> Vec<([usize; 2], f64)> {
        let mechanism = self.mechanism;
        let top = |geom: usize| {
            let mut at = mechanism.geoms[geom].body?;
            while let Some(parent) = mechanism.bodies[at].parent {
                at = parent;
            }
            Some(at)
        };
        let geoms: Vec<(usize, usize)> =
            self.shapes.iter().map(|(&geom, &at)| (geom, at)).collect();
        let colliders: Vec<Collider> = geoms
            .iter()
            .map(|&(geom, at)| {
                let root = mechanism.root_of(mechanism.geoms[geom].body);
                let body = &self.model.bodies()[self.movers[&root].0];
                let own = &body.colliders[at];
                Collider {
                    shape: own.shape.clone(),
                    pose: body.centre(&body.description.pose).compose(&own.pose),
                    body: geom,
                    movable: true,
                    margin: 0.0,
                }
            })
            .collect();
        let pair = |one: usize, two: usize| {
            let (one, two) = (geoms[one].0, geoms[two].0);
            [one.min(two), one.max(two)]
        };
        let may_touch = |one: usize, two: usize| {
            let pair = pair(one, two);
            let tops = pair.map(top);
            tops[0].is_some() && tops[0] == tops[1] && pairs.contains(&pair)
        };
        let size = |collider: usize| {
            let (low, high) = colliders[collider].shape.bounds(&colliders[collider].pose);
            (high - low).length()
        };
        let mut detector = Detector::default();
        let near = detector.pairs(&colliders, may_touch).to_vec();
        let depths = near.into_iter().map(|(one, two)| (one as usize, two as usize));
        let depths = depths.map(|(one, two)| {
            let contacts = detector.detect_pair(&colliders, (one, two));
            let depth = contacts.iter().map(|contact| -contact.gap).fold(0.0, f64::max);
            (pair(one, two), depth, share * size(one).min(size(two)))
        });
        depths.filter(|(_, depth, least)| depth > least).map(|it| (it.0, it.1)).collect()
    }
}
