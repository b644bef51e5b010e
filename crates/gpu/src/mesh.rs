//! Static meshes as kernels take them: triangles with what lies beside them, and a tree of boxes.

use stickslip_dynamics::glam::DVec3;

use crate::error::GpuError;

/// A surface of triangles that is solid behind.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    corners: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
    normals: Vec<DVec3>,
    depths: Vec<f64>,
    /// Neighbour across each side; its own number at the rim.
    neighbours: Vec<[u32; 3]>,
    /// Triangles in the order of the leaves, and boxes in the order of their descent.
    tree: Vec<Node>,
    is_field: bool,
}

/// A box, the triangle in it where it is a leaf, and the place after all that it holds.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Node {
    low: DVec3,
    high: DVec3,
    triangle: u32,
    next: u32,
}

const NONE: u32 = u32::MAX;
const STICKS_OUT: u32 = 1;
const OWNED: u32 = 2;
const UPRIGHT: u32 = 4;
/// Triangles that meet at a smaller angle (rad) are one plane.
const FLAT: f64 = 1e-6;

fn refused<T>(reason: &str) -> Result<T, GpuError> {
    Err(GpuError::Refused { reason: reason.into() })
}

impl Mesh {
    /// From corners and triangles, anticlockwise seen from outside. `is_field`: it is a height
    /// field, solid without end against the y axis; else half the way to what is behind.
    pub fn new(
        corners: &[[f64; 3]],
        triangles: &[[u32; 3]],
        is_field: bool,
    ) -> Result<Self, GpuError> {
        let corners: Vec<DVec3> = corners.iter().map(|own| DVec3::from_array(*own)).collect();
        let is_known = |corner: &u32| (*corner as usize) < corners.len();
        if triangles.is_empty() || !triangles.iter().flatten().all(is_known) {
            return refused("a mesh without triangles, or with one of a corner that it has not");
        }
        if !corners.iter().all(|own| own.is_finite()) {
            return refused("a mesh with a corner that is not finite");
        }
        let normal = |[a, b, c]: [DVec3; 3]| (b - a).cross(c - a).try_normalize();
        let of = |triangle: &[u32; 3]| triangle.map(|corner| corners[corner as usize]);
        let normals: Option<Vec<DVec3>> = triangles.iter().map(|own| normal(of(own))).collect();
        let Some(normals) = normals else { return refused("a mesh with a triangle without area") };
        let mut mesh = Self {
            depths: vec![if is_field { f64::from(f32::MAX) } else { 0.0 }; triangles.len()],
            neighbours: neighbours(triangles),
            triangles: triangles.to_vec(),
            tree: Vec::new(),
            corners,
            normals,
            is_field,
        };
        mesh.build_tree();
        if !is_field {
            mesh.measure_depths();
            mesh.build_tree();
        }
        Ok(mesh)
    }

    /// Area of a triangle in the mean.
    pub(crate) fn mean_area(&self) -> f64 {
        let area = |own: &[u32; 3]| {
            let [a, b, c] = own.map(|corner| self.corners[corner as usize]);
            0.5 * (b - a).cross(c - a).length()
        };
        self.triangles.iter().map(area).sum::<f64>() / self.triangles.len() as f64
    }

    fn corners_of(&self, triangle: usize) -> [DVec3; 3] {
        self.triangles[triangle].map(|corner| self.corners[corner as usize])
    }

    fn centre(&self, triangle: usize) -> DVec3 {
        self.corners_of(triangle).into_iter().sum::<DVec3>() / 3.0
    }

    /// Whether a neighbour bends away behind the plane of a triangle.
    fn sticks_out(&self, one: usize, two: usize) -> bool {
        let (n, m) = (self.normals[one], self.normals[two]);
        (n - m).dot(self.centre(two) - self.centre(one)) < 0.0 && n.cross(m).length() > FLAT
    }

    /// The box around a triangle and what is solid behind it.
    fn bounds(&self, triangle: usize) -> (DVec3, DVec3) {
        let behind = match self.is_field {
            true => DVec3::ZERO,
            false => -self.depths[triangle] * self.normals[triangle],
        };
        let corners = self.corners_of(triangle);
        let all = corners.into_iter().chain(corners.map(|own| own + behind));
        let (mut low, high) = all
            .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), own| {
                (low.min(own), high.max(own))
            });
        if self.is_field {
            low.y = f64::from(f32::MIN);
        }
        (low, high)
    }

    fn build_tree(&mut self) {
        let boxes: Vec<_> = (0..self.triangles.len()).map(|at| self.bounds(at)).collect();
        let centres: Vec<DVec3> = (0..boxes.len()).map(|at| self.centre(at)).collect();
        let mut order: Vec<u32> = (0..boxes.len() as u32).collect();
        self.tree.clear();
        descend(&boxes, &centres, &mut order, &mut self.tree);
    }

    /// Half the way to whatever lies behind each triangle's centre.
    fn measure_depths(&mut self) {
        let (low, high) = (self.tree[0].low, self.tree[0].high);
        let limit = (high - low).length() / 2.0;
        for at in 0..self.triangles.len() {
            let (origin, down) = (self.centre(at), -self.normals[at]);
            let mut depth = limit;
            let mut place = 0;
            while let Some(node) = self.tree.get(place) {
                let is_met = meets(node, origin, down, 2.0 * depth);
                if is_met
                    && node.triangle != NONE
                    && node.triangle as usize != at
                    && let Some(distance) = self.hit(node.triangle as usize, origin, down)
                {
                    depth = depth.min(distance / 2.0);
                }
                place = if is_met { place + 1 } else { node.next as usize };
            }
            self.depths[at] = depth;
        }
    }

    /// Where a ray meets a triangle (Möller and Trumbore).
    fn hit(&self, triangle: usize, origin: DVec3, direction: DVec3) -> Option<f64> {
        let [a, b, c] = self.corners_of(triangle);
        let (u, v) = (b - a, c - a);
        let p = direction.cross(v);
        let determinant = u.dot(p);
        if determinant.abs() < 1e-14 * u.length() * v.length() {
            return None;
        }
        let t = origin - a;
        let q = t.cross(u);
        let (s, r) = (t.dot(p) / determinant, direction.dot(q) / determinant);
        let distance = v.dot(q) / determinant;
        (s >= 0.0 && r >= 0.0 && s + r <= 1.0 && distance > 0.0).then_some(distance)
    }

    /// What each edge's neighbour looks like, as (normal, flags).
    fn beside(&self, at: usize, side: usize) -> (DVec3, u32) {
        let upright = if self.is_field { UPRIGHT } else { 0 };
        let other = self.neighbours[at][side] as usize;
        if other == at {
            return (DVec3::ZERO, STICKS_OUT | OWNED | upright);
        }
        let out = if self.sticks_out(at, other) { STICKS_OUT } else { 0 };
        let owned = if at < other { OWNED } else { 0 };
        (self.normals[other], out | owned | upright)
    }
}

/// The triangle across each side; a triangle's own number at the rim.
fn neighbours(triangles: &[[u32; 3]]) -> Vec<[u32; 3]> {
    let mut sides = Vec::with_capacity(3 * triangles.len());
    for (at, triangle) in triangles.iter().enumerate() {
        for side in 0..3 {
            let (a, b) = (triangle[side], triangle[(side + 1) % 3]);
            sides.push((a.min(b), a.max(b), at as u32, side));
        }
    }
    sides.sort_unstable();
    let mut all: Vec<[u32; 3]> = (0..triangles.len() as u32).map(|at| [at; 3]).collect();
    for group in sides.chunk_by(|one, two| (one.0, one.1) == (two.0, two.1)) {
        if let [(_, _, one, side), (_, _, two, other), ..] = group {
            all[*one as usize][*side] = *two;
            all[*two as usize][*other] = *one;
        }
    }
    all
}

/// Whether a ray up to a length meets a box.
fn meets(node: &Node, origin: DVec3, direction: DVec3, length: f64) -> bool {
    let (mut from, mut to) = (0.0_f64, length);
    for k in 0..3 {
        let (o, d) = (origin[k], direction[k]);
        if d.abs() < 1e-300 {
            if o < node.low[k] || o > node.high[k] {
                return false;
            }
            continue;
        }
        let (one, two) = ((node.low[k] - o) / d, (node.high[k] - o) / d);
        from = from.max(one.min(two));
        to = to.min(one.max(two));
    }
    from <= to
}

/// Adds the boxes of some triangles: halves by the middle along the longest side of their centres.
fn descend(boxes: &[(DVec3, DVec3)], centres: &[DVec3], order: &mut [u32], tree: &mut Vec<Node>) {
    let around = order.iter().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), at| {
        let own = boxes[*at as usize];
        (low.min(own.0), high.max(own.1))
    });
    let place = tree.len();
    let triangle = if let [only] = order { *only } else { NONE };
    tree.push(Node { low: around.0, high: around.1, triangle, next: 0 });
    if order.len() > 1 {
        let (low, high) =
            order.iter().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), at| {
                let own = centres[*at as usize];
                (low.min(own), high.max(own))
            });
        let size = high - low;
        let axis = (0..3).fold(0, |best, k| if size[k] > size[best] { k } else { best });
        let key = |at: &u32| centres[*at as usize][axis];
        let middle = order.len() / 2;
        order.select_nth_unstable_by(middle, |one, two| {
            key(one).total_cmp(&key(two)).then(one.cmp(two))
        });
        let (one, two) = order.split_at_mut(middle);
        descend(boxes, centres, one, tree);
        descend(boxes, centres, two, tree);
    }
    tree[place].next = tree.len() as u32;
}

/// All meshes behind each other, as the device keeps them.
#[derive(Debug, Default)]
pub(crate) struct MeshTables {
    pub(crate) triangles: Vec<[f32; 4]>,
    pub(crate) nodes: Vec<[f32; 4]>,
    pub(crate) corners: Vec<[f32; 4]>,
    pub(crate) joined_start: Vec<u32>,
    pub(crate) joined: Vec<u32>,
    /// Where the boxes of each mesh begin and end.
    pub(crate) ranges: Vec<[u32; 2]>,
}

fn four(v: DVec3, bits: u32) -> [f32; 4] {
    [v.x as f32, v.y as f32, v.z as f32, f32::from_bits(bits)]
}

impl MeshTables {
    /// Of meshes with the numbers of their walls.
    pub(crate) fn new<'a>(meshes: impl Iterator<Item = (usize, &'a Mesh)>) -> Self {
        let mut tables = Self::default();
        for (wall, mesh) in meshes {
            tables.add(wall as u32, mesh);
        }
        tables.joined_start.push(tables.joined.len() as u32);
        tables
    }

    fn add(&mut self, wall: u32, mesh: &Mesh) {
        let first_corner = self.corners.len() as u32;
        let first_triangle = (self.triangles.len() / 8) as u32;
        let first_node = (self.nodes.len() / 2) as u32;
        for at in 0..mesh.triangles.len() {
            for (corner, place) in mesh.triangles[at].iter().zip(mesh.corners_of(at)) {
                self.triangles.push(four(place, first_corner + corner));
            }
            self.triangles.push(four(mesh.normals[at], (mesh.depths[at] as f32).to_bits()));
            for side in 0..3 {
                let (normal, flags) = mesh.beside(at, side);
                self.triangles.push(four(normal, flags));
            }
            self.triangles.push([f32::from_bits(wall), 0.0, 0.0, 0.0]);
        }
        for node in &mesh.tree {
            let triangle =
                if node.triangle == NONE { NONE } else { first_triangle + node.triangle };
            // Boxes hold theirs in single precision, too.
            let slack = 1e-6 * node.low.abs().max(node.high.abs()).min(DVec3::splat(1e30));
            self.nodes.push(four((node.low - slack).max(DVec3::splat(-1e30)), triangle));
            self.nodes.push(four(node.high + slack, first_node + node.next));
        }
        self.ranges.push([first_node, first_node + mesh.tree.len() as u32]);
        let mut pairs: Vec<(u32, u32)> = mesh
            .triangles
            .iter()
            .flat_map(|[a, b, c]| [(*a, *b), (*b, *a), (*b, *c), (*c, *b), (*c, *a), (*a, *c)])
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut next = pairs.iter().peekable();
        for (at, corner) in mesh.corners.iter().enumerate() {
            self.corners.push(four(*corner, 0));
            self.joined_start.push(self.joined.len() as u32);
            while let Some((_, to)) = next.next_if(|(from, _)| *from as usize == at) {
                self.joined.push(first_corner + to);
            }
        }
    }
}
