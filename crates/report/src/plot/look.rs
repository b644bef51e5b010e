//! In which colour and dash a series is drawn.

use super::Series;

/// Okabe and Ito's colours, which colour-blind readers can tell apart; without
/// the yellow, which is faint on white.
const COLOURS: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#56b4e9", "#e69f00"];
/// The colours come again with another dash.
const DASHES: [&str; 3] = ["none", "6 3", "2 2.5"];

fn colour(series: &Series) -> &'static str {
    COLOURS[series.look % COLOURS.len()]
}

/// Attributes of its line.
pub fn line_style(series: &Series) -> String {
    let dash = DASHES[series.look / COLOURS.len() % DASHES.len()];
    let colour = colour(series);
    format!(
        "stroke=\"{colour}\" stroke-width=\"1.8\" stroke-linejoin=\"round\" stroke-dasharray=\"{dash}\""
    )
}

/// Attributes of the points of a scatter plot.
pub fn point_style(series: &Series) -> String {
    let colour = colour(series);
    format!("stroke=\"{colour}\" stroke-width=\"3.8\" stroke-linecap=\"round\"")
}

/// Attributes of its dots, which are rings where it did not reach its end.
pub fn dot_style(series: &Series) -> String {
    let colour = colour(series);
    let fill = if series.reached { colour } else { "#ffffff" };
    format!("fill=\"{fill}\" stroke=\"{colour}\" stroke-width=\"1.8\"")
}
