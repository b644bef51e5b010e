//! Marks as pixels, each the number of a colour.

use glam::DVec3;

use super::marks::{Ink, Mark, Sheet};

/// Paper, outlines and forces; then the inks that were used, in their order.
const FIXED: [[u8; 3]; 3] = [[255, 255, 255], [0x33, 0x33, 0x33], [0xc0, 0x20, 0x2a]];
const PAPER: u8 = 0;
const OUTLINE: u8 = 1;
const FORCE: u8 = 2;
/// Lightness in steps of so many percent: all inks then have their place in a
/// palette of 256.
const SHADES: u8 = 2;

/// The colours of an animation.
#[derive(Debug, Default)]
pub struct Palette {
    inks: Vec<Ink>,
}

impl Palette {
    /// The number of an ink; a palette that is full gives the nearest.
    fn number(&mut self, ink: Ink) -> u8 {
        let ink = Ink { lightness: ink.lightness / SHADES * SHADES, ..ink };
        let found = self.inks.iter().position(|known| *known == ink);
        let at = found.unwrap_or_else(|| {
            if self.inks.len() + FIXED.len() < 256 {
                self.inks.push(ink);
                return self.inks.len() - 1;
            }
            let away = |known: &Ink| {
                u32::from(known.hue.abs_diff(ink.hue))
                    + u32::from(known.lightness.abs_diff(ink.lightness))
            };
            (0..self.inks.len()).min_by_key(|&at| away(&self.inks[at])).unwrap_or(0)
        });
        (at + FIXED.len()) as u8
    }

    /// Red, green and blue of every number.
    pub fn bytes(&self) -> Vec<u8> {
        FIXED.into_iter().chain(self.inks.iter().map(|&ink| rgb(ink))).flatten().collect()
    }
}

/// Hue, saturation and lightness as red, green and blue.
fn rgb(ink: Ink) -> [u8; 3] {
    let (saturation, light) = (f64::from(ink.saturation) / 100.0, f64::from(ink.lightness) / 100.0);
    let reach = saturation * light.min(1.0 - light);
    [0.0, 8.0, 4.0].map(|offset| {
        let k = (offset + f64::from(ink.hue) / 30.0) % 12.0;
        let part = light - reach * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0);
        (255.0 * part).round() as u8
    })
}

/// Pixels, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Pixels {
    /// How many in a row.
    pub width: usize,
    /// How many rows.
    pub height: usize,
    /// The number of a colour each.
    pub numbers: Vec<u8>,
}

impl Pixels {
    /// Draws a sheet.
    pub fn draw(sheet: &Sheet, [width, height]: [usize; 2], palette: &mut Palette) -> Self {
        let mut pixels = Self { width, height, numbers: vec![PAPER; width * height] };
        for mark in &sheet.marks {
            match mark {
                Mark::Polygon(corners, ink) => {
                    pixels.polygon(corners, palette.number(*ink));
                    let next = corners.iter().cycle().skip(1);
                    for (&from, &to) in corners.iter().zip(next) {
                        pixels.line(from, to, OUTLINE);
                    }
                }
                Mark::Disc { centre, radius, ink, outlined } => {
                    if *outlined {
                        pixels.disc(*centre, *radius, OUTLINE);
                    }
                    let inner = if *outlined { radius - 1.0 } else { *radius };
                    pixels.disc(*centre, inner, palette.number(*ink));
                }
            }
        }
        for &[from, to] in &sheet.lines {
            // Two pixels thick.
            pixels.line(from, to, FORCE);
            let across =
                if (to - from).x.abs() > (to - from).y.abs() { DVec3::Y } else { DVec3::X };
            pixels.line(from + across, to + across, FORCE);
        }
        pixels
    }

    /// The pixels of a row whose middles lie between two places.
    fn row(&mut self, row: usize, from: f64, to: f64, number: u8) {
        let clip = |place: f64| (place - 0.5).ceil().clamp(0.0, self.width as f64) as usize;
        let (from, to) = (clip(from), clip(to));
        if from < to {
            self.numbers[row * self.width..][from..to].fill(number);
        }
    }

    /// The rows whose middles lie between two places.
    fn rows(&self, from: f64, to: f64) -> std::ops::Range<usize> {
        let clip = |place: f64| (place - 0.5).ceil().clamp(0.0, self.height as f64) as usize;
        clip(from)..clip(to)
    }

    fn polygon(&mut self, corners: &[DVec3], number: u8) {
        let heights = corners.iter().map(|corner| corner.y);
        let (top, bottom) = heights.fold((f64::INFINITY, f64::NEG_INFINITY), |ends, height| {
            (ends.0.min(height), ends.1.max(height))
        });
        for row in self.rows(top, bottom) {
            let middle = row as f64 + 0.5;
            let next = corners.iter().cycle().skip(1);
            let mut crossings: Vec<f64> = corners
                .iter()
                .zip(next)
                .filter(|(one, two)| (one.y <= middle) != (two.y <= middle))
                .map(|(one, two)| one.x + (middle - one.y) / (two.y - one.y) * (two.x - one.x))
                .collect();
            crossings.sort_by(f64::total_cmp);
            for pair in crossings.chunks_exact(2) {
                self.row(row, pair[0], pair[1], number);
            }
        }
    }

    fn disc(&mut self, centre: DVec3, radius: f64, number: u8) {
        for row in self.rows(centre.y - radius, centre.y + radius) {
            let away = row as f64 + 0.5 - centre.y;
            let half = (radius * radius - away * away).max(0.0).sqrt();
            self.row(row, centre.x - half, centre.x + half, number);
        }
    }

    /// One pixel thick.
    fn line(&mut self, from: DVec3, to: DVec3, number: u8) {
        let way = to - from;
        let steps = way.x.abs().max(way.y.abs()).ceil().clamp(1.0, 1e4);
        for step in 0..=steps as usize {
            let at = from + step as f64 / steps * way;
            let inside = at.x >= 0.0 && at.y >= 0.0;
            let (column, row) = (at.x as usize, at.y as usize);
            if inside && column < self.width && row < self.height {
                self.numbers[row * self.width + column] = number;
            }
        }
    }
}

#[cfg(test)]
mod tests;
