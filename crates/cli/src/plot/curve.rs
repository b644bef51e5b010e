//! What is drawn of one run, and in which colour.

use stickslip_solve::Status;

use crate::commands::compare::Run;

/// Okabe and Ito's colours, which colour-blind readers can tell apart; without
/// the yellow, which is faint on white.
const COLOURS: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#56b4e9", "#e69f00"];
/// The colours come again with another dash.
const DASHES: [&str; 3] = ["none", "6 3", "2 2.5"];

/// What is drawn of a moment of a run.
#[derive(Clone, Copy)]
pub struct Moment {
    /// Iterations so far.
    pub iteration: f64,
    /// Seconds so far.
    pub time_s: f64,
    /// The residual that the tolerance speaks about.
    pub residual: f64,
}

/// One solver's way to its end, and how it looks.
pub struct Curve<'a> {
    /// The solver.
    pub name: &'a str,
    /// How it ended.
    pub status: Status,
    /// Its history, or its end alone.
    pub moments: Vec<Moment>,
    colour: &'static str,
    dash: &'static str,
}

impl<'a> Curve<'a> {
    /// `solvers` lists every solver of the figure, so that each has one look
    /// in all its rows.
    pub fn new(run: &'a Run, solvers: &[&str]) -> Self {
        let outcome = &run.outcome;
        let index = solvers.iter().position(|name| *name == outcome.solver).unwrap_or(0);
        let end = Moment {
            iteration: outcome.counts.iterations as f64,
            time_s: outcome.time_s,
            residual: outcome.residuals.decisive(),
        };
        let mut moments: Vec<Moment> = run
            .history
            .iter()
            .map(|point| Moment {
                iteration: point.iteration as f64,
                time_s: point.time_s,
                residual: point.residual,
            })
            .collect();
        if moments.is_empty() {
            moments.push(end);
        }
        Self {
            name: outcome.solver,
            status: outcome.status,
            moments,
            colour: COLOURS[index % COLOURS.len()],
            dash: DASHES[index / COLOURS.len() % DASHES.len()],
        }
    }

    /// Attributes of its line.
    pub fn line_style(&self) -> String {
        format!(
            "stroke=\"{}\" stroke-width=\"1.8\" stroke-linejoin=\"round\" stroke-dasharray=\"{}\"",
            self.colour, self.dash
        )
    }

    /// Attributes of the mark at its end.
    pub fn end_style(&self) -> String {
        let fill = if self.status == Status::Converged { self.colour } else { "#ffffff" };
        format!("fill=\"{fill}\" stroke=\"{}\" stroke-width=\"1.8\"", self.colour)
    }
}
