//! What a part comes to, as one list of numbers.

use crate::state::BodyState;
use crate::stepper::replay::{Chart, Part, Values};
use crate::tree::Posture;
use crate::world::World;

/// All values as one list: w, bounds, arms of friction, straight w of first kicks, the ends in the
/// coordinates of the members, the gap of a meeting.
pub(super) struct Flat<'a> {
    pub(super) nominal: &'a Values,
    pub(super) chart: &'a Chart,
    members: &'a [usize],
    /// The trees at the end.
    postures: Vec<Posture>,
}

impl<'a> Flat<'a> {
    pub(super) fn new(
        world: &mut World,
        part: &'a Part,
        chart: &'a Chart,
        nominal: &'a Values,
    ) -> Self {
        let mut postures = Vec::new();
        chart.postures(world, &part.members, &nominal.ends, &mut postures);
        Self { nominal, chart, members: &part.members, postures }
    }

    pub(super) fn rows(&self) -> usize {
        self.nominal.w.len()
    }

    pub(super) fn len(&self) -> usize {
        5 * self.rows() + self.chart.len + 1
    }

    /// Places of lower and upper bound and of the arm of friction of a row; w is at its own number.
    pub(super) fn lo(&self, row: usize) -> usize {
        self.rows() + row
    }

    pub(super) fn hi(&self, row: usize) -> usize {
        2 * self.rows() + row
    }

    pub(super) fn arm(&self, row: usize) -> usize {
        3 * self.rows() + row
    }

    pub(super) fn straight(&self, row: usize) -> usize {
        4 * self.rows() + row
    }

    pub(super) fn ends(&self) -> usize {
        5 * self.rows()
    }

    pub(super) fn meeting(&self) -> usize {
        self.len() - 1
    }

    /// Of values whose members may take the places of those in the world.
    pub(super) fn of(&self, world: &mut World, values: &Values) -> Vec<f64> {
        let finite = |value: &f64| if value.is_finite() { *value } else { 0.0 };
        let mut flat = Vec::with_capacity(self.len());
        flat.extend_from_slice(&values.w);
        flat.extend(values.lo.iter().map(finite));
        flat.extend(values.hi.iter().map(finite));
        flat.extend_from_slice(&values.arms);
        flat.extend_from_slice(&values.straight);
        flat.resize(self.ends(), 0.0);
        let about: (&[BodyState], &[Posture]) = (&self.nominal.ends, &self.postures);
        let mut postures = Vec::new();
        self.chart.postures(world, self.members, &values.ends, &mut postures);
        self.chart.coordinates(world, (&values.ends, &postures), about, &mut flat);
        flat.push(finite(&values.meeting));
        flat
    }
}
