//! What pushes one way only: pairs of shapes, and stops of joints.

use super::super::super::linearisation::Linearisation;
use super::super::measure::is_pushed;
use crate::state::ContactMemory;

/// Who pushes in a step.
#[derive(Debug, Default)]
pub struct Pushing {
    /// Pairs of colliders, ascending.
    pairs: Vec<[usize; 2]>,
    /// Rows of joints among all that are kept, ascending.
    stops: Vec<usize>,
    /// Whether something bounces.
    bounces: bool,
}

impl Pushing {
    /// Those of the last step, by what contacts and rows of joints carried.
    pub fn of_loads(&mut self, contacts: &[ContactMemory], joints: &[f64]) {
        self.bounces = false;
        let pushing = contacts.iter().filter(|memory| memory.load() > 0.0);
        self.pairs.clear();
        self.pairs.extend(pushing.map(|memory| [memory.key.0, memory.key.1]));
        self.pairs.dedup();
        self.stops.clear();
        self.stops.extend((0..joints.len()).filter(|&row| joints[row] > 0.0));
    }

    /// Those of rows of some bodies that are solved; `starts` has the first kept row of each
    /// joint.
    pub fn of_rows(&mut self, lines: &Linearisation, starts: &[usize], has: &[bool]) {
        let is_own = |row: usize| {
            let terms = lines.rows.terms(&lines.rows.rows()[row]);
            terms.iter().any(|term| has.get(term.mover).is_some_and(|&has| has))
        };
        let pushes = |row: usize| lines.impulses[row] > 0.0 && is_own(row);
        let contacts = lines.contacts.iter().zip(&lines.contact_rows);
        let pushing = contacts.filter(|(_, rows)| pushes(rows.first));
        let normal = |first: usize| &lines.rows.rows()[first];
        self.bounces = pushing.clone().any(|(_, rows)| normal(rows.first).target > 0.0);
        self.pairs.clear();
        self.pairs.extend(pushing.map(|(contact, _)| contact.sites.map(|site| site.collider)));
        self.pairs.dedup();
        self.stops.clear();
        let mut row = 0;
        for joint in lines.joint_rows.chunk_by(|one, two| one == two) {
            for kept in starts[joint[0]]..starts[joint[0]] + joint.len() {
                if is_pushed(&lines.rows.rows()[row]) && pushes(row) {
                    self.stops.push(kept);
                }
                row += 1;
            }
        }
    }

    /// Whether all that pushes did so before, too, and nothing bounces.
    pub fn goes_on_from(&self, before: &Self) -> bool {
        !self.bounces
            && self.pairs.iter().all(|pair| before.pairs.binary_search(pair).is_ok())
            && self.stops.iter().all(|stop| before.stops.binary_search(stop).is_ok())
    }
}
