//! Scene files, built-in scenes and recordings. Knows nothing of how a problem
//! is solved.
//!
//! # Scene files
//! [TOML](https://toml.io). Units are SI, y is up, angles are in degrees and
//! angular velocities in rad/s. Wherever a number stands, an expression such as
//! `"= 2 * n"` may stand. An unknown key is an error.
//!
//! | section | says |
//! |---|---|
//! | top | `name`, `description` (one line), `story` (a paragraph: what happens and why it is hard), `document` (where it is described), `seconds` (how long it runs) |
//! | `[parameters]` | numbers with names, for expressions and `--set` |
//! | `[settings]` | `gravity`, `dt`, `substeps`, `integrator`, `friction_model` (with `facets`), `margin`, `restitution_threshold`, `projection_passes`, `gyroscopic`, `geometric_stiffness`, `warm_start`, `sleeping` {`speed`, `seconds`}, `solver`, `solver_options`, `tolerance`, `max_iterations`, `friction_rule`, `restitution_rule` |
//! | `[[material]]` | `name`, then `preset` (see [`PRESETS`]) or `friction`; `restitution`, `torsion`, `rolling`, and compliance: `stiffness` and `damping`, or `epsilon` and `gamma`. The material "default" is that of shapes that name none |
//! | `[[pair]]` | `materials` (two names), and what is different for them |
//! | `[[body]]` | `name`, `motion` ("dynamic", "static", "kinematic" with a `drive`), `position`, `rotation` (`[w, x, y, z]`, or {`axis`, `angle`}), `velocity`, `angular_velocity`, `mass` (with `inertia` and `center`, or from the shapes) or `density`, `gravity_scale`, `material`, `shape` or `shapes`, `repeat` |
//! | `shape` | `type`: "sphere" (`radius`), "box" (`size`), "capsule" and "cylinder" along y (`radius`, `length`), "hull" (`points`), "half-space" (`normal`), "terrain" (`heights`, `extent`), "mesh" (see below); `visual` (true: only to be looked at, and what the body is seen as); `position`, `rotation`, `material`, `density` |
//! | `drive` | `velocity` and `angular_velocity`; or `amplitude` and `frequency`; or `keyframes`, each {`time`, `position`, `rotation`} |
//! | `[[joint]]` | `type`: "ball", "hinge", "prismatic", "universal", "fixed", "six-dof", "distance", "gear", "differential"; `first` (a body, or "world"), `second`, `anchor`, `axis` …; `limits`, `stop`, `motor` {`velocity` or `position`, `limit`}, `friction`; compliance; `break_force`, `touching`, `repeat` |
//! | `[[cable]]` | `name`, `path` (points), `segments`, `radius`, `linear_density`, `axial_stiffness`, `bending_stiffness`, `torsional_stiffness`, `stretch_damping`, `bend_damping`, `joint` ("ball", "universal", "six-dof"), `rest` ("straight", "as-laid"), `first_end` and `second_end` ("free", "world" or a body), `clamped`, `material`, `touching`, `repeat` |
//! | `[[group]]` | `name`, `position`, `rotation`, `repeat`, and inside it `[[group.body]]`, `[[group.cable]]`, `[[group.joint]]`, `[[group.group]]` |
//! | `repeat` | a count, or {`count`, `step`, `jitter`, `index`}: expressions may use i, j, k, and names {i} |
//!
//! A mesh is `file` (OBJ, STL, PLY, glTF or MSH, relative to the scene) or `generator`, with
//! `scale` (a number or three) and `solid`: true (as it is), "convex" (its hull), "decompose" (convex
//! parts; `resolution`), "sdf" (a grid of signed distances; `resolution`) or false (every triangle is
//! solid behind, without a mass, like a mesh of `vertices` and `triangles`). Generators, along y:
//! "box" (`size`, `cut`), "sphere" (`radius`, `halvings`), "cylinder" (`radius`, `length`, `around`,
//! `along`), "torus" (`ring_radius`, `tube_radius`, `around`, `across`), "cup" (`radius`, `length`, `wall`,
//! `around`), "bowl" (`radius`, `wall`, `around`, `rings`), "jack" (`reach`, `width`), "screw" (`radius`, `depth`,
//! `pitch`, `length`, `around`, `rings`), "nut" (these, `clearance`, `outer_radius`), "gear" (`teeth`,
//! `root_radius`, `tip_radius`, `width`).
//!
//! # Recordings
//! See [`recording`].

mod builtin;
mod bytes;
mod error;
mod play;
mod presets;
mod read;
pub mod recording;
mod saved_state;
mod scene;
mod source;

pub use builtin::{BuiltinScene, SCENES, find_builtin};
pub use error::SceneError;
pub use play::{Beat, Program, play};
pub use presets::{PRESETS, Preset};
pub use saved_state::{SavedState, StateFileError};
pub use scene::{Overrides, Parameter, Scene};
pub use source::SceneSource;
