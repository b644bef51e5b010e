//! Fig. 41–43: what the course's exercise asks for. Where a sphere meets a turned box
//! (Fig. 42), and the blocks of A = J M⁻¹ Jᵀ of four contacts (Fig. 43), which sweeps
//! need not make. Fig. 41 is a picture of the exercise's viewer.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{Accuracy, FrictionModel};
use stickslip_geometry::rotation;
use stickslip_report::{Cell, Column, Table};
use stickslip_scene::{Overrides, SceneSource};

use super::DOCUMENT;
use crate::claim::{Quotation, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::Way;
use crate::scenes::frozen;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "course-fig-43",
    document: DOCUMENT,
    artefact: "Fig. 41–43",
    title: "A sphere on a turned box, and the blocks of four contacts",
    agreement: "Point, normal and depth are those of the box's own frame; blocks are there exactly \
                where contacts share a body; sweeps with and without the matrix are the same.",
    deviations: "four spheres of ours; Fig. 41 is a picture of a viewer",
    seeded: false,
    timed: false,
    counted: true,
    run,
};

/// Half the edges of the box (m), its place and its turn.
const HALF: DVec3 = DVec3::new(0.5, 0.3, 0.2);
const PLACE: DVec3 = DVec3::new(0.1, -0.2, 0.3);
const TURN: [f64; 4] = [1.0, 2.0, 3.0, 40.0];
const RADIUS: f64 = 0.25;
/// What counts as the same point, normal or entry.
const SAME: f64 = 1e-9;
/// Sweeps that are compared.
const SWEEPS: usize = 20;

/// Where spheres are put, in the frame of the box, over half its edges: over faces,
/// beyond edges and corners.
const OVER: [[f64; 3]; 9] = [
    [1.4, 0.2, -0.3],
    [-1.4, 0.1, 0.4],
    [0.3, 1.7, 0.5],
    [-0.2, -1.7, 0.1],
    [0.4, 0.2, 2.0],
    [0.1, -0.3, -2.0],
    [1.2, 1.3, 0.2],
    [-0.3, 1.3, -1.6],
    [1.2, -1.3, 1.5],
];

/// How far points, normals and depths are from where the box's frame has them.
#[derive(Clone, Copy, Default)]
struct Met {
    asked: usize,
    touching: usize,
    point: f64,
    normal: f64,
    depth: f64,
}

/// What was found of the blocks.
struct Blocks {
    contacts: usize,
    /// Blocks that are not zero where contacts share a body, and where they do not.
    shared: [usize; 2],
    apart: [usize; 2],
    /// The largest difference of an entry from the sum over shared bodies.
    formula: f64,
    /// The largest difference of impulses with and without the matrix.
    matrix_free: f64,
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let met = meet()?;
    let blocks = look(context)?;
    let mut findings = Findings::default();
    judge(&mut findings, met, &blocks);
    let mut table = Table::new(
        "exercise",
        "Spheres on a turned box, and blocks of four contacts",
        [Column::words("what"), Column::numbers("found")],
    );
    for (what, cell) in [
        ("spheres over faces, edges and corners", Cell::count(met.asked)),
        ("contacts", Cell::count(met.touching)),
        ("points apart (m)", Cell::scientific(met.point)),
        ("normals apart", Cell::scientific(met.normal)),
        ("depths apart (m)", Cell::scientific(met.depth)),
        ("contacts of four spheres in a pile", Cell::count(blocks.contacts)),
        ("pairs that share a body", Cell::count(blocks.shared[1])),
        ("… with a block", Cell::count(blocks.shared[0])),
        ("pairs that share none", Cell::count(blocks.apart[1])),
        ("… with a block", Cell::count(blocks.apart[0])),
    ] {
        table.row([what.into(), cell]);
    }
    findings.tables.push(table);
    findings.setting("sweeps", SWEEPS);
    findings.note(
        "Fig. 41 shows the viewer of the exercise's code, which nothing here can be held against.",
    );
    Ok(findings)
}

/// A sphere at a place beside a box that is turned.
fn scene(place: DVec3) -> String {
    let [x, y, z] = place.to_array();
    let ([px, py, pz], [ex, ey, ez]) = (PLACE.to_array(), (2.0 * HALF).to_array());
    let [ax, ay, az, angle] = TURN;
    format!(
        "name = \"sphere-on-box\"\ndescription = \"a sphere on a turned box\"\n\
         [settings]\ndt = 1e-9\ngravity = [0, 0, 0]\n\
         [[body]]\nname = \"box\"\nmotion = \"static\"\nposition = [{px}, {py}, {pz}]\n\
         rotation = {{ axis = [{ax}, {ay}, {az}], angle = {angle} }}\n\
         shape = {{ type = \"box\", size = [{ex}, {ey}, {ez}] }}\n\
         [[body]]\nname = \"sphere\"\nmass = 1\nposition = [{x}, {y}, {z}]\n\
         shape = {{ type = \"sphere\", radius = {RADIUS} }}\n"
    )
}

/// Every sphere against the nearest point of the box in its own frame (§2.1.2).
fn meet() -> Result<Met, ExperimentError> {
    let axis = DVec3::new(TURN[0], TURN[1], TURN[2]).normalize();
    let turn = rotation::about(axis, TURN[3].to_radians());
    let mut met = Met::default();
    for over in OVER {
        let local = HALF * DVec3::from_array(over);
        let place = PLACE + turn * local;
        let mut scene =
            SceneSource::new(scene(place), "sphere-on-box").read(&Overrides::default())?;
        scene.settings.accuracy = Accuracy::Off;
        let mut simulation = scene.simulation()?;
        simulation.step()?;
        met.asked += 1;
        let Some(contact) = simulation.contacts().first() else { continue };
        met.touching += 1;
        let nearest = local.clamp(-HALF, HALF);
        let away = local - nearest;
        let normal = turn * away.normalize();
        // From the first body to the second; the box is the first of the scene.
        let sign = if contact.first == 0 { 1.0 } else { -1.0 };
        met.normal = met.normal.max((sign * contact.normal).distance(normal));
        met.depth = met.depth.max((contact.gap - (away.length() - RADIUS)).abs());
        // Anywhere between the two surfaces is the point of contact.
        let (low, high) = (PLACE + turn * nearest, place - RADIUS * normal);
        let along = high - low;
        let share = (contact.point - low).dot(along) / along.length_squared();
        let between = low + share.clamp(0.0, 1.0) * along;
        met.point = met.point.max(contact.point.distance(between));
    }
    Ok(met)
}

/// Four spheres on top of each other: contact k is between bodies k − 1 and k.
const PILE: &str = r#"
name = "pile"
description = "four spheres in a pile"
[[body]]
name = "ground"
motion = "static"
shape = { type = "half-space" }
[[body]]
name = "ball"
repeat = { count = 4, step = [0, 0.2, 0] }
position = [0, 0.1, 0]
shape = { type = "sphere", radius = 0.1 }
mass = 1
"#;

fn look(context: &Context) -> Result<Blocks, ExperimentError> {
    let source = SceneSource::new(PILE, "pile");
    let problem = frozen(&source, &[], context.seed, FrictionModel::Pyramid, 5)?;
    let mut blocks = Blocks {
        contacts: problem.contacts().len(),
        shared: [0; 2],
        apart: [0; 2],
        formula: 0.0,
        matrix_free: 0.0,
    };
    let missing = || ExperimentError::Missing("a pile has no bodies".into());
    let factored = problem.factored().ok_or_else(missing)?;
    let bodies: Vec<Vec<usize>> = problem
        .contacts()
        .iter()
        .map(|contact| {
            let columns = factored.jacobian.row(contact.normal).map(|entry| entry.0 / 6);
            let mut bodies: Vec<usize> = columns.collect();
            bodies.dedup();
            bodies
        })
        .collect();
    let entry = |row: usize, column: usize| {
        problem.matrix().row(row).find(|it| it.0 == column).map_or(0.0, |it| it.1)
    };
    let inverse = factored.inertia.inverse();
    // Σ over bodies of J_ip M_p⁻¹ J_jpᵀ, entry by entry.
    let summed = |row: usize, column: usize| -> f64 {
        let product = |at: usize| -> f64 {
            let weights = inverse.row(at);
            weights
                .map(|(to, weight)| {
                    let other = factored.jacobian.row(column).find(|it| it.0 == to);
                    weight * other.map_or(0.0, |it| it.1)
                })
                .sum()
        };
        factored.jacobian.row(row).map(|(at, value)| value * product(at)).sum()
    };
    for (i, one) in problem.contacts().iter().enumerate() {
        for (j, other) in problem.contacts().iter().enumerate() {
            let pairs = || one.rows().flat_map(|row| other.rows().map(move |column| (row, column)));
            let there = pairs().any(|(row, column)| entry(row, column) != 0.0);
            let shares = bodies[i].iter().any(|body| bodies[j].contains(body));
            let counts = if shares { &mut blocks.shared } else { &mut blocks.apart };
            counts[0] += usize::from(there);
            counts[1] += 1;
            for (row, column) in pairs() {
                let soft = if row == column { factored.compliance[row] } else { 0.0 };
                let gap = (entry(row, column) - soft - summed(row, column)).abs();
                blocks.formula = blocks.formula.max(gap);
            }
        }
    }
    let swept = |access: &str| -> Result<Vec<f64>, ExperimentError> {
        let way = Way::new(access, "pgs", &format!("access={access}"))?;
        let history = way.trace(&problem, SWEEPS)?.history;
        Ok(history.last().map(|point| point.x.clone()).unwrap_or_default())
    };
    let (with, without) = (swept("matrix")?, swept("bodies")?);
    let gaps = with.iter().zip(&without).map(|(one, other)| (one - other).abs());
    blocks.matrix_free = gaps.fold(0.0, f64::max);
    Ok(blocks)
}

fn judge(findings: &mut Findings, met: Met, blocks: &Blocks) {
    findings
        .claim(
            Weight::Shape,
            "a sphere meets a turned box where the box's own frame has it",
            format!(
                "{} of {} meet; points {:.0e} m apart, normals {:.0e}, depths {:.0e} m",
                met.touching, met.asked, met.point, met.normal, met.depth
            ),
            met.touching == met.asked && met.point.max(met.normal).max(met.depth) <= SAME,
        )
        .quoting(
            "Fig. 42",
            "The collision point and contact normal are visualized by the viewer. This is the \
             result when your Sphere-OBB collision detection is working.",
        );
    findings
        .claim(
            Weight::Shape,
            "blocks are there where contacts share a body, and nowhere else",
            format!(
                "{} of {} that share one, {} of {} that do not",
                blocks.shared[0], blocks.shared[1], blocks.apart[0], blocks.apart[1]
            ),
            blocks.contacts == 4 && blocks.shared[0] == blocks.shared[1] && blocks.apart[0] == 0,
        )
        .quotes(STRUCTURE);
    findings
        .claim(
            Weight::Shape,
            "a block is the sum of J M⁻¹ Jᵀ over the bodies that both share",
            format!("entries {:.0e} apart", blocks.formula),
            blocks.formula <= SAME,
        )
        .quoting(
            "after Fig. 43",
            "The value of non-diagonal blocks is only non-zero if the i-th and j-th contact share \
             a common body",
        );
    findings
        .claim(
            Weight::Shape,
            "sweeps without the matrix are those with it",
            format!("impulses {:.0e} N·s apart after {SWEEPS} sweeps", blocks.matrix_free),
            blocks.matrix_free <= SAME,
        )
        .quotes(STRUCTURE);
}

const STRUCTURE: Quotation = Quotation {
    place: "Fig. 43",
    sentence: "Upon inspection, there is a clear block structure that may be exploited for a \
               matrix-free implementation of the PGS method.",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found = |gap: f64, apart: usize| {
            let met = Met { asked: 9, touching: 9, point: gap, normal: 0.0, depth: 0.0 };
            let blocks = Blocks {
                contacts: 4,
                shared: [10, 10],
                apart: [apart, 6],
                formula: gap,
                matrix_free: gap,
            };
            judged(|findings| judge(findings, met, &blocks))
        };
        turns(&found(1e-12, 0), &[found(1e-3, 1)]);
    }
}
