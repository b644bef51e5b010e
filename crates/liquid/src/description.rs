//! What a liquid is, as a scene says it.

use glam::DVec3;
use thiserror::Error;

use crate::grid::Grid;

/// What is wrong with a liquid; names the key.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{key} {reason}")]
pub struct LiquidError {
    /// The key, as in scene files.
    pub key: &'static str,
    /// What is wrong with it.
    pub reason: String,
}

/// What is asked of the pressure at walls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Walls {
    /// Cells at a wall are complementary: walls push and do not pull.
    #[default]
    Separating,
    /// Every cell is complementary, as Eq 35 of Erleben 2013 is printed.
    Everywhere,
    /// No cell is: what touches a wall stays there.
    Equality,
}

impl Walls {
    /// Every choice by its name in scene files.
    pub const ALL: [(&'static str, Self); 3] = [
        ("separating", Self::Separating),
        ("everywhere", Self::Everywhere),
        ("equality", Self::Equality),
    ];

    /// The name in scene files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Separating => "separating",
            Self::Everywhere => "everywhere",
            Self::Equality => "equality",
        }
    }
}

/// A liquid in a closed tank.
#[derive(Clone, Debug, PartialEq)]
pub struct LiquidDescription {
    /// Its name.
    pub name: String,
    /// Lower and upper corner of the tank (m), whose six sides are walls.
    pub domain: [DVec3; 2],
    /// Lower and upper corner of what is filled at the beginning (m).
    pub region: [DVec3; 2],
    /// Density ρ (kg/m³).
    pub density: f64,
    /// Cells along the longest edge of the tank.
    pub resolution: usize,
    /// Whether the tank is a slice one cell thick, in the middle of its z range.
    pub flat: bool,
    /// Velocity at the beginning (m/s).
    pub velocity: DVec3,
    /// What is asked of the pressure at walls.
    pub walls: Walls,
}

/// Most cells of a grid.
pub const MAX_CELLS: usize = 1 << 22;

impl LiquidDescription {
    /// Water at rest.
    pub fn new(
        name: impl Into<String>,
        domain: [DVec3; 2],
        region: [DVec3; 2],
        resolution: usize,
    ) -> Self {
        Self {
            name: name.into(),
            domain,
            region,
            density: 1000.0,
            resolution,
            flat: false,
            velocity: DVec3::ZERO,
            walls: Walls::default(),
        }
    }

    /// Whether it makes sense; names the key that does not.
    pub fn check(&self) -> Result<(), LiquidError> {
        let wrong = |key, reason: String| Err(LiquidError { key, reason });
        if !(self.density.is_finite() && self.density > 0.0) {
            return wrong("density", format!("is {}, but must be positive", self.density));
        }
        if !self.velocity.is_finite() {
            return wrong("velocity", "is not finite".into());
        }
        for (key, [lower, upper]) in [("domain", self.domain), ("region", self.region)] {
            if !(lower.is_finite() && upper.is_finite()) {
                return wrong(key, "is not finite".into());
            }
            if !(0..self.axes()).all(|axis| lower[axis] < upper[axis]) {
                return wrong(key, format!("is empty: from {lower} to {upper}"));
            }
        }
        if !(1..=4096).contains(&self.resolution) {
            return wrong("resolution", format!("is {}, but must be 1 to 4096", self.resolution));
        }
        let width = self.longest() / self.resolution as f64;
        if !(width > 0.0 && self.longest() < 1e9) {
            return wrong("domain", format!("has cells of {width} m"));
        }
        let cells = self.cells(width).iter().product::<usize>();
        if cells > MAX_CELLS {
            return wrong("resolution", format!("makes {cells} cells, more than {MAX_CELLS}"));
        }
        let slack = 1e-9 * self.longest();
        let inside = (0..self.axes()).all(|axis| {
            self.region[0][axis] >= self.domain[0][axis] - slack
                && self.region[1][axis] <= self.domain[1][axis] + slack
        });
        if !inside {
            let [lower, upper] = self.region;
            return wrong("region", format!("from {lower} to {upper} is not inside the domain"));
        }
        Ok(())
    }

    fn axes(&self) -> usize {
        if self.flat { 2 } else { 3 }
    }

    fn longest(&self) -> f64 {
        let size = self.domain[1] - self.domain[0];
        (0..self.axes()).map(|axis| size[axis]).fold(0.0, f64::max)
    }

    fn cells(&self, width: f64) -> [usize; 3] {
        let size = (self.domain[1] - self.domain[0]) / width;
        let cells = |axis: usize| (size[axis].round() as usize).max(1);
        [cells(0), cells(1), if self.flat { 1 } else { cells(2) }]
    }

    /// The grid: every edge of the tank has a whole number of cells, so the
    /// shorter ones may move by half a cell.
    pub fn grid(&self) -> Grid {
        let width = self.longest() / self.resolution as f64;
        let mut lower = self.domain[0];
        if self.flat {
            lower.z = 0.5 * (self.domain[0].z + self.domain[1].z) - 0.5 * width;
        }
        Grid { lower, width, cells: self.cells(width), flat: self.flat }
    }
}
