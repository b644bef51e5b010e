//! Error against cost.

use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};

use super::contest::{OTHERS, Row};
use super::{Asked, WAYS};
use crate::timing::quartiles;

/// A curve for numbers of sub-steps, what follows an accuracy, and others by the steps
/// that they take of a frame.
pub(super) fn picture(scene: &str, rows: &[Row]) -> Plot {
    let asked = |row: &Row| WAYS.iter().find(|way| way.0 == row.name).map(|way| way.1);
    let small = |row: &Row| matches!(asked(row), Some(Asked::Substeps(_)));
    let accurate = |row: &Row| matches!(asked(row), Some(Asked::Accuracy(_)));
    let exact = |row: &Row| asked(row) == Some(Asked::Exact);
    let points = |is: &dyn Fn(&Row) -> bool| -> Vec<[f64; 2]> {
        let own = rows.iter().filter(|row| is(row));
        own.map(|row| [quartiles(row.ms.clone())[1], 1e3 * row.deepest.max(row.gap)]).collect()
    };
    let mut curves = vec![
        ("small steps, n = 4 … 256".to_owned(), points(&small)),
        ("small steps within 1, 0.25 and 0.1 mm".to_owned(), points(&accurate)),
        ("exact steps within 1 mm".to_owned(), points(&exact)),
    ];
    for (name, steps) in OTHERS {
        let counts: Vec<String> = steps.iter().map(usize::to_string).collect();
        let of_peer = |row: &Row| row.name.rsplit_once(" × ").is_some_and(|it| it.0 == name);
        curves.push((format!("{name}, {} steps a frame", counts.join(", ")), points(&of_peer)));
    }
    let series = curves.into_iter().enumerate().filter(|(_, (_, points))| !points.is_empty());
    let series = series.map(|(look, (name, points))| {
        let marks = if look == 1 { Marks::Scatter } else { Marks::All };
        Series::new(name, look, points).marked(marks)
    });
    Plot {
        name: scene.replace(' ', "-"),
        title: scene.into(),
        subtitle: "deepest overlap or gap of a joint of any frame, CPU time of a frame".into(),
        panels: vec![Panel::new(Axis::decades("ms"), Axis::decades("mm"))],
        series: series.collect(),
    }
}
