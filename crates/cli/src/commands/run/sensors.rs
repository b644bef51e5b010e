//! What sensors read, as a table of numbers or as plots.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use stickslip_dynamics::{Sensor, Simulation};
use stickslip_report::layout::exact;
use stickslip_report::plot::{Axis, Panel, Plot, Series, draw};

use super::poses::quoted;
use crate::error::Failure;
use crate::output;

/// A file of what all sensors read, step by step.
pub struct Sensors {
    path: PathBuf,
    /// Sensors with the names of their channels.
    sensors: Vec<Sensor>,
    /// Step, time, and the numbers of all channels.
    rows: Vec<(u64, f64, Vec<f64>)>,
}

impl Sensors {
    /// Checks that the file can be written, and that there is something to write.
    pub fn new(path: &Path, simulation: &Simulation) -> Result<Self, Failure> {
        let is_table = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
        if !is_plot(path) && !is_table {
            return Err(Failure::Extension { path: path.into(), expected: "csv or .svg" });
        }
        let ending = if is_plot(path) { "svg" } else { "csv" };
        output::check_target(path, ending)?;
        let sensors = simulation.model().sensors().to_vec();
        if sensors.is_empty() {
            return Err(Failure::NoSensors);
        }
        Ok(Self { path: path.to_owned(), sensors, rows: Vec::new() })
    }

    /// Adds what they read after a step.
    pub fn after(&mut self, simulation: &Simulation) {
        let numbers = (0..self.sensors.len()).flat_map(|at| simulation.sense(at)).collect();
        self.rows.push((simulation.state().step, simulation.state().time, numbers));
    }

    /// Writes the file.
    pub fn write(&self) -> Result<(), Failure> {
        let text = if is_plot(&self.path) { self.plot() } else { self.csv() };
        output::write_whole(&self.path, &text)
    }

    fn csv(&self) -> String {
        let mut csv = String::from("step,time");
        for sensor in &self.sensors {
            for channel in sensor.kind.channels() {
                let _ = write!(csv, ",{}", quoted(&format!("{}.{channel}", sensor.name)));
            }
        }
        csv.push('\n');
        for (step, time, numbers) in &self.rows {
            let _ = write!(csv, "{step},{}", exact(*time));
            for number in numbers {
                let _ = write!(csv, ",{}", exact(*number));
            }
            csv.push('\n');
        }
        csv
    }

    /// A row for every sensor, with a curve for each of its channels.
    fn plot(&self) -> String {
        let mut first = 0;
        let mut plots = Vec::new();
        for sensor in &self.sensors {
            let channels = sensor.kind.channels();
            let series = channels.iter().enumerate().map(|(at, channel)| {
                let point = |row: &(u64, f64, Vec<f64>)| [row.1, row.2[first + at]];
                Series::new(*channel, at, self.rows.iter().map(point).collect())
            });
            plots.push(Plot {
                name: sensor.name.clone(),
                title: sensor.name.clone(),
                subtitle: sensor.kind.name().into(),
                panels: vec![Panel::new(Axis::even("time (s)"), Axis::even(""))],
                series: series.collect(),
            });
            first += channels.len();
        }
        draw(&plots.iter().collect::<Vec<_>>())
    }
}

fn is_plot(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg"))
}
