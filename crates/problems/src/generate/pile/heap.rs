//! Who lies on whom in a heap like a pyramid of cannon balls.

use stickslip_dynamics::glam::DVec3;

use super::RADIUS;

/// Where a body lies in the heap.
#[derive(Clone, Copy)]
pub struct HeapSlot {
    /// Layer, 0 at the bottom.
    pub layer: usize,
    row: usize,
    column: usize,
}

impl HeapSlot {
    /// Each layer is shifted by half a pitch against the one below.
    pub fn centre(self, pitch: f64, height: f64) -> DVec3 {
        let shift = 0.5 * self.layer as f64;
        let along = |index: usize| (index as f64 + shift) * pitch;
        DVec3::new(along(self.row), along(self.column), RADIUS + self.layer as f64 * height)
    }
}

/// Square layers of side s, s − 1, …, 1, filled from the bottom.
pub struct Heap {
    side: usize,
    /// Place of each body.
    pub places: Vec<HeapSlot>,
    layer_start: Vec<usize>,
}

impl Heap {
    /// The smallest heap that holds so many bodies.
    pub fn new(bodies: usize) -> Self {
        let mut side = 1;
        while side * (side + 1) * (2 * side + 1) / 6 < bodies {
            side += 1;
        }
        let mut heap = Self { side, places: Vec::new(), layer_start: Vec::new() };
        for layer in 0..side {
            heap.layer_start.push(heap.places.len());
            let squares =
                (0..side - layer).flat_map(|row| (0..side - layer).map(move |c| (row, c)));
            heap.places.extend(squares.map(|(row, column)| HeapSlot { layer, row, column }));
        }
        heap.places.truncate(bodies);
        heap
    }

    fn index(&self, layer: usize, row: usize, column: usize) -> usize {
        self.layer_start[layer] + row * (self.side - layer) + column
    }

    /// The four bodies below, none for the bottom layer.
    pub fn below(&self, place: HeapSlot) -> Vec<usize> {
        let HeapSlot { layer, row, column } = place;
        if layer == 0 {
            return Vec::new();
        }
        [(0, 0), (0, 1), (1, 0), (1, 1)]
            .map(|(down, right)| self.index(layer - 1, row + down, column + right))
            .to_vec()
    }

    /// Earlier neighbours in the same layer with the axis that joins them.
    pub fn beside(&self, place: HeapSlot) -> Vec<(usize, usize)> {
        let HeapSlot { layer, row, column } = place;
        let mut beside = Vec::new();
        if row > 0 {
            beside.push((0, self.index(layer, row - 1, column)));
        }
        if column > 0 {
            beside.push((1, self.index(layer, row, column - 1)));
        }
        beside
    }
}
