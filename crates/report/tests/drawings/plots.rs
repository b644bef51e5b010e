//! Plots with every kind of axis, mark and look.

use stickslip_report::plot::{Axis, Level, Marks, Panel, Plot, Series, draw};

fn points(count: usize, at: impl Fn(f64) -> [f64; 2]) -> Vec<[f64; 2]> {
    (0..count).map(|index| at(index as f64)).collect()
}

/// More series than the panel is tall: all colours with all dashes, and the
/// first look again.
fn decays() -> Plot {
    let curve = |look: usize| {
        let rate = 0.02 * (1.0 + look as f64);
        let residuals = points(13, |n| [25.0 * n, 3.0 * (-25.0 * rate * n).exp()]);
        let waves = points(8 + look, |n| [0.4 * n, 6.0 + look as f64 + (0.4 * n).sin()]);
        Series {
            name: format!("look {look}"),
            look,
            reached: look.is_multiple_of(2),
            marks: if look.is_multiple_of(3) { Marks::None } else { Marks::End },
            curves: vec![residuals, waves],
        }
    };
    let level = Level { value: 1e-6, label: "tolerance".into() };
    Plot {
        name: "decays".into(),
        title: "Decays & <waves>".into(),
        subtitle: "twenty-two looks".into(),
        panels: vec![
            Panel {
                level: Some(level),
                ..Panel::new(Axis::counts("iterations"), Axis::decades("residual"))
            },
            Panel::new(Axis::even("time in s"), Axis::even("height in m")),
        ],
        series: (0..22).map(curve).collect(),
    }
}

/// Three panels: scattered points, marks at every point, and curves whose
/// lengths lie so far apart that counts are drawn by decades; the longest is
/// thinned. A long name makes the legend wide.
fn marks() -> Plot {
    let scattered = points(60, |n| [(7.0 * n) % 23.0, 1e-3 * 1.3f64.powf(n % 31.0)]);
    let squares = points(9, |n| [n + 1.0, (n + 1.0) * (n + 1.0)]);
    let series = |name: &str, look, marks, curves| Series {
        name: name.into(),
        look,
        reached: true,
        marks,
        curves,
    };
    Plot {
        name: "marks".into(),
        title: "Marks".into(),
        subtitle: "everywhere, at the end, and nowhere".into(),
        panels: vec![
            Panel::new(Axis::even("place"), Axis::decades("size")),
            Panel::new(Axis::even("n"), Axis::even("n²")),
            Panel::new(Axis::counts("steps"), Axis::even("share")),
        ],
        series: vec![
            series("scattered points under a very long name", 0, Marks::Scatter, vec![scattered]),
            series("squares", 1, Marks::All, vec![vec![], squares, points(5, |n| [n, 0.2 * n])]),
            series(
                "a point",
                2,
                Marks::End,
                vec![vec![], vec![[2.0, 70.0]], points(400, |n| [n, (0.01 * n).cos()])],
            ),
        ],
    }
}

#[test]
fn plots_look_as_they_did() {
    super::compare_text("plots.svg", &draw(&[&decays(), &marks()]));
}
