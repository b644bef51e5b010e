//! §2.3.2: downdating only while few rows are tight.

use stickslip_report::{Cell, Column, Table};

use super::{DOCUMENT, SCENES, STEPS, dense};
use crate::bounded::{Range, all};
use crate::claim::{Ruling, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::Way;
use crate::stage::{Begin, Frame, Pick};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "lefebvre-threshold",
    document: DOCUMENT,
    artefact: "§2.3.2, fallback",
    title: "Downdating with a new factor where many rows are tight",
    agreement: "With a threshold on the share of tight rows downdating inside the skyline is never \
                slower than full factors; without one it is slower on the winch.",
    deviations: "machines modelled from their description; own kernels for Eigen",
    seeded: false,
    timed: true,
    counted: true,
    run,
};

/// Shares of tight rows above which a new factor replaces downdating.
const SHARES: [f64; 4] = [0.02, 0.05, 0.15, 1.0];

/// So many runs of every frame.
const REPEATS: usize = 3;

/// Noise of a clock.
const NOISE: f64 = 1.05;

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let frames = context.choose(6, 60);
    let mut ways = vec![dense()?];
    for share in SHARES {
        let options = format!("refactor_share={share}");
        ways.push(Way::new(format!("up to {:.0} %", 100.0 * share), "bpp-skyline", &options)?);
    }
    ways.push(Way::new("by estimated time", "bpp-skyline", "refactor_share=auto")?);
    let mut columns = vec![Column::words("scene"), Column::numbers("full")];
    columns.extend(ways[1..].iter().map(|way| Column::words(way.name.clone())));
    columns.push(Column::numbers("frames"));
    columns.push(Column::numbers("left out"));
    let mut table = Table::new(
        "threshold",
        "Mean time of frames with tight rows, and that of downdating over it by threshold",
        columns,
    );
    let mut ratios = Vec::new();
    for (at, line) in SCENES.iter().enumerate() {
        let name = line.stage.scene;
        context.at(at, SCENES.len(), name);
        let play = line.stage.play(context, Pick::Tight(frames))?;
        let (times, lost) = measure(&play.frames, &ways)?;
        let own: Vec<Range> = times[1..].iter().map(|time| time.over(times[0])).collect();
        let done = play.frames.len() - lost;
        let mut cells = vec![name.into(), Cell::time(times[0].middle() / done.max(1) as f64)];
        cells.extend(own.iter().map(|ratio| Cell::from(ratio.told())));
        cells.extend([Cell::count(done), Cell::count(lost)]);
        table.row(cells);
        ratios.push((name, own));
    }
    let mut findings = Findings::default();
    judge(&mut findings, &ratios);
    findings.tables.push(table);
    findings.setting("frames of each scene, at most", frames);
    findings.setting("most pivoting steps", STEPS);
    findings.setting("runs of each frame", REPEATS);
    findings.setting("start", "all rows free");
    findings.setting("friction", 1);
    findings.note(
        "Full factors are dense, as in the thesis, by kernels of our own in the place of Eigen's.",
    );
    Ok(findings)
}

/// The time of every way, summed over the frames on which all take as many steps, from
/// repeat to repeat; and on how many they do not.
fn measure(frames: &[Frame], ways: &[Way]) -> Result<(Vec<Range>, usize), ExperimentError> {
    let (mut sums, mut lost) = (vec![[0.0; REPEATS]; ways.len()], 0);
    for frame in frames {
        let mut spent = vec![[0.0; REPEATS]; ways.len()];
        let mut steps = vec![0; ways.len()];
        // In turns, so that a busy machine is busy for all of them.
        for repeat in 0..REPEATS {
            for ((spent, steps), way) in spent.iter_mut().zip(&mut steps).zip(ways) {
                let solved = frame.solve(way, STEPS, Begin::Free)?;
                spent[repeat] = solved.seconds;
                *steps = solved.counts.iterations;
            }
        }
        if steps.iter().any(|&count| count != steps[0]) {
            lost += 1;
            continue;
        }
        for (sum, spent) in sums.iter_mut().zip(spent) {
            sum.iter_mut().zip(spent).for_each(|(sum, it)| *sum += it);
        }
    }
    Ok((sums.iter().map(|sums| Range::of(sums)).collect(), lost))
}

/// Times over those of full factors, by scene and threshold.
fn judge(findings: &mut Findings, ratios: &[(&str, Vec<Range>)]) {
    let as_fast = |at: usize| -> Vec<(&str, Ruling)> {
        ratios
            .iter()
            .map(|(name, own)| (*name, own[at].between(f64::NEG_INFINITY, NOISE)))
            .collect()
    };
    let slower = |at: usize| -> Vec<&str> {
        let slow = as_fast(at).into_iter().filter(|it| it.1 != Ruling::Holds);
        slow.map(|it| it.0).collect()
    };
    let counts: Vec<usize> = (0..SHARES.len()).map(|at| slower(at).len()).collect();
    let best = (0..SHARES.len() - 1).min_by_key(|&at| counts[at]).unwrap_or(0);
    findings
        .ruled(
            Weight::Shape,
            "with a threshold it is at least as fast as full factors on every scene",
            format!(
                "with {:.0} % not on {}: {}",
                100.0 * SHARES[best],
                counts[best],
                slower(best).join(", ")
            ),
            all(as_fast(best).into_iter().map(|it| it.1)),
        )
        .quoting(
            "§2.3.2",
            "In practice, one would only perform low-rank downdates if the number of tight \
             variables is sufficiently small in order to guarantee to be always at least as fast \
             as the original algorithm applying the full Cholesky factorization.",
        )
        .changed("2026-11-18", "full factors were sparse, and are dense in the thesis");
    let last = SHARES.len() - 1;
    let winch = ratios.iter().find(|it| it.0 == "winch").map_or(Range::of(&[]), |it| it.1[last]);
    findings
        .ruled(
            Weight::Shape,
            "without one the winch is slower",
            format!("{} of the time of full factors", winch.told()),
            winch.between(1.0, f64::INFINITY),
        )
        .quoting(
            "§2.3.2",
            "In our tests, we obtain a slow-down for the winch example since we always use the \
             downdating strategy.",
        );
}

#[cfg(test)]
mod tests {
    use super::*;
    use Ruling::{Fails, Holds, Open};

    #[test]
    fn every_claim_can_fail() {
        // Times over those of full factors, by threshold; the last has none.
        let rulings = |winch: [f64; 4]| -> Vec<Ruling> {
            let mut findings = Findings::default();
            let about = |it: f64| Range::of(&[0.98 * it, it]);
            let winch = winch.map(about).to_vec();
            judge(&mut findings, &[("crane", vec![about(0.5); 4]), ("winch", winch)]);
            findings.claims.iter().map(|claim| claim.ruling).collect()
        };
        assert_eq!(rulings([0.9, 1.0, 1.2, 1.5]), [Holds, Holds]);
        assert_eq!(rulings([1.2, 1.2, 1.2, 0.9]), [Fails, Fails]);
        assert_eq!(rulings([1.06, 1.06, 1.06, 1.01]), [Open, Open]);
    }
}
