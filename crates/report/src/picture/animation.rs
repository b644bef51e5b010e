//! Many pictures as one GIF.

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::marks::{Bounds, Paper};
use super::raster::{Palette, Pixels};
use super::{Drop, Figure, Force};

const WIDTH: f64 = 640.0;
/// What flies farther than so many sizes of the first picture is left behind.
const FARTHEST: f64 = 3.0;

/// Pictures that are shown one after the other, as long as they took. First
/// all of them are framed, then all are drawn.
#[derive(Debug)]
pub struct Animation {
    /// Seconds from one picture to the next.
    gap: f64,
    bounds: Option<(Bounds, Bounds)>,
    palette: Palette,
    pictures: Vec<Pixels>,
}

impl Animation {
    /// Without pictures.
    pub fn new(gap: f64) -> Self {
        Self { gap, bounds: None, palette: Palette::default(), pictures: Vec::new() }
    }

    /// Makes room for what is seen in one of the pictures.
    pub fn frame_around(&mut self, figures: &[Figure<'_>], drops: &[Drop]) {
        let seen = Bounds::around(figures, drops);
        self.bounds = Some(match self.bounds {
            None => (seen, seen),
            Some((first, all)) => (first, all.union(seen.within(first, FARTHEST))),
        });
    }

    /// Draws a picture.
    pub fn draw(&mut self, figures: &[Figure<'_>], drops: &[Drop], forces: &[Force]) {
        let paper = Paper::new(self.bounds.map_or(Bounds::EMPTY, |bounds| bounds.1), WIDTH);
        let size = [WIDTH, paper.height.round()].map(|side| side as usize);
        let sheet = paper.sheet(figures, drops, forces);
        self.pictures.push(Pixels::draw(&sheet, size, &mut self.palette));
    }

    /// The file. Of every picture only the rectangle is written that differs
    /// from the one before.
    pub fn finish(self) -> Result<Vec<u8>, EncodingError> {
        let mut bytes = Vec::new();
        let side = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
        let [width, height] =
            self.pictures.first().map_or([1, 1], |it| [side(it.width), side(it.height)]);
        let mut encoder = Encoder::new(&mut bytes, width, height, &self.palette.bytes())?;
        encoder.set_repeat(Repeat::Infinite)?;
        // Hundredths of a second: what one picture loses the next one gains.
        let clock = |at: usize| (100.0 * self.gap * at as f64).round() as usize;
        for (at, picture) in self.pictures.iter().enumerate() {
            let before = at.checked_sub(1).map(|at| &self.pictures[at]);
            let [left, top, right, bottom] = changed(picture, before);
            let rows =
                (top..bottom).map(|row| &picture.numbers[row * picture.width..][left..right]);
            encoder.write_frame(&Frame {
                delay: side(clock(at + 1) - clock(at)),
                dispose: DisposalMethod::Keep,
                left: side(left),
                top: side(top),
                width: side(right - left),
                height: side(bottom - top),
                buffer: Cow::Owned(rows.flatten().copied().collect()),
                ..Frame::default()
            })?;
        }
        drop(encoder);
        Ok(bytes)
    }
}

/// Left, top, right and bottom of what differs; one pixel where nothing does.
fn changed(picture: &Pixels, before: Option<&Pixels>) -> [usize; 4] {
    let Some(before) = before else { return [0, 0, picture.width, picture.height] };
    let pairs = picture.numbers.iter().zip(&before.numbers).enumerate();
    let places = pairs.filter(|(_, (new, old))| new != old);
    let places = places.map(|(at, _)| (at % picture.width, at / picture.width));
    let none = [picture.width, picture.height, 0, 0];
    let found = places.fold(none, |[left, top, right, bottom], (x, y)| {
        [left.min(x), top.min(y), right.max(x + 1), bottom.max(y + 1)]
    });
    if found == none { [0, 0, 1, 1] } else { found }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;
    use stickslip_contact::{Pose, Shape};

    /// What a reader puts together is what was drawn, and lasts as long as it took.
    #[test]
    fn pictures_come_back() {
        let ball = Shape::sphere(0.3).expect("valid");
        let figures = |x: f64| {
            let pose = Pose { position: DVec3::X * x, ..Pose::IDENTITY };
            vec![Figure { shapes: vec![(pose, &ball)], moves: true }]
        };
        let mut animation = Animation::new(1.0 / 30.0);
        for at in 0..7 {
            animation.frame_around(&figures(0.2 * f64::from(at)), &[]);
        }
        for at in 0..7 {
            animation.draw(&figures(0.2 * f64::from(at)), &[], &[]);
        }
        let drawn = animation.pictures.clone();
        let bytes = animation.finish().expect("memory");
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let mut decoder = options.read_info(&bytes[..]).expect("a GIF");
        let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
        let (mut seen, mut count, mut hundredths) = (vec![0; width * height], 0, 0);
        while let Some(frame) = decoder.read_next_frame().expect("a frame") {
            let inside = usize::from(frame.width);
            for (row, pixels) in frame.buffer.chunks(inside).enumerate() {
                let from = (usize::from(frame.top) + row) * width + usize::from(frame.left);
                seen[from..from + inside].copy_from_slice(pixels);
            }
            assert_eq!(seen, drawn[count].numbers, "picture {count}");
            hundredths += frame.delay;
            count += 1;
        }
        assert_eq!((count, hundredths), (7, 23));
        assert_ne!(drawn[0], drawn[6]);
    }

    #[test]
    fn what_changes_is_the_least_rectangle() {
        let old = Pixels { width: 5, height: 4, numbers: vec![0; 20] };
        let mut new = old.clone();
        assert_eq!(changed(&new, Some(&old)), [0, 0, 1, 1]);
        (new.numbers[5 + 3], new.numbers[2 * 5 + 1]) = (1, 1);
        assert_eq!(changed(&new, Some(&old)), [1, 1, 4, 3]);
        assert_eq!(changed(&new, None), [0, 0, 5, 4]);
    }
}
