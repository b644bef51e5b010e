//! Pairs that may touch among shapes that move little from call to call.
//!
//! Every shape has a room, a box larger than its own. Candidates are pairs whose rooms overlap;
//! while nobody has left his, the pairs whose boxes overlap are among them, so that a call costs
//! a comparison a candidate instead of a tree. What is found is the same as without rooms.

use rayon::prelude::*;
use stickslip_geometry::Bounds;

use crate::detector::{Collider, Detector, DetectorScratch, bounds_of, side_by_side};

/// Rooms are larger than boxes by so many margins, which follow how far a shape moves,
/// and by this part of the box at most: small shapes would be near everybody.
const MARGINS: f64 = 6.0;
const PART: f64 = 0.5;
/// Boxes, and candidates, that one task looks at where there are threads.
const BOXES: usize = 512;
const CANDIDATES: usize = 4096;

/// Finds pairs; keeps its memory from call to call, and always has the same colliders.
#[derive(Debug, Default)]
pub struct KeptPairs {
    detector: Detector,
    boxes: Vec<Bounds>,
    rooms: Vec<Bounds>,
    /// Pairs whose rooms overlap, ascending.
    candidates: Vec<(u32, u32)>,
    scratches: Vec<DetectorScratch>,
    pairs: Vec<(u32, u32)>,
}

impl KeptPairs {
    /// Pairs of colliders whose bounding boxes, grown by their margins, overlap, and which
    /// `may_touch` lets; the lower of each comes first, in ascending order. Colliders may
    /// move, and their margins change, from call to call, and nothing else.
    pub fn find(
        &mut self,
        colliders: &[Collider],
        may_touch: impl Fn(usize, usize) -> bool + Sync,
    ) -> &[(u32, u32)] {
        self.boxes.resize(colliders.len(), Bounds::NOWHERE);
        let place = |(own, collider): (&mut Bounds, &Collider)| {
            *own = bounds_of(collider).unwrap_or(Bounds::NOWHERE);
        };
        if colliders.len() >= 2 * BOXES && rayon::current_num_threads() > 1 {
            let boxes = self.boxes.par_iter_mut().with_min_len(BOXES);
            boxes.zip(colliders).for_each(place);
        } else {
            self.boxes.iter_mut().zip(colliders).for_each(place);
        }
        let stays = |(own, room): (&Bounds, &Bounds)| room.holds(own);
        if self.rooms.len() != self.boxes.len() || !self.boxes.iter().zip(&self.rooms).all(stays) {
            self.find_candidates(colliders, may_touch);
        }
        let (boxes, candidates) = (&self.boxes, &self.candidates);
        let near = |pair: &&(u32, u32)| boxes[pair.0 as usize].overlaps(&boxes[pair.1 as usize]);
        let scratches =
            side_by_side(&mut self.scratches, candidates.len(), CANDIDATES, |scratch, places| {
                scratch.pairs.clear();
                scratch.pairs.extend(candidates[places].iter().filter(near));
            });
        self.pairs.clear();
        scratches.iter().for_each(|scratch| self.pairs.extend_from_slice(&scratch.pairs));
        &self.pairs
    }

    /// Gives everybody a new room around his box.
    fn find_candidates(
        &mut self,
        colliders: &[Collider],
        may_touch: impl Fn(usize, usize) -> bool + Sync,
    ) {
        let room = |(own, collider): (&Bounds, &Collider)| {
            let most = PART * (own.upper - own.lower).max_element();
            own.grown((MARGINS * collider.margin).min(most).max(0.0))
        };
        self.rooms.clear();
        self.rooms.extend(self.boxes.iter().zip(colliders).map(room));
        let found = self.detector.pairs_of_boxes(&self.rooms, colliders, may_touch);
        self.candidates.clear();
        self.candidates.extend_from_slice(found);
    }
}
