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
                Mark::Disc { center, radius, ink, outlined } => {
                    if *outlined {
                        pixels.disc(*center, *radius, OUTLINE);
                    }
                    let inner = if *outlined { radius - 1.0 } else { *radius };
                    pixels.disc(*center, inner, palette.number(*ink));
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

    fn disc(&mut self, center: DVec3, radius: f64, number: u8) {
        for row in self.rows(center.y - radius, center.y + radius) {
            let away = row as f64 + 0.5 - center.y;
            let half = (radius * radius - away * away).max(0.0).sqrt();
            self.row(row, center.x - half, center.x + half, number);
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
mod tests {
    use super::*;

    fn counted(mark: Mark) -> (usize, usize) {
        let sheet = Sheet { marks: vec![mark], lines: Vec::new() };
        let pixels = Pixels::draw(&sheet, [100, 80], &mut Palette::default());
        let count = |number: u8| pixels.numbers.iter().filter(|it| **it == number).count();
        (count(3), count(OUTLINE))
    }

    const INK: Ink = Ink { hue: 28, saturation: 48, lightness: 60 };

    /// Areas: width × height of a rectangle with its outline, π r² of a disc.
    #[test]
    fn what_is_drawn_has_its_area() {
        let corner = |x: f64, y: f64| DVec3::new(x, y, 0.0);
        let square =
            [corner(10.0, 10.0), corner(40.0, 10.0), corner(40.0, 30.0), corner(10.0, 30.0)];
        let (inside, outline) = counted(Mark::Polygon(square.to_vec(), INK));
        assert_eq!(outline, 2 * (31 + 21) - 4);
        assert_eq!(inside + 30 + 20 - 1, 30 * 20, "left and upper sides lie inside");
        let disc =
            Mark::Disc { center: corner(50.0, 40.0), radius: 20.0, ink: INK, outlined: false };
        let area = std::f64::consts::PI * 400.0;
        assert!((counted(disc).0 as f64 - area).abs() < 0.01 * area);
    }

    /// What lies outside is left away.
    #[test]
    fn nothing_is_drawn_beyond_the_edge() {
        let corner = |x: f64, y: f64| DVec3::new(x, y, 0.0);
        let far =
            vec![corner(-1e6, -50.0), corner(1e6, -50.0), corner(1e6, 1e6), corner(-1e6, 1e6)];
        assert_eq!(counted(Mark::Polygon(far, INK)).0, 100 * 80);
    }

    #[test]
    fn colours_are_those_of_svg() {
        // hsl(28, 48%, 60%), hsl(205, 48%, 50%) and hsl(210, 6%, 80%) as browsers have them.
        assert_eq!(rgb(INK), [202, 150, 104]);
        assert_eq!(rgb(Ink { hue: 205, saturation: 48, lightness: 50 }), [66, 138, 189]);
        assert_eq!(rgb(Ink { hue: 210, saturation: 6, lightness: 80 }), [201, 204, 207]);
    }

    fn corner(x: f64, y: f64) -> DVec3 {
        DVec3::new(x, y, 0.0)
    }

    /// The pixels of a force, as columns and rows.
    fn force(from: DVec3, to: DVec3) -> Vec<[usize; 2]> {
        let sheet = Sheet { marks: Vec::new(), lines: vec![[from, to]] };
        let pixels = Pixels::draw(&sheet, [8, 8], &mut Palette::default());
        let places = (0..64).filter(|&at| pixels.numbers[at] == FORCE);
        places.map(|at| [at % 8, at / 8]).collect()
    }

    #[test]
    fn forces_are_two_pixels_thick_across_their_way() {
        assert_eq!(force(corner(2.5, 3.5), corner(4.5, 3.5)).len(), 6, "rows 3 and 4");
        assert!(force(corner(2.5, 3.5), corner(4.5, 3.5)).contains(&[2, 4]));
        assert!(force(corner(2.5, 3.5), corner(2.5, 6.5)).contains(&[3, 6]));
        assert!(force(corner(6.5, 5.5), corner(6.5, 0.5)).contains(&[7, 0]), "upwards");
        let slanted = force(corner(2.5, 2.5), corner(4.5, 4.5));
        assert!(slanted.contains(&[5, 4]) && !slanted.contains(&[4, 5]), "{slanted:?}");
    }

    #[test]
    fn the_first_row_and_column_are_drawn() {
        let along_the_edges = force(corner(0.0, 0.0), corner(3.0, 0.0));
        assert!(along_the_edges.contains(&[0, 0]), "{along_the_edges:?}");
    }

    /// A disc with an outline has a ring one pixel wide.
    #[test]
    fn outlines_lie_inside_a_disc() {
        let disc = |outlined| {
            counted(Mark::Disc { center: corner(50.0, 40.0), radius: 20.0, ink: INK, outlined })
        };
        let (inside, outline) = disc(true);
        assert_eq!(inside + outline, disc(false).0);
        let ring = std::f64::consts::PI * (400.0 - 361.0);
        assert!((outline as f64 - ring).abs() < 0.2 * ring, "{outline}");
    }

    /// A row is filled from the first pixel whose middle is inside to the last.
    #[test]
    fn pixels_belong_to_their_middles() {
        let mut pixels = Pixels { width: 6, height: 1, numbers: vec![0; 6] };
        pixels.row(0, 1.4, 3.6, 7);
        assert_eq!(pixels.numbers, [0, 7, 7, 7, 0, 0]);
        let triangle = [corner(0.0, 0.0), corner(8.0, 0.0), corner(0.0, 8.0)];
        let mut pixels = Pixels { width: 8, height: 8, numbers: vec![0; 64] };
        pixels.polygon(&triangle, 1);
        for (at, number) in pixels.numbers.iter().enumerate() {
            assert_eq!(*number == 1, at % 8 + at / 8 + 1 < 8, "{} {}", at % 8, at / 8);
        }
    }

    /// Inks that hardly differ share a number, and a full palette gives the
    /// one that is nearest in hue and lightness.
    #[test]
    fn a_full_palette_gives_the_nearest_ink() {
        let ink = |hue: u16, lightness: u8| Ink { hue, saturation: 48, lightness };
        let mut palette = Palette::default();
        assert_eq!(palette.number(ink(0, 60)), 3);
        assert_eq!(palette.number(ink(0, 61)), 3);
        for at in 1..253 {
            assert_eq!(u16::from(palette.number(ink(at, 60))), at + 3);
        }
        assert_eq!(palette.number(ink(0, 80)), 3, "full");
        assert_eq!(palette.number(ink(300, 0)), 255);
        assert_eq!(palette.bytes().len(), 3 * 256);
        assert_eq!(palette.bytes()[9..12], rgb(ink(0, 60)));
    }
}
