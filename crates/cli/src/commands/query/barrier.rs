//! `stickslip query barrier`: distances, barriers on them, mollified edges, friction, and
//! their sums over meshes.
//!
//! With s = d² and its derivatives g, H: ∇d = g/(2d), ∇²d = H/(2d) − g gᵀ/(4d³), and of a
//! scalar function ∇f(y) = f′ ∇y, ∇²f(y) = f″ ∇y ∇yᵀ + f′ ∇²y. Matrices are named by the rows
//! of their upper triangles.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};
use stickslip_barrier::{
    Curvature, Kind, Local, Pair, Slip, log_barrier, mollified_below, mollifier, smooth_friction,
};
use stickslip_geometry::distance::{
    EdgeEdge, PointEdge, PointTriangle, edge_edge, point_edge, point_point_derivatives,
    point_triangle,
};
use stickslip_geometry::glam::DVec3;
use stickslip_linalg::SymmetricEigen;

use super::document::{self, Part};
use super::{answers, barrier_meshes};
use crate::error::Failure;
use crate::output::Report;

#[derive(Args, Debug)]
pub struct Arguments {
    /// Questions: distance, mollified_edge_edge, friction, barrier_table, friction_table,
    /// resting_point and meshes
    file: PathBuf,
    /// Print one JSON document: the questions with our answers
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Report, Failure> {
    let document = document::read(&arguments.file)?;
    let kinds: [(&str, answers::Ask); 7] = [
        ("distance", distance),
        ("mollified_edge_edge", mollified),
        ("friction", friction),
        ("barrier_table", barrier_table),
        ("friction_table", friction_table),
        ("resting_point", resting_point),
        ("meshes", barrier_meshes::sums),
    ];
    answers::answer(&arguments.file, document, &kinds, arguments.json)
}

/// The nearest points of a stencil.
pub(super) struct Stencil {
    /// Name of the nearest sub-features.
    pub(super) region: String,
    /// From the second feature's point to the first's.
    pub(super) vector: DVec3,
    /// Of the points, in their order.
    pub(super) weights: Vec<f64>,
    /// ∇ d².
    gradient: Vec<f64>,
    /// ∇² d².
    hessian: Vec<Vec<f64>>,
}

fn rows<const N: usize>(hessian: &[[f64; N]; N]) -> Vec<Vec<f64>> {
    hessian.iter().map(|row| row.to_vec()).collect()
}

impl Stencil {
    /// Of kind pp, pe, pt or ee.
    pub(super) fn new(part: &Part, kind: &str, x: &[DVec3]) -> Result<Self, Failure> {
        let points = match kind {
            "pp" => 2,
            "pe" => 3,
            "pt" | "ee" => 4,
            _ => return Err(part.key("kind").wrong("expected pp, pe, pt or ee")),
        };
        if x.len() != points {
            return Err(part.wrong(&format!("expected {points} points")));
        }
        let made = |region: String, vector: DVec3, weights: &[f64], gradient: &[f64], hessian| {
            let weights = weights[..points].to_vec();
            Self { region, vector, weights, gradient: gradient.to_vec(), hessian }
        };
        Ok(match kind {
            "pp" => {
                let found = point_point_derivatives(&[x[0], x[1]]);
                let (gradient, hessian) = (&found.gradient, rows(&found.hessian));
                made("P_P".into(), x[0] - x[1], &[1.0, -1.0], gradient, hessian)
            }
            "pe" => {
                let near = point_edge(x[0], [x[1], x[2]]);
                let found = near.derivatives(x[0], [x[1], x[2]]);
                let region = match near.region {
                    PointEdge::End(end) => format!("P_E{end}"),
                    PointEdge::Inside => "P_E".into(),
                };
                let hessian = rows(&found.hessian);
                made(region, near.vector, &near.weights, &found.gradient, hessian)
            }
            "pt" => {
                let near = point_triangle(x[0], [x[1], x[2], x[3]]);
                let found = near.derivatives(x[0], [x[1], x[2], x[3]]);
                let region = match near.region {
                    PointTriangle::Corner(corner) => format!("P_T{corner}"),
                    PointTriangle::Side(side) => format!("P_E{side}"),
                    PointTriangle::Inside => "P_T".into(),
                };
                let hessian = rows(&found.hessian);
                made(region, near.vector, &near.weights, &found.gradient, hessian)
            }
            _ => {
                let near = edge_edge([x[0], x[1]], [x[2], x[3]]);
                let found = near.derivatives([x[0], x[1]], [x[2], x[3]]);
                let region = match near.region {
                    EdgeEdge::Ends(one, two) => format!("EA{one}_EB{two}"),
                    EdgeEdge::EndInside(end) => format!("EA{end}_EB"),
                    EdgeEdge::InsideEnd(end) => format!("EA_EB{end}"),
                    EdgeEdge::Inside => "EA_EB".into(),
                };
                let hessian = rows(&found.hessian);
                made(region, near.vector, &near.weights, &found.gradient, hessian)
            }
        })
    }

    /// d.
    pub(super) fn distance(&self) -> f64 {
        self.vector.length()
    }

    /// ∇d and ∇²d.
    fn of_distance(&self) -> (Vec<f64>, Vec<Vec<f64>>) {
        let d = self.distance();
        let gradient: Vec<f64> = self.gradient.iter().map(|g| g / (2.0 * d)).collect();
        let entry = |i: usize, j: usize| {
            self.hessian[i][j] / (2.0 * d) - self.gradient[i] * self.gradient[j] / (4.0 * d.powi(3))
        };
        let n = gradient.len();
        (gradient, (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect())
    }
}

/// κ f(y): gradient, and Hessian.
fn chained(
    kappa: f64,
    [_, first, second]: [f64; 3],
    (gradient, hessian): (&[f64], &[Vec<f64>]),
) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = gradient.len();
    let entry =
        |i: usize, j: usize| kappa * (second * gradient[i] * gradient[j] + first * hessian[i][j]);
    let matrix = (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
    (gradient.iter().map(|g| kappa * first * g).collect(), matrix)
}

fn upper(matrix: &[Vec<f64>]) -> Vec<f64> {
    matrix.iter().enumerate().flat_map(|(i, row)| row[i..].to_vec()).collect()
}

fn distance(part: &Part) -> Result<Value, Failure> {
    let kind: String = part.key("kind").read("a kind of stencil")?;
    let stencil = Stencil::new(part, &kind, &part.key("x").points()?)?;
    let (dhat, kappa) = (part.key("dhat").number()?, part.key("kappa").number()?);
    let d = stencil.distance();
    let (by_distance, by_square) = (log_barrier(d, dhat), log_barrier(d * d, dhat * dhat));
    let (slope, curvature) = stencil.of_distance();
    let (gradient, hessian) = chained(kappa, by_distance, (&slope, &curvature));
    let (gradient_sq, hessian_sq) =
        chained(kappa, by_square, (&stencil.gradient, &stencil.hessian));
    let n = gradient.len();
    let eigen = SymmetricEigen::of(&hessian.concat(), n).ok_or_else(|| part.wrong("not finite"))?;
    let values = eigen.values;
    let largest = values.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
    Ok(json!({
        "type": stencil.region, "d": d, "d2": d * d,
        "grad_d2": stencil.gradient, "hess_d2": upper(&stencil.hessian),
        "barrier_d": by_distance, "barrier_d2": by_square,
        "grad": gradient, "hess": upper(&hessian),
        "grad_sq": gradient_sq, "hess_sq": upper(&hessian_sq),
        "psd_norm": values.iter().map(|value| value.max(0.0).powi(2)).sum::<f64>().sqrt(),
        "negative_eigenvalues": values.iter().filter(|value| **value < -1e-9 * largest).count(),
    }))
}

fn four(part: &Part) -> Result<[DVec3; 4], Failure> {
    part.points()?.try_into().map_err(|_| part.wrong("expected four points"))
}

/// Gradient and upper triangle of the Hessian of four points.
fn told(local: &Local) -> (Vec<f64>, Vec<f64>) {
    let entry = |i: usize, j: usize| local.hessian[i / 3][j / 3].col(j % 3)[i % 3];
    let matrix = (0..12).flat_map(|i| (i..12).map(move |j| (i, j))).map(|(i, j)| entry(i, j));
    (local.gradient.iter().flat_map(|g| g.to_array()).collect(), matrix.collect())
}

fn mollified(part: &Part) -> Result<Value, Failure> {
    let (x, rest, dhat) =
        (four(&part.key("x"))?, four(&part.key("rest"))?, part.key("dhat").number()?);
    let square = |a: usize, b: usize| rest[a].distance_squared(rest[b]);
    let below = mollified_below(square(0, 1), square(2, 3));
    let stencil = Stencil::new(part, "ee", &x)?;
    let one = Local { value: 1.0, ..Local::ZERO };
    let factor = mollifier(&x, below).unwrap_or(one);
    let pair = Pair { kind: Kind::EdgeEdge, mollified: below, offset: 0.0 };
    let local = pair.evaluate(&x, dhat, Curvature::Exact).unwrap_or(Local::ZERO);
    let ((slope, curvature), (gradient, hessian)) = (told(&factor), told(&local));
    Ok(json!({
        "type": stencil.region, "d": stencil.distance(), "eps_x": below,
        "cross_squared": (x[1] - x[0]).cross(x[3] - x[2]).length_squared(),
        "mollifier": factor.value, "mollifier_grad": slope, "mollifier_hess": curvature,
        "value": local.value, "grad": gradient, "hess": hessian,
    }))
}

fn friction(part: &Part) -> Result<Value, Failure> {
    let kind: String = part.key("kind").read("a kind of stencil")?;
    let stencil = Stencil::new(part, &kind, &part.key("x_lagged").points()?)?;
    let number = |key: &str| part.key(key).number();
    let slip = Slip {
        normal: stencil.vector.normalize_or_zero(),
        bound: number("mu")? * number("normal_force")?,
        full: number("eps_v")? * number("h")?,
    };
    let displacements = part.key("u").points()?;
    if displacements.len() != stencil.weights.len() {
        return Err(part.key("u").wrong("expected as many displacements as points"));
    }
    let moved: DVec3 = displacements.iter().zip(&stencil.weights).map(|(&u, &w)| w * u).sum();
    let (gradient, hessian) = slip.derivatives(moved);
    let weights = &stencil.weights;
    let n = 3 * weights.len();
    let entry = |i: usize, j: usize| weights[i / 3] * weights[j / 3] * hessian.col(j % 3)[i % 3];
    let matrix: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
    Ok(json!({
        "normal": slip.normal.to_array(), "weights": weights,
        "slip": slip.along(moved).length(), "D": slip.value(moved),
        "grad": (0..n).map(|i| weights[i / 3] * gradient[i % 3]).collect::<Vec<f64>>(),
        "hess": upper(&matrix),
    }))
}

fn barrier_table(part: &Part) -> Result<Value, Failure> {
    let [b, b1, b2] = log_barrier(part.key("d").number()?, part.key("dhat").number()?);
    Ok(json!({"b": b, "b1": b1, "b2": b2}))
}

fn friction_table(part: &Part) -> Result<Value, Failure> {
    let number = |key: &str| part.key(key).number();
    let slip = number("s")?;
    let [value, ratio, slope] = smooth_friction(slip, number("eps_v")? * number("h")?);
    Ok(json!({"M": value, "m": ratio * slip, "m_over_s": ratio, "dm": slope}))
}

/// κ |b′(d)| = m g, by halving: b′ grows without bound towards 0 and is 0 at d̂.
fn resting_point(part: &Part) -> Result<Value, Failure> {
    let number = |key: &str| part.key(key).number();
    let (dhat, kappa) = (number("dhat")?, number("kappa")?);
    let weight = number("mass")? * number("g")?;
    let (mut low, mut high) = (0.0, dhat);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        let holds = -kappa * log_barrier(middle, dhat)[1] > weight;
        (low, high) = if holds { (middle, high) } else { (low, middle) };
    }
    Ok(json!({"d_rest": 0.5 * (low + high)}))
}
