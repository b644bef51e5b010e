//! Table 4: how near the preconditioners of soft contact come to A⁻¹, and what
//! steps they allow.

mod cube;
mod family;
mod stable;

use cube::{Cube, Motion};
use family::{Case, Step};
use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};

use super::DOCUMENT;
use crate::claim::{Ruling, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::{Order, exponent};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "course-table-4",
    document: DOCUMENT,
    artefact: "Table 4",
    title: "Preconditioners of soft contact: masses, factors and splitting",
    agreement: "Factors give the impulses of A⁻¹ with and without W; masses come near as the step \
                shrinks and allow the smallest steps; splitting converges linearly and allows \
                large ones.",
    deviations: "",
    seeded: false,
    timed: false,
    counted: true,
    run,
};

/// Young's modulus of the cube (Pa).
const YOUNG: f64 = 1e5;
/// Steps by which distances are reported (s).
const STEPS: [f64; 5] = [1e-2, 3e-3, 1e-3, 3e-4, 1e-4];
/// Rounds of splitting by which its convergence is reported.
const MANY_ROUNDS: [usize; 5] = [5, 10, 20, 40, 80];

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let cube = Cube::new(context.choose(2, 4), YOUNG)?;
    let mut findings = Findings::default();
    context.at(0, 4, "distances");
    distances(&mut findings, &cube)?;
    context.at(1, 4, "the same impulses");
    same(&mut findings, &cube)?;
    context.at(2, 4, "splitting and masses");
    limits(&mut findings, &cube)?;
    context.at(3, 4, "largest steps");
    stable::measure(&mut findings, &cube)?;
    findings.setting("cube", format!("0.2 m, of {} vertices", cube.masses.len() / 3));
    findings.setting("material", "linear, E = 1e5 Pa, ν = 0.3, 1000 kg/m³, B = 1 ms · K");
    findings.note(
        "A = M + hB + h²K with lumped masses for all cases. A⁻¹ is come by with conjugate \
         gradients, so that it shares nothing with the factors it is held against.",
    );
    Ok(findings)
}

/// ‖PA − 1‖ by the length of a step.
fn distances(findings: &mut Findings, cube: &Cube) -> Result<(), ExperimentError> {
    let cases = [
        ("masses", Case::Lumped),
        ("diagonal", Case::Split { rounds: 1 }),
        ("factor", Case::Factored),
    ];
    let mut columns = vec![Column::numbers("h (ms)")];
    columns.extend(cases.map(|(name, _)| Column::numbers(name)));
    let mut table = Table::new("distances", "‖PA − 1‖ over ‖1‖", columns);
    let mut curves = vec![Vec::new(); cases.len()];
    for h in STEPS {
        let step = Step::new(cube, h)?;
        let mut cells = vec![Cell::fixed(1e3 * h, 1)];
        for ((_, case), curve) in cases.iter().zip(&mut curves) {
            let distance = step.distance(*case);
            curve.push([h, distance]);
            cells.push(Cell::scientific(distance));
        }
        table.row(cells);
    }
    findings.tables.push(table);
    judge_distances(findings, [&curves[0], &curves[1], &curves[2]]);
    let named = cases.iter().zip(curves).enumerate();
    findings.plots.push(Plot {
        name: "distances".into(),
        title: "How near preconditioners are to A⁻¹".into(),
        subtitle: "a soft cube of linear material".into(),
        panels: vec![Panel::new(Axis::decades("h (s)"), Axis::decades("‖PA − 1‖ / ‖1‖"))],
        series: named
            .map(|(look, ((name, _), curve))| {
                Series::new((*name).to_owned(), look, curve).marked(Marks::All)
            })
            .collect(),
    });
    Ok(())
}

/// The largest difference over the largest value.
fn apart(one: &[f64], other: &[f64]) -> f64 {
    let size = other.iter().fold(0.0f64, |most, value| most.max(value.abs()));
    one.iter().zip(other).fold(0.0f64, |most, (a, b)| most.max((a - b).abs())) / size
}

/// The cube as it lands at 1 m/s.
fn landing(cube: &Cube) -> Motion {
    cube.falling(0.001, 1.0)
}

/// Factors, with and without W, against A⁻¹.
fn same(findings: &mut Findings, cube: &Cube) -> Result<(), ExperimentError> {
    let motion = landing(cube);
    let mut worst = [0.0f64; 2];
    for h in [1e-2, 3e-3] {
        let step = Step::new(cube, h)?;
        let (exact, _) = step.take(&motion, Case::Inverse)?;
        for (worst, case) in worst.iter_mut().zip([Case::Factored, Case::Partial]) {
            *worst = worst.max(apart(&step.take(&motion, case)?.0, &exact));
        }
    }
    judge_same(findings, worst);
    Ok(())
}

/// Splitting with more rounds, and masses with shorter steps, towards A⁻¹.
fn limits(findings: &mut Findings, cube: &Cube) -> Result<(), ExperimentError> {
    let motion = landing(cube);
    let mut table = Table::new(
        "splitting",
        "Velocities by splitting apart from those by A⁻¹, by rounds",
        [Column::numbers("h (ms)")]
            .into_iter()
            .chain(MANY_ROUNDS.map(|rounds| Column::numbers(rounds.to_string()))),
    );
    let (mut order, mut growth) = (None, None);
    for h in STEPS {
        let step = Step::new(cube, h)?;
        let (_, exact) = step.take(&motion, Case::Factored)?;
        let mut cells = vec![Cell::fixed(1e3 * h, 1)];
        let mut errors = Vec::new();
        for rounds in MANY_ROUNDS {
            let (_, found) = step.take(&motion, Case::Split { rounds })?;
            let error = apart(&found, &exact);
            errors.push(error);
            cells.push(Cell::scientific(error));
        }
        table.row(cells);
        growth.get_or_insert(libm::pow(errors[4] / errors[3], 1.0 / 40.0));
        if order.is_none() && errors[2] < 0.1 * errors[1] {
            let mut path = Vec::new();
            for rounds in 1..=MANY_ROUNDS[4] {
                path.push(apart(&step.take(&motion, Case::Split { rounds })?.1, &exact));
            }
            order = Some((h, Order::of(&path, 1e-12)));
        }
    }
    findings.tables.push(table);
    judge_splitting(findings, &order, growth.unwrap_or(f64::NAN));
    let differences: Vec<[f64; 2]> = [1e-3, 5e-4, 2.5e-4, 1.25e-4]
        .into_iter()
        .map(|h| {
            let step = Step::new(cube, h)?;
            let motion = cube.falling(-1e-4, 0.5);
            let (_, exact) = step.take(&motion, Case::Factored)?;
            let (_, lumped) = step.take(&motion, Case::Lumped)?;
            Ok([h, apart(&lumped, &exact)])
        })
        .collect::<Result<_, ExperimentError>>()?;
    if let [first, .., last] = &differences[..] {
        judge_masses(findings, first[1], last[1]);
    }
    Ok(())
}

/// Distances by rising fineness of steps: of masses, of the diagonal, of the factor.
fn judge_distances(findings: &mut Findings, [masses, diagonal, factor]: [&[[f64; 2]]; 3]) {
    let order = exponent(masses);
    findings
        .claim(
            Weight::Shape,
            "masses come near A as the step shrinks",
            format!("the distance falls like h^{order:.2}, to {:.1e}", masses[4][1]),
            order > 0.5 && masses[4][1] < 0.1 * masses[0][1],
        )
        .quoting("§4.3.1", "Clearly, this is only a good approximation for h → 0.");
    let longest = [masses, diagonal, factor].map(|curve| curve[0][1]);
    findings
        .claim(
            Weight::Shape,
            "at 10 ms the factor is nearest, then the diagonal, then the masses",
            format!("{:.1e}, {:.1e}, {:.1e}", longest[2], longest[1], longest[0]),
            longest[2] < longest[1] && longest[1] < longest[0],
        )
        .quoting(
            "§4.3.1",
            "The view that different methods are simply different preconditioner choices allow us \
             to interpret and rank the methods in terms of how close their preconditioner is to \
             the real system.",
        );
}

/// How far impulses by a factor, with and without W, are from those by A⁻¹.
fn judge_same(findings: &mut Findings, worst: [f64; 2]) {
    for ((name, sentence), worst) in [
        (
            "W from a factor gives the impulses of A⁻¹",
            "although we obviously have W_LDLT = W_A and w_LDLT = w_A.",
        ),
        (
            "sweeps without W give the impulses of A⁻¹",
            "Now the idea we want to explore is whether we can circumvent to build W_A at all.",
        ),
    ]
    .into_iter()
    .zip(worst)
    {
        let told = format!("apart by {worst:.1e}");
        findings
            .claim(Weight::Value, format!("{name} to 1e-10"), told, worst <= 1e-10)
            .quoting("§4.3.4–4.3.5", sentence);
    }
}

/// The longest step at which splitting converges with the order that it has there, and
/// the growth of its error in the longest step of all.
fn judge_splitting(findings: &mut Findings, order: &Option<(f64, Order)>, growth: f64) {
    findings
        .ruled(
            Weight::Shape,
            "where splitting converges, it does so linearly",
            order.as_ref().map_or_else(
                || "it converges nowhere".into(),
                |(h, order)| {
                    format!("{} at {:.1} ms, the longest such step", order.told(), 1e3 * h)
                },
            ),
            match order {
                Some((_, order)) if order.is_linear() => Ruling::Holds,
                Some(_) => Ruling::Fails,
                None => Ruling::Open,
            },
        )
        .quoting("Table 4", "Convergence rate is linear, no proof of convergence")
        .changed(
            "2026-11-16",
            "shares of early and late rounds were compared: fast parts go first",
        );
    findings
        .claim(
            Weight::Shape,
            "there is a step at which splitting does not converge",
            format!("the error grows by {growth:.2} a round at {:.1} ms", 1e3 * STEPS[0]),
            growth > 1.0,
        )
        .quoting("Table 4", "Convergence rate is linear, no proof of convergence");
}

/// How far velocities with masses are from those with A⁻¹, at the first and the last step.
fn judge_masses(findings: &mut Findings, first: f64, last: f64) {
    findings
        .claim(
            Weight::Shape,
            "steps with masses come near those with A⁻¹ as h shrinks",
            format!("velocities apart by {first:.1e} at 1 ms and {last:.1e} at 0.125 ms"),
            last < 0.5 * first,
        )
        .quoting("§4.3.1", "Clearly, this is only a good approximation for h → 0.");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    fn found(masses: [f64; 2], factor: f64, worst: f64, order: f64, growth: f64) -> Findings {
        let curve = |first: f64, last: f64| -> Vec<[f64; 2]> {
            let along = |k: usize| first * (last / first).powf(k as f64 / 4.0);
            STEPS.iter().enumerate().map(|(k, &h)| [h, along(k)]).collect()
        };
        let [by_masses, diagonal] = [curve(masses[0], masses[1]), curve(0.5, 0.1)];
        judged(|findings| {
            judge_distances(findings, [&by_masses, &diagonal, &curve(factor, factor)]);
            judge_same(findings, [worst; 2]);
            judge_splitting(findings, &Some((1e-3, Order::Of(order))), growth);
            judge_masses(findings, 0.1, 0.1 * growth.recip());
        })
    }

    #[test]
    fn every_claim_can_fail() {
        let turned = found([0.4, 0.3], 0.9, 1e-3, 2.0, 0.9);
        turns(&found([1.0, 1e-3], 1e-12, 1e-13, 1.0, 3.0), &[turned]);
    }
}
