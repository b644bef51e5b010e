//! Which solver to pick: performance profiles (Dolan and Moré) of all solvers
//! over all problems, at three accuracies, by time; and a map of scenes.
//!
//! ρ_s(τ) is the share of problems that solver s solves within τ times the time
//! of the fastest solver of that problem. ρ_s(1) tells how often it is the
//! fastest, ρ_s(∞) how many it solves at all.

mod curves;
mod problems;
mod race;

use curves::{Race, profile, share_within};
use problems::{Candidate, Class, candidates};
use race::run_one;

use stickslip_report::plot::{Axis, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_solve::registry::SOLVERS;

use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment, OUR_OWN};
use crate::findings::Findings;
use crate::measure::Way;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "profile",
    document: OUR_OWN,
    artefact: "profile",
    title: "Performance profiles of all solvers, and which one to pick",
    agreement: "bpp solves every box problem and a cone solver every cone problem of the scenes to \
                the highest accuracy; no solver solves more symmetric problems of its class than \
                the one that is taken when nobody names one.",
    deviations: "",
    seeded: false,
    timed: true,
    counted: true,
    run,
};

/// Residual over (1 + ‖b‖∞) for boxes, over ‖b‖₂ for cones.
pub const ACCURACIES: [f64; 3] = [1e-3, 1e-6, 1e-8];

/// How far the horizontal axis goes.
const FARTHEST: f64 = 1e3;

/// So many times longer than the others may the preferred solver take.
const AT_LEISURE: f64 = 100.0;

/// Solvers shown in a plot.
const SHOWN: usize = 14;

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let (all, origin) = candidates(context)?;
    let patience = context.choose(0.05, 0.5);
    let mut findings = Findings::default();
    let ways = SOLVERS
        .iter()
        .map(|entry| Way::new(entry.name, entry.name, ""))
        .collect::<Result<Vec<Way>, ExperimentError>>()?;
    let mut races: Vec<Race> = Vec::new();
    for (at, candidate) in all.iter().enumerate() {
        context.at(at, all.len(), &candidate.name);
        let preferred = candidate.class.preferred();
        let time = |way: &Way| {
            // What is claimed of the preferred solver is not to hang on the clock.
            let longer = if way.name == preferred { AT_LEISURE } else { 1.0 };
            run_one(way, candidate, longer * patience)
        };
        races.push(Race { class: candidate.class, times: ways.iter().map(time).collect() });
    }
    for class in [Class::Box, Class::Cone] {
        let own: Vec<&Race> = races.iter().filter(|race| race.class == class).collect();
        let rivals = ranked(&own, ways.len());
        findings.tables.push(table(class, &own, &ways, &rivals));
        findings.plots.push(figure(class, &own, &ways, &rivals));
        findings.tables.push(map(class, &all, &races, &ways));
        judge(&mut findings, class, &all, &races, &ways);
    }
    findings.setting("problems", format!("{} ({origin})", all.len()));
    findings.setting("seconds for each, about", patience);
    findings.setting("accuracies", format!("{ACCURACIES:?}"));
    findings.note(
        "All solvers start cold with their own options, on one problem at a time. A solver that \
         does not take a problem has not solved it. A run whose iterations are used up is begun \
         anew with more of them, until it is done or its time is over.",
    );
    Ok(findings)
}

/// Solvers that solve anything, the best at ρ(10) of the middle accuracy first.
fn ranked(races: &[&Race], solvers: usize) -> Vec<usize> {
    let score = |solver: usize| share_within(races, solver, 1, 10.0);
    let able = |solver: &usize| (0..3).any(|level| share_within(races, *solver, level, 1e9) > 0.0);
    let mut rivals: Vec<usize> = (0..solvers).filter(able).collect();
    rivals.sort_by(|&one, &other| score(other).total_cmp(&score(one)).then(one.cmp(&other)));
    rivals
}

fn table(class: Class, races: &[&Race], ways: &[Way], rivals: &[usize]) -> Table {
    let mut columns = vec![Column::words("solver")];
    for accuracy in ACCURACIES {
        columns.push(Column::numbers(format!("solved to {accuracy:.0e}")).of("%"));
        columns.push(Column::numbers("within 10 times the fastest").of("%"));
    }
    let title = format!("{} {} problems", races.len(), class.name());
    let mut table = Table::new(format!("{}-shares", class.name()), title, columns);
    for &solver in rivals {
        let mut cells = vec![ways[solver].name.clone().into()];
        for level in 0..ACCURACIES.len() {
            for ratio in [f64::INFINITY, 10.0] {
                cells.push(Cell::fixed(100.0 * share_within(races, solver, level, ratio), 0));
            }
        }
        table.row(cells);
    }
    table
}

/// For every problem the fastest solver at each accuracy.
fn map(class: Class, all: &[Candidate], races: &[Race], ways: &[Way]) -> Table {
    let mut columns = vec![Column::words("problem"), Column::numbers("rows")];
    for accuracy in ACCURACIES {
        columns.push(Column::words(format!("fastest to {accuracy:.0e}")));
        columns.push(Column::numbers("time"));
    }
    let title = format!("Which solver to pick: {} problems", class.name());
    let mut table = Table::new(format!("{}-map", class.name()), title, columns);
    for (candidate, race) in all.iter().zip(races).filter(|(_, race)| race.class == class) {
        let mut cells = vec![candidate.name.clone().into(), Cell::count(candidate.problem.size())];
        for level in 0..ACCURACIES.len() {
            let best = race.fastest(level);
            cells.push(best.map_or("none".into(), |(solver, _)| ways[solver].name.clone().into()));
            cells.push(Cell::optional(best, |(_, seconds)| Cell::time(seconds)));
        }
        table.row(cells);
    }
    table
}

fn figure(class: Class, races: &[&Race], ways: &[Way], rivals: &[usize]) -> Plot {
    let series = |(look, &solver): (usize, &usize)| {
        let curve = |level| profile(races, solver, level, FARTHEST);
        let curves = (0..ACCURACIES.len()).map(curve).collect();
        Series { curves, ..Series::new(ways[solver].name.clone(), look, Vec::new()) }
    };
    let panel = |accuracy: f64| {
        let within = Axis::decades(format!("times the fastest, to {accuracy:.0e}"));
        Panel::new(within, Axis::even("share solved"))
    };
    Plot {
        name: class.name().into(),
        title: format!("Performance profile: {} {} problems", races.len(), class.name()),
        subtitle: format!("the {SHOWN} best solvers"),
        panels: ACCURACIES.map(panel).to_vec(),
        series: rivals.iter().take(SHOWN).enumerate().map(series).collect(),
    }
}

fn judge(findings: &mut Findings, class: Class, all: &[Candidate], races: &[Race], ways: &[Way]) {
    let level = ACCURACIES.len() - 1;
    let preferred = class.preferred();
    let solver = ways.iter().position(|way| way.name == preferred).unwrap_or(0);
    let own = || all.iter().zip(races).filter(|(_, race)| race.class == class);
    let of_scenes = || own().filter(|(candidate, _)| candidate.from_scene);
    let solved = of_scenes().filter(|(_, race)| race.times[solver][level].is_some()).count();
    let symmetric = || own().filter(|(candidate, _)| candidate.problem.asymmetry().is_none());
    let count =
        |solver: usize| symmetric().filter(|(_, race)| race.times[solver][level].is_some()).count();
    let best = (0..ways.len()).max_by_key(|&rival| (count(rival), rival == solver)).unwrap_or(0);
    let rival = (ways[best].name.as_str(), count(best));
    claim(findings, class, [solved, of_scenes().count()], count(solver), rival);
}

/// How many problems of scenes the preferred solver solves, of how many; how many
/// symmetric ones it does, and the best of all.
fn claim(
    findings: &mut Findings,
    class: Class,
    [solved, scenes]: [usize; 2],
    own: usize,
    (best, most): (&str, usize),
) {
    let preferred = class.preferred();
    findings.claim(
        Weight::Shape,
        format!("{preferred} solves every {} problem of the scenes", class.name()),
        format!("{solved} of {scenes}"),
        solved == scenes,
    );
    findings.claim(
        Weight::Shape,
        format!("no solver solves more symmetric {} problems than {preferred}", class.name()),
        format!("{own} by {preferred}, {most} by {best}"),
        own >= most,
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found =
            |solved, own, most| judged(|it| claim(it, Class::Box, [solved, 9], own, ("pgs", most)));
        turns(&found(9, 20, 20), &[found(8, 19, 20)]);
    }
}
