//! What a step tells about itself.

/// Milliseconds on the device by stage, where they are measured.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Times {
    /// Sorting the grid, pairs, colours and manifolds.
    pub sort_ms: f64,
    /// Sub-steps.
    pub solve_ms: f64,
    /// Measuring.
    pub measure_ms: f64,
}

/// Figures of one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// Sub-steps.
    pub substeps: usize,
    /// How often the grid was sorted.
    pub sorts: usize,
    /// Pairs that may touch.
    pub pairs: usize,
    /// Points of contact that are near.
    pub points: usize,
    /// Those of them that carry an impulse.
    pub contacts: usize,
    /// Colours of manifolds.
    pub colours: usize,
    /// Manifolds that found no colour, and are solved one by one.
    pub one_by_one: usize,
    /// Manifolds that were looked at again, over all sub-steps.
    pub looked_again: usize,
    /// Deepest overlap at the end (m).
    pub deepest: f64,
    /// Farthest that a joint's held anchors are apart at the end (m).
    pub joint_error: f64,
    /// Kinetic energy at the end (J).
    pub kinetic_energy: f64,
    /// Bodies faster than 0.5 m/s.
    pub fast: usize,
    /// Time by stage.
    pub times: Times,
}

/// Time that a kernel took, over all its runs.
#[derive(Clone, Debug, PartialEq)]
pub struct KernelTime {
    /// Its name, and the first number that it was run with.
    pub kernel: String,
    /// How often it ran.
    pub runs: usize,
    /// Milliseconds in all.
    pub ms: f64,
}
