//! The complementarity problem of one island.

use glam::DMat3;
use stickslip_linalg::SparseMatrix;
use stickslip_solve::{Contact, FactoredForm, Kind, Problem, ProblemData, ProblemError};

use super::islands::Island;
use super::polyhedral;
use crate::model::Body;
use crate::rows::{Bodies, MAX_TERMS, Row, Term};
use crate::settings::FrictionModel;

/// Rows that belong to one contact of the whole step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactRows {
    /// Index of its normal row.
    pub first: usize,
    /// Number of its rows; the normal and both tangents come first.
    pub count: usize,
    /// Friction coefficient.
    pub mu: f64,
    /// Normal impulse of the last step, for models with bounds fixed beforehand.
    pub load: f64,
}

/// What an island is made of, in the words of the step.
#[derive(Clone, Copy, Debug)]
pub struct IslandView<'a> {
    /// Its rows and bodies.
    pub island: &'a Island,
    /// Place of every body in its island.
    pub places: &'a [usize],
    /// All rows of the step.
    pub rows: &'a [Row],
    /// All contacts of the step, ascending by their rows.
    pub contacts: &'a [ContactRows],
    /// All bodies, at the velocities that forces alone would give them.
    pub bodies: Bodies<'a>,
    /// Step size (s).
    pub h: f64,
}

impl<'a> IslandView<'a> {
    /// The contacts of this island with the place of their normal row in it.
    pub fn contacts(&self) -> impl Iterator<Item = (usize, &'a ContactRows)> + use<'a> {
        let (rows, contacts) = (&self.island.rows, self.contacts);
        let mut place = 0;
        std::iter::from_fn(move || {
            while place < rows.len() {
                let found = contacts.binary_search_by_key(&rows[place], |contact| contact.first);
                let here = place;
                match found {
                    Ok(at) => {
                        place += contacts[at].count;
                        return Some((here, &contacts[at]));
                    }
                    Err(_) => place += 1,
                }
            }
            None
        })
    }

    /// b of one row: J v_free − target + γ φ/h.
    fn constant(&self, row: &Row) -> f64 {
        row.speed(&self.bodies) - row.target + row.gamma * row.error / self.h
    }
}

/// A problem with nothing in it yet.
pub fn empty() -> ProblemData {
    let nothing = || SparseMatrix::zeros(0, 0);
    let factored =
        FactoredForm { jacobian: nothing(), inverse_mass: nothing(), compliance: Vec::new() };
    ProblemData::factored("island", Kind::Blcp, factored, Vec::new())
}

/// What kind of problem a friction model makes.
pub fn kind(model: FrictionModel) -> Kind {
    match model {
        FrictionModel::Cone | FrictionModel::Cylinder => Kind::Ncp,
        FrictionModel::ConvexCone => Kind::Ccp,
        _ => Kind::Blcp,
    }
}

/// Writes the problem of an island over `problem`, or makes one.
pub fn fill(
    problem: &mut Option<Problem>,
    view: &IslandView<'_>,
    model: FrictionModel,
) -> Result<(), ProblemError> {
    match problem {
        Some(problem) => {
            problem.refill(|data| write(data, view, model))?;
            problem.assume_connected();
        }
        None => {
            let mut data = empty();
            write(&mut data, view, model);
            problem.insert(Problem::new(data)?).assume_connected();
        }
    }
    Ok(())
}

fn write(data: &mut ProblemData, view: &IslandView<'_>, model: FrictionModel) {
    data.kind = kind(model);
    data.b.clear();
    data.lo.clear();
    data.hi.clear();
    data.matrix = None;
    let mut factored = data.factored.take().unwrap_or_else(|| FactoredForm {
        jacobian: SparseMatrix::zeros(0, 0),
        inverse_mass: SparseMatrix::zeros(0, 0),
        compliance: Vec::new(),
    });
    let freedoms = 6 * view.island.bodies.len();
    factored.jacobian.clear(freedoms);
    factored.compliance.clear();
    for &index in &view.island.rows {
        let row = &view.rows[index];
        push_jacobian_row(&mut factored.jacobian, view, row);
        factored.compliance.push(row.epsilon);
        data.b.push(view.constant(row));
        data.lo.push(row.lo);
        data.hi.push(row.hi);
    }
    factored.inverse_mass.clear(freedoms);
    for (place, &body) in view.island.bodies.iter().enumerate() {
        push_inverse_mass(
            &mut factored.inverse_mass,
            6 * place,
            &view.bodies.bodies[body],
            &view.bodies.inverse_inertias[body],
        );
    }
    data.factored = Some(factored);
    write_contacts(data, view, model);
    if let Some(facets) = polyhedral::facets(model) {
        polyhedral::replace_tangents(
            data,
            view,
            facets,
            matches!(model, FrictionModel::Prism { .. }),
        );
    }
}

/// Couples tangents to their normals, or sets bounds that the last step gives.
fn write_contacts(data: &mut ProblemData, view: &IslandView<'_>, model: FrictionModel) {
    let coupled = matches!(
        model,
        FrictionModel::Pyramid
            | FrictionModel::BoxNormalFirst
            | FrictionModel::Cone
            | FrictionModel::ConvexCone
            | FrictionModel::Cylinder
    );
    let mut count = 0;
    for (place, contact) in view.contacts() {
        if contact.count < 3 {
            continue;
        }
        if coupled {
            // Written over the old ones, whose memory stays.
            if count == data.contacts.len() {
                data.contacts.push(Contact::default());
            }
            let entry = &mut data.contacts[count];
            entry.normal = place;
            entry.tangents.clear();
            entry.tangents.extend([place + 1, place + 2]);
            entry.mu = contact.mu;
            entry.section.radius =
                (model == FrictionModel::Cylinder).then_some(contact.mu * contact.load);
            count += 1;
        } else {
            let radius = contact.mu * contact.load;
            for tangent in [place + 1, place + 2] {
                (data.lo[tangent], data.hi[tangent]) = (-radius, radius);
            }
        }
    }
    data.contacts.truncate(count);
}

fn push_jacobian_row(jacobian: &mut SparseMatrix, view: &IslandView<'_>, row: &Row) {
    let mut order = [(usize::MAX, 0); MAX_TERMS];
    for (at, term) in row.terms().iter().enumerate() {
        order[at] = (view.places[term.body], at);
    }
    order[..row.terms().len()].sort_unstable();
    for &(place, at) in order.iter().take_while(|entry| entry.0 != usize::MAX) {
        let Term { linear, angular, .. } = row.terms()[at];
        let values = [linear.x, linear.y, linear.z, angular.x, angular.y, angular.z];
        jacobian.extend_row(6 * place, &values);
    }
    jacobian.finish_row();
}

fn push_inverse_mass(matrix: &mut SparseMatrix, first: usize, body: &Body, inertia: &DMat3) {
    for axis in 0..3 {
        matrix.extend_row(first + axis, &[body.inverse_mass]);
        matrix.finish_row();
    }
    // Symmetric to the last bit, as products of rotations are not.
    let symmetric = 0.5 * (*inertia + inertia.transpose());
    for column in symmetric.to_cols_array_2d() {
        matrix.extend_row(first + 3, &column);
        matrix.finish_row();
    }
}
