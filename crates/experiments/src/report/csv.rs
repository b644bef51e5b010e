//! Tables and curves as comma-separated values.

use stickslip_report::plot::Plot;
use stickslip_report::{Cell, Column, Table};

/// A table: a head, then its rows.
pub fn table(table: &Table) -> String {
    let head = line(table.columns.iter().map(Column::head));
    head + &table.rows.iter().map(|row| line(row.iter().map(Cell::plain))).collect::<String>()
}

/// The points of a plot, one a line, with their panel and series.
pub fn plot(plot: &Plot) -> String {
    let mut text = line(["panel", "series", "x", "y"].map(String::from));
    for (index, panel) in plot.panels.iter().enumerate() {
        let about = format!("{} against {}", panel.vertical.label, panel.horizontal.label);
        for series in &plot.series {
            for [x, y] in series.curves.get(index).into_iter().flatten() {
                text += &line([about.clone(), series.name.clone(), x.to_string(), y.to_string()]);
            }
        }
    }
    text
}

/// Fields with commas, quotes or line ends are quoted (RFC 4180).
fn line(fields: impl IntoIterator<Item = String>) -> String {
    let quoted = |field: String| match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field,
    };
    fields.into_iter().map(quoted).collect::<Vec<_>>().join(",") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_report::plot::{Axis, Panel, Series};

    #[test]
    fn foreign_text_is_quoted() {
        let mut data = Table::new("t", "", [Column::words("a, b"), Column::numbers("n").of("s")]);
        data.row([Cell::from("say \"x\""), Cell::fixed(0.125, 1)]);
        assert_eq!(table(&data), "\"a, b\",n (s)\n\"say \"\"x\"\"\",0.125\n");
    }

    #[test]
    fn every_point_has_a_line() {
        let data = Plot {
            panels: vec![Panel::new(Axis::even("k"), Axis::decades("e"))],
            series: vec![Series::new("s", 0, vec![[1.0, 0.5], [2.0, 0.25]])],
            ..Plot::default()
        };
        assert_eq!(plot(&data), "panel,series,x,y\ne against k,s,1,0.5\ne against k,s,2,0.25\n");
    }
}
