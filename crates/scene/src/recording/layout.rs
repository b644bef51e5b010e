//! How the frames of a file are laid out.

use super::{FIGURES, Header};
use crate::bytes::ByteReader;

/// The layouts of frames that can be read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Format {
    /// Its frames do not say for how long impulses acted: all did for this long.
    One {
        /// Seconds.
        interval: f64,
    },
    /// Exact numbers.
    Two,
    /// Compressed.
    Four,
}

/// A format, and what the header says about every frame.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The format.
    pub format: Format,
    /// Bodies of a frame.
    pub bodies: usize,
    /// Those and soft bodies: what can touch.
    pub parties: usize,
    /// Where each figure of the file stands among [`FIGURES`]; nowhere, where
    /// it is one that nobody knows any more or yet.
    figures: Vec<Option<usize>>,
}

impl Layout {
    /// Of a file of this format with this header.
    pub fn new(format: usize, header: &Header) -> Self {
        let place = |name: &String| FIGURES.iter().position(|known| known == name);
        Self {
            format: match format {
                1 => Format::One { interval: header.dt / header.substeps() as f64 },
                2 => Format::Two,
                _ => Format::Four,
            },
            bodies: header.bodies.len(),
            parties: header.bodies.len() + header.soft.len(),
            figures: header.figures.iter().map(place).collect(),
        }
    }

    /// Bytes of the figures of a frame.
    pub fn figure_bytes(&self) -> usize {
        8 * self.figures.len()
    }

    /// Takes the figures of a frame; those that the file does not have are 0.
    pub fn figures(&self, bytes: &mut ByteReader<'_>) -> Option<[f64; FIGURES.len()]> {
        let mut figures = [0.0; FIGURES.len()];
        for place in &self.figures {
            let value = bytes.f64()?;
            if let Some(at) = *place {
                figures[at] = value;
            }
        }
        Some(figures)
    }
}
