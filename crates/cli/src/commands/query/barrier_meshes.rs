//! Sums of barriers and friction over all pairs of a mesh.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use stickslip_barrier::{Curvature, Kind, Pair, Slip, log_barrier, mollified_below};
use stickslip_geometry::glam::DVec3;

use super::barrier::Stencil;
use super::document::Part;
use crate::error::Failure;

/// All point–triangle and edge–edge pairs that share no vertex and are nearer than d̂, each
/// once; edges are mollified by the places given.
pub fn sums(part: &Part) -> Result<Value, Failure> {
    let points = part.key("vertices").points()?;
    let faces: Vec<[usize; 3]> = part.key("faces").read("lists of three numbers")?;
    if faces.iter().flatten().any(|&at| at >= points.len()) {
        return Err(part.key("faces").wrong("a number is not below that of the vertices"));
    }
    let (dhat, kappa) = (part.key("dhat").number()?, part.key("kappa").number()?);
    let rubs = part.key("friction");
    let has_friction = !rubs.read::<Value>("anything")?.is_null();
    let moves = if has_friction { rubs.key("u").points()? } else { Vec::new() };
    if has_friction && moves.len() != points.len() {
        return Err(rubs.key("u").wrong("expected a displacement for every vertex"));
    }
    let rubbing = |key: &str| if has_friction { rubs.key(key).number() } else { Ok(0.0) };
    let (mu, full) = (rubbing("mu")?, rubbing("eps_v")? * rubbing("h")?);
    let mut least = f64::INFINITY;
    let (mut counts, mut energy, mut energy_sq) = ([0_usize; 3], 0.0, 0.0);
    let mut gradient = vec![DVec3::ZERO; points.len()];
    let mut gradient_sq = vec![DVec3::ZERO; points.len()];
    let (mut rubbed, mut rubbed_sq) = (0.0, 0.0);
    let mut friction = vec![DVec3::ZERO; points.len()];
    let near = match pairs(&points, &faces, dhat) {
        none if none.is_empty() => pairs(&points, &faces, f64::INFINITY),
        some => some,
    };
    for (kind, corners) in near {
        let x = corners.map(|at| points[at]);
        let name = if kind == Kind::EdgeEdge { "ee" } else { "pt" };
        let stencil = Stencil::new(part, name, &x)?;
        let d = stencil.distance();
        least = least.min(d);
        if d >= dhat {
            continue;
        }
        let below = match kind {
            Kind::EdgeEdge => {
                mollified_below(x[0].distance_squared(x[1]), x[2].distance_squared(x[3]))
            }
            Kind::VertexFace => 0.0,
        };
        let pair = Pair { kind, mollified: below, offset: 0.0 };
        let is_mollified = kind == Kind::EdgeEdge && pair.is_mollified(&x);
        counts[usize::from(kind == Kind::EdgeEdge)] += 1;
        counts[2] += usize::from(is_mollified);
        let Some(local) = pair.evaluate(&x, dhat, Curvature::Exact) else { continue };
        energy += kappa * local.value;
        let factor = match log_barrier(d, dhat)[0] {
            plain if is_mollified && plain > 0.0 => local.value / plain,
            _ => 1.0,
        };
        let [square, slope, _] = log_barrier(d * d, dhat * dhat);
        energy_sq += kappa * factor * square;
        for (at, (&corner, own)) in corners.iter().zip(&local.gradient).enumerate() {
            gradient[corner] += kappa * *own;
            // ∇d² = 2 w c; of mollified pairs the factor changes, too, which squares leave out.
            let weight = stencil.weights[at];
            gradient_sq[corner] += kappa * factor * slope * 2.0 * weight * stencil.vector;
        }
        if has_friction && !is_mollified {
            let moved: DVec3 =
                corners.iter().zip(&stencil.weights).map(|(&at, &w)| w * moves[at]).sum();
            let normal = stencil.vector.normalize_or_zero();
            let slip = |force: f64| Slip { normal, bound: mu * force, full };
            let plain = slip(-kappa * log_barrier(d, dhat)[1]);
            rubbed += plain.value(moved);
            rubbed_sq += slip(-2.0 * d * kappa * slope).value(moved);
            let (pull, _) = plain.derivatives(moved);
            for (&corner, &weight) in corners.iter().zip(&stencil.weights) {
                friction[corner] += weight * pull;
            }
        }
    }
    let flat = |all: &[DVec3]| all.iter().flat_map(|it| it.to_array()).collect::<Vec<f64>>();
    let norm = gradient_sq.iter().map(|it| it.length_squared()).sum::<f64>().sqrt();
    let mut answer = json!({
        "min_distance": least,
        "active": {"pt": counts[0], "ee": counts[1], "ee_mollified": counts[2]},
        "energy": energy, "gradient": flat(&gradient),
        "energy_sq": energy_sq, "gradient_sq_norm": norm,
    });
    if has_friction {
        answer["friction"] = json!({"D": rubbed, "gradient": flat(&friction), "D_sq": rubbed_sq});
    }
    Ok(answer)
}

/// Pairs whose boxes are nearer than this.
fn pairs(points: &[DVec3], faces: &[[usize; 3]], reach: f64) -> Vec<(Kind, [usize; 4])> {
    let mut edges = BTreeSet::new();
    for face in faces {
        for at in 0..3 {
            let (one, two) = (face[at], face[(at + 1) % 3]);
            edges.insert([one.min(two), one.max(two)]);
        }
    }
    let edges: Vec<[usize; 2]> = edges.into_iter().collect();
    let used: BTreeSet<usize> = faces.iter().flatten().copied().collect();
    let bounds = |corners: &[usize]| {
        let all = corners.iter().map(|&at| points[at]);
        let lower = all.clone().fold(DVec3::INFINITY, DVec3::min);
        (lower, all.fold(DVec3::NEG_INFINITY, DVec3::max))
    };
    let gap = |one: &[usize], two: &[usize]| {
        let ((a, b), (c, d)) = (bounds(one), bounds(two));
        (a - d).max(c - b).max(DVec3::ZERO).length()
    };
    let mut found = Vec::new();
    for &vertex in &used {
        for face in faces.iter().filter(|face| !face.contains(&vertex)) {
            if gap(&[vertex], face) < reach {
                found.push((Kind::VertexFace, [vertex, face[0], face[1], face[2]]));
            }
        }
    }
    for (at, one) in edges.iter().enumerate() {
        for two in edges[at + 1..].iter().filter(|two| !two.iter().any(|it| one.contains(it))) {
            if gap(one, two) < reach {
                found.push((Kind::EdgeEdge, [one[0], one[1], two[0], two[1]]));
            }
        }
    }
    found
}
