//! Friction by facets: Stewart and Trinkle's LCP, and the prism.
//!
//! Per contact, k unit tangents d_i in a positive span, λ_i ≥ 0, and a slack
//! β ≥ 0 with 0 ≤ β + w_i ⊥ λ_i ≥ 0 and 0 ≤ μλ_n − Σλ_i ⊥ β ≥ 0 (SIGGRAPH
//! 2022 course, Eq 30–39 [E1]). A prism has a constant r in place of μλ_n.
//! The matrix is unsymmetric and is assembled.

use stickslip_linalg::{SparseMatrix, Triplets};
use stickslip_solve::{FactoredForm, ProblemData};

use super::model::{FrictionModel, Load};
use crate::rows::ContactRows;

/// A contact with the place of its normal row among those of its island.
type Placed<'a> = (usize, &'a ContactRows);

/// The unit tangents of `facets` directions, as combinations of the two
/// tangent rows.
fn directions(facets: usize) -> impl Iterator<Item = (f64, f64)> {
    (0..facets).map(move |at| {
        let (sin, cos) = (std::f64::consts::TAU * at as f64 / facets as f64).sin_cos();
        (cos, sin)
    })
}

/// Where every row of an island went when its tangents were replaced: rows
/// that stayed keep their order, then come the facets and slack of each contact.
fn kept_rows<'a>(rows: usize, contacts: impl Iterator<Item = Placed<'a>>) -> Vec<usize> {
    let mut kept = vec![true; rows];
    for (place, _) in contacts.filter(|entry| entry.1.has_tangents()) {
        kept[place + 1] = false;
        kept[place + 2] = false;
    }
    (0..kept.len()).filter(|&row| kept[row]).collect()
}

/// Replaces the two tangents of every contact by facets and a slack, in a
/// model that has facets. The problem is given by its factors.
pub(crate) fn replace_tangents<'a>(
    model: FrictionModel,
    data: &mut ProblemData,
    factored: &FactoredForm,
    contacts: impl Iterator<Item = Placed<'a>> + Clone,
) {
    let Some(facets) = model.facets() else { return };
    let fixed_radius = model.load() == Load::LastStep;
    let rows = factored.jacobian.rows();
    let kept = kept_rows(rows, contacts.clone());
    let mut place_of = vec![usize::MAX; rows];
    for (place, &row) in kept.iter().enumerate() {
        place_of[row] = place;
    }
    // Every new row but a slack is a combination of old rows.
    let mut mixing: Vec<Vec<(usize, f64)>> = kept.iter().map(|&row| vec![(row, 1.0)]).collect();
    let mut coupling = Triplets::new();
    let mut slack_radius = Vec::new();
    for (row, contact) in contacts.filter(|entry| entry.1.has_tangents()) {
        let slack = mixing.len() + facets;
        for (cos, sin) in directions(facets) {
            coupling.push(mixing.len(), slack, 1.0);
            coupling.push(slack, mixing.len(), -1.0);
            mixing.push(vec![(row + 1, cos), (row + 2, sin)]);
        }
        mixing.push(Vec::new());
        if !fixed_radius {
            coupling.push(slack, place_of[row], contact.mu);
        }
        slack_radius.push((slack, if fixed_radius { contact.mu * contact.load } else { 0.0 }));
    }
    let size = mixing.len();
    let (b, lo, hi) = mixed_vectors(data, &mixing, kept.len());
    (data.b, data.lo, data.hi) = (b, lo, hi);
    for (slack, radius) in slack_radius {
        data.b[slack] = radius;
    }
    data.contacts.clear();
    data.matrix = Some(
        mixed_matrix(factored, &mixing).sum(&SparseMatrix::from_triplets(size, size, &coupling)),
    );
}

fn mixed_vectors(
    data: &ProblemData,
    mixing: &[Vec<(usize, f64)>],
    kept: usize,
) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
    let sum = |row: &Vec<(usize, f64)>| row.iter().map(|&(at, factor)| factor * data.b[at]).sum();
    let bound = |values: &[f64], other: f64| {
        mixing
            .iter()
            .enumerate()
            .map(|(at, row)| if at < kept { values[row[0].0] } else { other })
            .collect()
    };
    (mixing.iter().map(sum).collect(), bound(&data.lo, 0.0), bound(&data.hi, f64::INFINITY))
}

/// T (J M⁻¹ Jᵀ + C) Tᵀ for the combinations T.
fn mixed_matrix(factored: &FactoredForm, mixing: &[Vec<(usize, f64)>]) -> SparseMatrix {
    let mut transform = Triplets::new();
    for (row, combination) in mixing.iter().enumerate() {
        for &(at, factor) in combination {
            transform.push(row, at, factor);
        }
    }
    let transform = SparseMatrix::from_triplets(mixing.len(), factored.jacobian.rows(), &transform);
    transform.product(&factored.assemble()).product(&transform.transposed())
}

/// The impulses of the island's own rows from those of the facets.
pub(crate) fn tangent_impulses<'a>(
    facets: usize,
    contacts: impl Iterator<Item = Placed<'a>> + Clone,
    x: &[f64],
    impulses: &mut [f64],
) {
    let kept = kept_rows(impulses.len(), contacts.clone());
    impulses.fill(0.0);
    for (&row, value) in kept.iter().zip(x) {
        impulses[row] = *value;
    }
    let mut at = kept.len();
    for (row, _) in contacts.filter(|entry| entry.1.has_tangents()) {
        for (cos, sin) in directions(facets) {
            impulses[row + 1] += cos * x[at];
            impulses[row + 2] += sin * x[at];
            at += 1;
        }
        at += 1;
    }
}
