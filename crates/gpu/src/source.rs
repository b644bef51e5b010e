//! The one text of all kernels.

use crate::describe::Variant;
use crate::layout::{Arrays, Params, Stat};

/// Every kernel by its name.
pub(crate) const KERNELS: [&str; 45] = [
    "settle",
    "reset_bounds",
    "count_cells",
    "scatter_bodies",
    "sort_buckets",
    "permute",
    "place_bodies",
    "sum_blocks",
    "sum_totals",
    "sum_spread",
    "count_pairs",
    "write_pairs",
    "list_seconds",
    "sort_seconds",
    "match_pairs",
    "claim_colours",
    "resolve_colours",
    "leave_rest",
    "count_colours",
    "start_colours",
    "seat_manifolds",
    "order_rest",
    "keep",
    "carry_manifolds",
    "look",
    "build",
    "gather_impulses",
    "accelerate",
    "advance",
    "sweep_biased",
    "sweep_relaxing",
    "sweep_restituting",
    "sweep_tail",
    "note_approach",
    "halve_impulses",
    "sweep_joints",
    "halve_joints",
    "measure_joints",
    "measure",
    "sum_energy",
    "sum_energies",
    "read_out",
    "checksum",
    "begin_measure",
    "begin_segment",
];

/// The text of a variant.
pub(crate) fn text(variant: Variant) -> String {
    let Variant { points, forms } = variant;
    let forms = u32::from(forms);
    let shapes = "#define SPHERE 0u\n#define BOX 1u\n#define HALF_SPACE 2u\n#define CAPSULE 3u\n#define HULL 4u\n#define MESH 5u\n";
    [
        &format!("#define POINTS {points}\n#define FORMS {forms}\n{shapes}"),
        include_str!("../kernels/prelude.h"),
        Params::TEXT,
        Stat::TEXT,
        Arrays::TEXT,
        include_str!("../kernels/grid.cu"),
        include_str!("../kernels/meshes.h"),
        include_str!("../kernels/pairs.cu"),
        include_str!("../kernels/colours.cu"),
        include_str!("../kernels/narrow.h"),
        include_str!("../kernels/boxes.h"),
        include_str!("../kernels/hulls.h"),
        include_str!("../kernels/triangles.h"),
        include_str!("../kernels/manifolds.h"),
        include_str!("../kernels/manifolds.cu"),
        include_str!("../kernels/solve.cu"),
        include_str!("../kernels/sweep.cu"),
        include_str!("../kernels/joints.cu"),
        include_str!("../kernels/report.cu"),
    ]
    .concat()
}
