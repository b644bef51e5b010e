//! Friction laws as variational inequalities over sampled impulses: no
//! projection, no natural map.

use std::f64::consts::TAU;

use stickslip_solve::{FrictionContact, Kind, Problem, SectionShape};

/// Points all around the boundary of a section of size 1.
fn boundary(contact: &FrictionContact) -> Vec<Vec<f64>> {
    let count = contact.tangents.len();
    if let SectionShape::Ellipse(factors) = &contact.section.shape {
        let mut points = Vec::new();
        for i in 0..60 {
            for j in 0..if count == 3 { 31 } else { 1 } {
                let (sine, cosine) = (TAU * f64::from(i) / 60.0).sin_cos();
                let latitude =
                    if count == 3 { TAU / 2.0 * (f64::from(j) / 30.0 - 0.5) } else { 0.0 };
                let unit = [cosine * latitude.cos(), sine * latitude.cos(), latitude.sin()];
                points.push((0..count).map(|at| factors[at] * unit[at]).collect());
            }
        }
        return points;
    }
    (0..720)
        .map(|i| (TAU * f64::from(i) / 720.0).sin_cos())
        .map(|(sine, cosine)| match &contact.section.shape {
            SectionShape::Square => {
                let largest = sine.abs().max(cosine.abs());
                vec![cosine / largest, sine / largest]
            }
            SectionShape::Polygon(directions) => {
                // On the edge between two directions.
                let k = directions.count() as f64;
                let sector = (cosine.atan2(sine).rem_euclid(TAU) / (TAU / k)).floor();
                let part = (cosine.atan2(sine).rem_euclid(TAU) / (TAU / k)).fract();
                let corner = |at: f64| (TAU * at / k).sin_cos();
                let ((s0, c0), (s1, c1)) = (corner(sector), corner(sector + 1.0));
                vec![c0 + part * (c1 - c0), s0 + part * (s1 - s0)]
            }
            // Corners are enough: what is linear is largest at one of them.
            SectionShape::Hull(polygon) => {
                let corners: Vec<[f64; 2]> = polygon.vertices().collect();
                corners[(cosine.atan2(sine).rem_euclid(TAU) * 1e3) as usize % corners.len()]
                    .to_vec()
            }
            _ => vec![cosine, sine],
        })
        .map(|point| point[..count].to_vec())
        .collect()
}

/// The largest violation of any contact's law at x, velocities measured with
/// 1. Membership is tested against the support lines of the samples.
pub fn violation(problem: &Problem, x: &[f64]) -> f64 {
    let n = problem.size();
    let mut w = problem.b().to_vec();
    for i in 0..n {
        for j in 0..n {
            w[i] += problem.matrix().get(i, j) * x[j];
        }
    }
    let mut worst = 0.0_f64;
    for contact in problem.contacts() {
        let part = |v: &[f64]| contact.tangents.iter().map(|&row| v[row]).collect::<Vec<_>>();
        let (force, slip) = (part(x), part(&w));
        let (normal, speed) = (x[contact.normal], w[contact.normal]);
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let points = boundary(contact);
        worst = worst.max(-normal);
        let follows = contact.section.radius.is_none();
        if problem.kind() == Kind::Ccp && follows {
            // x in the cone, w in its dual, x·w = 0.
            worst = worst.max((normal * speed + dot(&force, &slip)).abs());
            for point in &points {
                worst = worst.max(-(speed + contact.mu * dot(point, &slip)));
            }
        } else {
            worst = worst.max(-speed).max((normal * speed).abs());
            let size = contact.section.radius.unwrap_or(contact.mu * normal);
            for point in &points {
                // (g − x_t)·w_t ≥ 0 for every admissible g.
                worst = worst.max(-(size * dot(point, &slip) - dot(&force, &slip)));
            }
        }
        let size = contact.section.radius.unwrap_or(contact.mu * normal);
        worst = worst.max(outside(contact, &force, size));
    }
    worst
}

/// How far a tangential impulse lies outside its section.
fn outside(contact: &FrictionContact, force: &[f64], size: f64) -> f64 {
    let length = force.iter().map(|f| f * f).sum::<f64>().sqrt();
    match &contact.section.shape {
        SectionShape::Disc => length - size,
        SectionShape::Square => {
            force.iter().map(|f| f.abs() - size).fold(f64::NEG_INFINITY, f64::max)
        }
        SectionShape::Polygon(directions) => {
            let k = directions.count();
            (0..k)
                .map(|edge| {
                    let (sine, cosine) = (TAU * (edge as f64 + 0.5) / k as f64).sin_cos();
                    force[0] * cosine + force[1] * sine - size * (TAU / 2.0 / k as f64).cos()
                })
                .fold(f64::NEG_INFINITY, f64::max)
        }
        SectionShape::Hull(polygon) => {
            let corners: Vec<[f64; 2]> = polygon.vertices().collect();
            let edges = corners.iter().zip(corners.iter().cycle().skip(1));
            edges
                .map(|(a, b)| {
                    let across = [b[1] - a[1], a[0] - b[0]];
                    let offset = [force[0] - size * a[0], force[1] - size * a[1]];
                    let length = across[0].hypot(across[1]);
                    (across[0] * offset[0] + across[1] * offset[1]) / length
                })
                .fold(f64::NEG_INFINITY, f64::max)
        }
        SectionShape::Ellipse(factors) => {
            let ratio: f64 = force
                .iter()
                .zip(factors)
                .map(|(f, factor)| if *f == 0.0 { 0.0 } else { (f / factor).powi(2) })
                .sum();
            ratio.sqrt() - size
        }
    }
}
