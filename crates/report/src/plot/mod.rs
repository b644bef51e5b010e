//! Plots: rows of panels with several curves each, as SVG.
//!
//! A curve may end in a dot where what it shows was reached, and in a ring
//! where it was not. What does not fit on a logarithmic axis, zero for one,
//! lies on its lower edge.
//!
//! ```
//! use stickslip_report::plot::{Axis, Panel, Plot, Series, draw};
//! let squares = (1..9).map(|n| [f64::from(n), f64::from(n * n)]).collect();
//! let plot = Plot {
//!     name: "squares".into(),
//!     title: "Squares".into(),
//!     subtitle: "of small numbers".into(),
//!     panels: vec![Panel::new(Axis::even("n"), Axis::decades("n²"))],
//!     series: vec![Series::new("n²", 0, squares)],
//! };
//! assert!(draw(&[&plot]).contains(">n²</text>"));
//! ```

mod draw;
mod look;
mod scale;
mod svg;

pub use draw::draw;

use serde::Serialize;

/// One row of panels beside a legend.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Plot {
    /// The stem of its files.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// Of what, and under which settings.
    pub subtitle: String,
    /// The panels from left to right.
    pub panels: Vec<Panel>,
    /// The curves; each has points in every panel.
    pub series: Vec<Series>,
}

/// Two axes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Panel {
    /// From left to right.
    pub horizontal: Axis,
    /// From the bottom to the top.
    pub vertical: Axis,
    /// A dashed line across the panel.
    pub level: Option<Level>,
}

impl Panel {
    /// A panel without a level.
    pub fn new(horizontal: Axis, vertical: Axis) -> Self {
        Self { horizontal, vertical, level: None }
    }
}

/// A dashed horizontal line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Level {
    /// Where it stands.
    pub value: f64,
    /// What it is.
    pub label: String,
}

/// One axis.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Axis {
    /// What it measures, with the unit.
    pub label: String,
    /// How its numbers are spread.
    pub spacing: Spacing,
}

impl Axis {
    /// An even axis.
    pub fn even(label: impl Into<String>) -> Self {
        Self { label: label.into(), spacing: Spacing::Even }
    }

    /// A logarithmic axis.
    pub fn decades(label: impl Into<String>) -> Self {
        Self { label: label.into(), spacing: Spacing::Decades }
    }

    /// An axis of whole numbers from zero, such as iterations.
    pub fn counts(label: impl Into<String>) -> Self {
        Self { label: label.into(), spacing: Spacing::Counts }
    }
}

/// How the numbers of an axis are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Spacing {
    /// Evenly.
    Even,
    /// By powers of ten.
    Decades,
    /// Evenly in whole numbers from zero, or by powers of ten where the longest
    /// curve is very much longer than the shortest.
    Counts,
}

/// Where dots are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Marks {
    /// At the last point.
    End,
    /// At every point.
    All,
    /// At every point, small, and no line between them.
    Scatter,
    /// Nowhere.
    None,
}

/// One curve, with a line in the legend.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Which colour and dash; equal looks belong together.
    pub look: usize,
    /// Whether its dots are filled.
    pub reached: bool,
    /// Where its dots are.
    pub marks: Marks,
    /// Its points in each panel.
    pub curves: Vec<Vec<[f64; 2]>>,
}

impl Series {
    /// A curve in a single panel, without dots.
    pub fn new(name: impl Into<String>, look: usize, points: Vec<[f64; 2]>) -> Self {
        Self { name: name.into(), look, reached: true, marks: Marks::None, curves: vec![points] }
    }

    /// The same with dots.
    pub fn marked(self, marks: Marks) -> Self {
        Self { marks, ..self }
    }
}
