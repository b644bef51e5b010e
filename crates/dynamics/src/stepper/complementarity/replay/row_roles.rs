//! What each row of a part is among the others.

use stickslip_solve::{Kind as ProblemKind, SectionShape};

use super::super::linearisation::Linearisation;
use super::values::Replay;
use super::{Kind, Part};
use crate::friction::{FrictionModel, Load};
use crate::rows::{ContactRows, Role};
use crate::world::World;

/// What a row is among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowRole {
    /// It has bounds of its own.
    Single,
    /// The normal of a contact.
    Normal,
    /// The impulse across the normal of a contact: one row of the section of that number.
    Friction(usize),
    /// Its impulse is that of another row.
    Follows(usize),
}

/// The shape of a section whose rows have semi-axes: their arms of friction times the load.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Each row is bounded by itself.
    Square,
    /// An ellipsoid; a disc where the semi-axes are alike.
    Ellipse,
    /// The corners of a polygon at a size of 1.
    Polygon(Vec<[f64; 2]>),
}

/// Rows of a contact whose impulses lie in one set.
#[derive(Clone, Debug)]
pub struct RowSection {
    /// The normal row whose impulse is the load; without one the load is 1.
    pub normal: Option<usize>,
    /// Its first row, and how many it has.
    pub first: usize,
    /// See `first`.
    pub count: usize,
    /// Its form.
    pub shape: Shape,
}

/// Rows with their sections.
#[derive(Clone, Debug, Default)]
pub struct RowRoles {
    /// Of each row.
    pub rows: Vec<RowRole>,
    /// The sections that these name.
    pub sections: Vec<RowSection>,
}

impl Replay {
    /// What each row of a part is, as it was finished last.
    pub fn places(&self, world: &World, part: &Part) -> RowRoles {
        let mut places = RowRoles::default();
        let follows = matches!(part.kind, Kind::Kick { .. });
        if !matches!(part.kind, Kind::Fly | Kind::Rest | Kind::Halves { .. }) {
            places.add(&self.lines, world.settings.friction, follows);
        }
        if let Kind::Kick { first, .. } = &part.kind {
            places.add(&self.ends, world.settings.friction, follows);
            for at in 0..self.ends.joint_rows.len() {
                if self.lines.rows.rows()[at].role == Role::Followed {
                    places.rows[first.rows() + at] = RowRole::Follows(at);
                }
            }
        }
        places
    }
}

impl Replay {
    /// The bodies of a contact, or the joint, that a row is of.
    pub fn row_name(&self, world: &World, part: &Part, row: usize) -> String {
        let (lines, row) = match &part.kind {
            Kind::Kick { first, .. } if row >= first.rows() => (&self.ends, row - first.rows()),
            _ => (&self.lines, row),
        };
        if let Some(&joint) = lines.joint_rows.get(row) {
            return world.model.joints()[joint].description().name.clone();
        }
        let owns = |rows: &&ContactRows| (rows.first..rows.first + rows.count).contains(&row);
        let name = |body: usize| world.model.bodies()[body].description.name.as_str();
        match lines.contact_rows.iter().position(|rows| owns(&rows)) {
            Some(at) => {
                let [one, two] = self.collision.parties(&lines.contacts[at]).map(|side| side.0);
                format!("{} on {}", name(two), name(one))
            }
            None => String::new(),
        }
    }
}

impl RowRoles {
    /// Adds those of more rows. Kicks write bounds of moments with the loads that they come to,
    /// `follows` those.
    fn add(&mut self, lines: &Linearisation, friction: FrictionModel, follows: bool) {
        let before = self.rows.len();
        self.rows.resize(before + lines.rows.rows().len(), RowRole::Single);
        for contact in &lines.contact_rows {
            let first = before + contact.first;
            self.rows[first] = RowRole::Normal;
            if !contact.has_tangents() {
                continue;
            }
            let normal = (friction.load() == Load::Same).then_some(first);
            let is_rolling = contact.rolling > 0.0;
            let moments = contact.count - 3;
            let (torsion, rolling) = match is_rolling {
                true => (moments - 2, 2),
                false => (moments, 0),
            };
            if friction.holds_moments() {
                self.section(normal, first + 1, 2 + torsion, shape(friction, contact));
                self.section(normal, first + 3 + torsion, rolling, Shape::Ellipse);
            } else {
                self.section(normal, first + 1, 2, shape(friction, contact));
                if follows && normal.is_some() {
                    self.section(normal, first + 3, moments, Shape::Square);
                }
            }
        }
    }

    fn section(&mut self, normal: Option<usize>, first: usize, count: usize, shape: Shape) {
        self.rows[first..first + count].fill(RowRole::Friction(self.sections.len()));
        self.sections.push(RowSection { normal, first, count, shape });
    }
}

fn shape(friction: FrictionModel, contact: &ContactRows) -> Shape {
    if friction.kind() == ProblemKind::Blcp && !friction.has_slacks() {
        return Shape::Square;
    }
    match contact.friction_shape.shape(friction.section()) {
        SectionShape::Square => Shape::Square,
        SectionShape::Disc | SectionShape::Ellipse(_) => Shape::Ellipse,
        SectionShape::Hull(polygon) => Shape::Polygon(polygon.vertices().collect()),
        SectionShape::Polygon(directions) => {
            let count = directions.count();
            let corner = |at: usize| std::f64::consts::TAU * at as f64 / count as f64;
            Shape::Polygon(
                (0..count).map(|at| [libm::cos(corner(at)), libm::sin(corner(at))]).collect(),
            )
        }
    }
}

/// The arm of friction of each row of a contact: impulse per load, or the impulse itself where
/// the load is that of the last step.
pub(super) fn add_arms(contact: &ContactRows, friction: FrictionModel, arms: &mut [f64]) {
    if !contact.has_tangents() {
        return;
    }
    let load = if friction.load() == Load::Same { 1.0 } else { contact.load };
    arms[1..3].fill(contact.mu * load);
    if contact.torsion > 0.0 {
        arms[3] = contact.torsion;
    }
    if contact.rolling > 0.0 {
        let first = contact.count - 2;
        arms[first..contact.count].fill(contact.rolling);
    }
}
