//! One picture as red, green and blue.

use super::marks::{Bounds, Paper};
use super::raster::{Palette, Pixels};
use super::{Drop, Figure, Force};

/// Pixels, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// How many in a row.
    pub width: usize,
    /// How many rows.
    pub height: usize,
    /// Red, green and blue of each.
    pub rgb: Vec<u8>,
}

/// Draws a picture that is so many pixels wide; its height follows what is seen.
pub fn image(figures: &[Figure<'_>], drops: &[Drop], forces: &[Force], width: usize) -> Image {
    let paper = Paper::new(Bounds::around(figures, drops), width as f64);
    let size = [width, (paper.height.round() as usize).max(1)];
    let mut palette = Palette::default();
    let pixels = Pixels::draw(&paper.sheet(figures, drops, forces), size, &mut palette);
    let colors = palette.bytes();
    let of = |&number: &u8| {
        let at = 3 * usize::from(number);
        colors[at..at + 3].to_vec()
    };
    let rgb = pixels.numbers.iter().flat_map(of).collect();
    Image { width: pixels.width, height: pixels.height, rgb }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;
    use stickslip_contact::{Pose, Shape};

    /// A box in the middle is coloured, and the corners are paper.
    #[test]
    fn a_body_is_seen_in_the_middle() {
        let shape = Shape::cuboid(DVec3::splat(0.5)).expect("a box");
        let figure = Figure { shapes: vec![(Pose::IDENTITY, &shape)], moves: true };
        let found = image(&[figure], &[], &[], 80);
        assert_eq!(found.rgb.len(), 3 * found.width * found.height);
        let at = |x: usize, y: usize| &found.rgb[3 * (y * found.width + x)..][..3];
        assert_eq!(at(0, 0), [255; 3]);
        assert_ne!(at(found.width / 2, found.height / 2), [255; 3]);
    }
}
