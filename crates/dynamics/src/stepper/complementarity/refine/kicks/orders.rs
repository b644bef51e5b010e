//! How bodies were stepped, and why not in second order.

use super::super::super::linearisation::Linearisation;
use super::super::Refinement;
use crate::report::Orders;
use crate::world::World;

/// How a body was stepped: the fields of [`Orders`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    Second,
    Quiet,
    Mesh,
    Soft,
    BesideSoft,
    Unsettled,
}

impl Refinement {
    /// Before a step: whatever has no rows flies, and everything else is quiet until it is known
    /// to be otherwise.
    pub(in super::super) fn begin_courses(&mut self, plain: &Linearisation) {
        let columns = plain.islands.columns();
        let courses = &mut self.kicks.courses;
        courses.clear();
        courses.extend((0..self.begin.len()).map(|body| match columns[body] == usize::MAX {
            true => Course::Second,
            false if self.beside_soft[body] => Course::BesideSoft,
            false => Course::Quiet,
        }));
    }

    /// Notes how a body was stepped.
    pub(in super::super) fn set_course(&mut self, body: usize, course: Course) {
        self.kicks.courses[body] = course;
    }

    /// Notes how the members were stepped.
    pub(in super::super) fn note_course(&mut self, course: Course) {
        for &body in &self.members {
            self.kicks.courses[body] = course;
        }
    }

    /// Why the last kicks did not go well.
    pub(in super::super) fn refusal(&self) -> Course {
        if self.kicks.soft { Course::Soft } else { Course::Unsettled }
    }

    /// Counts the bodies that forces move by the kind of their step.
    pub(in super::super) fn count_courses(&self, world: &World, orders: &mut Orders) {
        for (body, course) in self.kicks.courses.iter().enumerate() {
            if world.moves(body) {
                *match course {
                    Course::Second => &mut orders.second,
                    Course::Quiet => &mut orders.quiet,
                    Course::Mesh => &mut orders.meshes,
                    Course::Soft => &mut orders.soft,
                    Course::BesideSoft => &mut orders.beside_soft,
                    Course::Unsettled => &mut orders.unsettled,
                } += 1;
            }
        }
    }
}
