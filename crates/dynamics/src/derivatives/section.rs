//! The equations of friction: what lies inside its section sticks, w = 0; what lies on the
//! boundary takes the most power from the slip.
//!
//! With the semi-axes s = arm · load of an ellipsoid, λ = −s∘u with u = s∘w/|s∘w| (Goyal, Ruina
//! and Papadopoulos 1991), so that dλ = −ds∘u − s∘(I − uuᵀ)(ds∘w + s∘dw)/|s∘w|. In a square every
//! row slips by itself, λ = ±s. On an edge of a polygon λ stays on the edge and nothing slips
//! along it; at a corner λ is the corner.

use stickslip_solve::Label;

use super::equation::{Equation, Number};
use super::sets::{Choice, Sets};
use crate::stepper::replay::{RowSection, Shape};

/// A share of a section by which solvers of cones miss its boundary.
const DISC: f64 = 1e-6;

/// A section where it is: rows, impulses, speeds, arms.
struct SectionState {
    first: usize,
    count: usize,
    /// The load, and the row whose impulse it is.
    load: f64,
    normal: Option<usize>,
    impulses: [f64; 3],
    speeds: [f64; 3],
    arms: [f64; 3],
}

impl SectionState {
    fn rows(&self) -> impl Iterator<Item = usize> + use<> {
        self.first..self.first + self.count
    }

    /// Adds factor · d(semi-axis of a row) to an equation.
    fn with_axis(&self, equation: Equation, at: usize, factor: f64) -> Equation {
        let equation = equation.number(Number::Arm(self.first + at), factor * self.load);
        match self.normal {
            Some(normal) => equation.impulse(normal, factor * self.arms[at]),
            None => equation,
        }
    }

    fn axis(&self, at: usize) -> f64 {
        self.arms[at] * self.load
    }
}

impl Sets<'_> {
    fn place(&self, section: &RowSection) -> SectionState {
        let of = |values: &[f64]| {
            let mut own = [0.0; 3];
            own[..section.count]
                .copy_from_slice(&values[section.first..section.first + section.count]);
            own
        };
        SectionState {
            first: section.first,
            count: section.count,
            load: section.normal.map_or(1.0, |normal| self.impulses[normal]),
            normal: section.normal,
            impulses: of(self.impulses),
            speeds: of(&self.values.w),
            arms: of(&self.values.arms),
        }
    }

    /// The choices of the rows of a section.
    pub(super) fn section(&self, section: &RowSection) -> Vec<Choice> {
        let place = self.place(section);
        if place.count == 0 {
            return Vec::new();
        }
        let still = || place.rows().map(|row| Choice::only(Equation::still(row))).collect();
        if !self.holds_contacts || !self.counts[section.first] {
            return still();
        }
        if let Some(normal) = section.normal
            && (self.label(normal) != Label::Free || place.load <= 0.0)
        {
            return self.unloaded(&place, &section.shape, normal);
        }
        if place.rows().all(|row| self.values.arms[row] == 0.0) {
            return (0..place.count)
                .map(|at| Choice::only(place.smooth(at, &section.shape)))
                .collect();
        }
        let choices = match &section.shape {
            Shape::Square => (0..place.count).map(|at| self.square(&place, at)).collect(),
            Shape::Ellipse => self.ellipse(&place),
            Shape::Polygon(corners) => {
                place.polygon(corners).into_iter().map(Choice::only).collect::<Vec<_>>()
            }
        };
        if section.normal.is_some() && place.load <= self.small_impulse() {
            // Held it rubs as it does; where it is let go nothing does.
            let bound = place.rows().map(|row| Some(Equation::still(row)));
            let all = choices.into_iter().zip(bound);
            return all.map(|(held, bound)| Choice::held(held.own, bound)).collect();
        }
        choices
    }

    /// What carries nothing does not rub. Where it is about to carry, it slips as it does, or
    /// sticks.
    fn unloaded(&self, place: &SectionState, shape: &Shape, normal: usize) -> Vec<Choice> {
        let is_border = self.label(normal) != Label::Free
            && self.values.w[normal].abs() <= self.small_speed(normal);
        let begins = |at: usize| {
            let row = place.first + at;
            let slips = place.speeds.iter().any(|w| w.abs() > self.small_speed(row));
            if slips { place.smooth(at, shape) } else { Equation::open(row) }
        };
        let choice = |at: usize| {
            Choice::bound(Equation::still(place.first + at), is_border.then(|| begins(at)))
        };
        (0..place.count).map(choice).collect()
    }

    /// A row of a square.
    fn square(&self, place: &SectionState, at: usize) -> Choice {
        let row = place.first + at;
        let slips = |sign: f64| place.with_axis(Equation::still(row), at, -sign);
        let slow = self.values.w[row].abs() <= self.small_speed(row);
        let sticks = || slow.then(|| Equation::open(row));
        match self.label_within(row, place.axis(at)) {
            Label::Lower => Choice::bound(slips(-1.0), sticks()),
            Label::Upper => Choice::bound(slips(1.0), sticks()),
            Label::Free => {
                let impulse = place.impulses[at];
                let near = (impulse.abs() - place.axis(at)).abs() <= self.small_impulse();
                Choice::held(Equation::open(row), near.then(|| slips(impulse.signum())))
            }
        }
    }

    fn ellipse(&self, place: &SectionState) -> Vec<Choice> {
        let all = 0..place.count;
        // What has no extent in a direction does not stick there.
        let open = || {
            all.clone().map(|at| match place.arms[at] {
                0.0 => Equation::still(place.first + at),
                _ => Equation::open(place.first + at),
            })
        };
        let norm =
            |of: &dyn Fn(usize) -> f64| all.clone().map(|at| of(at).powi(2)).sum::<f64>().sqrt();
        let of_axis = |at: usize| match place.axis(at) {
            0.0 => 0.0,
            axis => place.impulses[at] / axis,
        };
        let gauge = norm(&of_axis);
        if gauge < 1.0 - DISC {
            return open().map(Choice::only).collect();
        }
        let along: Vec<f64> = all.clone().map(|at| -of_axis(at) / gauge).collect();
        let power = norm(&|at| place.axis(at) * place.speeds[at]);
        let slow =
            all.clone().all(|at| place.speeds[at].abs() <= self.small_speed(place.first + at));
        if !slow {
            let slides = place.slides(&along, power);
            return slides.into_iter().map(Choice::only).collect();
        }
        // Both impulse and speed are at the border: it slips the way that it is pushed, or not.
        match place.count {
            2 => {
                let slips = place.begins_to_slide([along[0], along[1]]);
                let both = open().zip(slips);
                both.map(|(own, bound)| Choice::held(own, Some(bound))).collect()
            }
            _ => open().map(Choice::only).collect(),
        }
    }

    /// What slips lifts by μ|w_t| in a convex cone: w_n = |a∘w_t| with the arms a.
    pub(super) fn lifting(&self, normal: usize, section: &RowSection) -> Option<Equation> {
        let place = self.place(section);
        let is_open = |row: usize| self.label(row) != Label::Free;
        if !self.holds_contacts || !self.counts[normal] || is_open(normal) {
            return None;
        }
        debug_assert!(self.friction.opens_by_slipping());
        let lifts = (0..place.count).map(|at| place.arms[at] * place.speeds[at]);
        let size = lifts.clone().map(|lift| lift * lift).sum::<f64>().sqrt();
        if size <= self.small_speed(normal) {
            return None;
        }
        let mut equation = Equation::open(normal);
        for (at, lift) in lifts.enumerate() {
            let (row, along) = (place.first + at, lift / size);
            equation = equation
                .speed(row, -along * place.arms[at])
                .number(Number::Arm(row), -along * place.speeds[at]);
        }
        Some(equation)
    }
}

impl SectionState {
    /// Without any friction so far: λ = −arm · load · u with the u of the slip.
    fn smooth(&self, at: usize, shape: &Shape) -> Equation {
        let [one, two, _] = self.speeds;
        let along = match shape {
            Shape::Square => self.speeds[at].signum(),
            Shape::Ellipse => match self.speeds.iter().map(|w| w * w).sum::<f64>().sqrt() {
                0.0 => 0.0,
                speed => self.speeds[at] / speed,
            },
            Shape::Polygon(corners) => {
                let power = |corner: &&[f64; 2]| -(corner[0] * one + corner[1] * two);
                let most = corners.iter().max_by(|a, b| power(a).total_cmp(&power(b)));
                most.map_or(0.0, |corner| -corner[at])
            }
        };
        self.with_axis(Equation::still(self.first + at), at, along)
    }

    /// The equations of an ellipsoid that slips along u.
    fn slides(&self, along: &[f64], power: f64) -> Vec<Equation> {
        let equation = |at: usize| {
            let axis = self.axis(at);
            let mut equation = self.with_axis(Equation::still(self.first + at), at, along[at]);
            for other in 0..self.count {
                let turn = f64::from(u8::from(other == at)) - along[at] * along[other];
                let factor = axis * turn / power;
                equation = equation.speed(self.first + other, factor * self.axis(other));
                equation = self.with_axis(equation, other, factor * self.speeds[other]);
            }
            equation
        };
        (0..self.count).map(equation).collect()
    }

    /// The equations of a disc that is about to slip against its impulse: |λ| stays at the
    /// boundary, and nothing slips across.
    fn begins_to_slide(&self, along: [f64; 2]) -> [Equation; 2] {
        let mut bound = Equation::default();
        for at in 0..2 {
            bound = bound.impulse(self.first + at, along[at]);
            bound = self.with_axis(bound, at, along[at] * along[at]);
        }
        let across =
            Equation::default().speed(self.first, -along[1]).speed(self.first + 1, along[0]);
        [bound, across]
    }

    /// The equations of a polygon: inside, on an edge, or at a corner.
    fn polygon(&self, corners: &[[f64; 2]]) -> [Equation; 2] {
        let size = self.axis(0);
        let point = [self.impulses[0] / size, self.impulses[1] / size];
        let distance = |corner: &[f64; 2]| libm::hypot(corner[0] - point[0], corner[1] - point[1]);
        if let Some(corner) = corners.iter().find(|corner| distance(corner) < DISC) {
            return [0, 1]
                .map(|at| self.with_axis(Equation::still(self.first + at), at, -corner[at]));
        }
        for (at, one) in corners.iter().enumerate() {
            let two = corners[(at + 1) % corners.len()];
            let edge = [two[0] - one[0], two[1] - one[1]];
            let length = libm::hypot(edge[0], edge[1]);
            let outward = [edge[1] / length, -edge[0] / length];
            let reach = outward[0] * one[0] + outward[1] * one[1];
            if outward[0] * point[0] + outward[1] * point[1] > reach - DISC {
                let on_edge = Equation::default()
                    .impulse(self.first, outward[0])
                    .impulse(self.first + 1, outward[1]);
                let along = Equation::default()
                    .speed(self.first, edge[0] / length)
                    .speed(self.first + 1, edge[1] / length);
                return [self.with_axis(on_edge, 0, -reach), along];
            }
        }
        [Equation::open(self.first), Equation::open(self.first + 1)]
    }
}
