//! Motions with closed forms, as scenes that every engine can read.

use std::f64::consts::TAU;

use crate::peers::analysis::Sample;

/// m/s².
const G: f64 = 9.81;
/// Of all steps (s).
pub const STEP: f64 = 1.0 / 60.0;

/// A motion.
pub struct Case {
    pub name: &'static str,
    /// What is measured, with its unit.
    pub measures: &'static str,
    /// The scene, but for `[settings]`.
    pub scene: &'static str,
    /// Settings besides accuracy.
    pub settings: &'static str,
    pub steps: usize,
    /// What poses of all steps tell.
    pub tell: fn(&[Sample]) -> f64,
    pub exact: fn() -> f64,
    /// Whether things bounce by a coefficient.
    pub bounces: bool,
}

const GROUND: &str =
    "[[body]]\nname = \"ground\"\nmotion = \"static\"\nshape = { type = \"half-space\" }\n";

pub const CASES: [Case; 8] = [
    Case {
        name: "flight",
        measures: "height after 1 s (m)",
        scene: "[[body]]\nname = \"ball\"\nposition = [0, 10, 0]\nvelocity = [0, 4, 0]\n\
                shape = { type = \"sphere\", radius = 0.5 }\nmass = 1\n",
        settings: "",
        steps: 60,
        tell: |samples| last(samples)[0][1],
        exact: || 14.0 - 0.5 * G,
        bounces: false,
    },
    Case {
        name: "slide",
        measures: "way to rest (m)",
        scene: "[[material]]\nname = \"default\"\nfriction = 0.5\nGROUND[[body]]\nname = \"block\"\n\
                position = [0, 0.25, 0]\nvelocity = [3, 0, 0]\n\
                shape = { type = \"box\", size = [0.5, 0.5, 0.5] }\nmass = 10\n",
        settings: "",
        steps: 120,
        tell: |samples| last(samples)[1][0] - samples[0][1][0],
        exact: || 9.0 / G,
        bounces: false,
    },
    Case {
        name: "landing",
        measures: "speed of rolling (m/s)",
        scene: "[[material]]\nname = \"default\"\nfriction = 0.4\nGROUND[[body]]\nname = \"ball\"\n\
                position = [0, 3.8, 0]\nangular_velocity = [0, 0, -10]\n\
                shape = { type = \"sphere\", radius = 0.5 }\nmass = 1\n",
        settings: "",
        steps: 150,
        tell: |samples| velocity(samples, 1)[0],
        exact: || 10.0 / 7.0,
        bounces: false,
    },
    Case {
        name: "bounce",
        measures: "height after 1 m, e = 0.6 (m)",
        scene: "[[material]]\nname = \"default\"\nrestitution = 0.6\nGROUND[[body]]\nname = \"ball\"\n\
                position = [0, 1.5, 0]\nshape = { type = \"sphere\", radius = 0.5 }\nmass = 1\n",
        settings: "",
        steps: 60,
        tell: |samples| apex(samples, 1) - 0.5,
        exact: || 0.36,
        bounces: true,
    },
    Case {
        name: "strike",
        measures: "speed of the struck ball along x (m/s)",
        scene: "[[material]]\nname = \"default\"\nfriction = 0\nrestitution = 1\n\
                [[body]]\nname = \"first\"\nposition = [-1, 0, 0]\nvelocity = [5, 0, 0]\n\
                shape = { type = \"sphere\", radius = 0.1 }\nmass = 1\n\
                [[body]]\nname = \"second\"\nposition = [0, 0.1, 0]\n\
                shape = { type = \"sphere\", radius = 0.1 }\nmass = 2\n",
        settings: "gravity = [0, 0, 0]\n",
        steps: 60,
        tell: |samples| velocity(samples, 1)[0],
        exact: || 2.5,
        bounces: true,
    },
    Case {
        name: "tumbling",
        measures: "angular momentum lost in 20 s (share)",
        scene: "[[body]]\nname = \"box\"\nangular_velocity = [0.01, 5, 0.01]\n\
                shape = { type = \"box\", size = [0.3, 0.2, 0.1] }\nmass = 1\n",
        settings: "gravity = [0, 0, 0]\n",
        steps: 1200,
        tell: |samples| {
            let (begun, end) = (momentum(&samples[0], &samples[1]), {
                let at = samples.len() - 2;
                momentum(&samples[at], &samples[at + 1])
            });
            (end - begun).length() / begun.length()
        },
        exact: || 0.0,
        bounces: false,
    },
    Case {
        name: "pendulum",
        measures: "period from the horizontal (s)",
        scene: "[[body]]\nname = \"bob\"\nposition = [1, 0, 0]\n\
                shape = { type = \"sphere\", radius = 0.05 }\nmass = 1\n\
                [[joint]]\nname = \"pivot\"\ntype = \"ball\"\nsecond = \"bob\"\nanchor = [0, 0, 0]\n",
        settings: "",
        steps: 600,
        tell: period,
        exact: || {
            let (mut one, mut two) = (1.0_f64, (0.25 * TAU / 2.0).cos());
            for _ in 0..10 {
                (one, two) = (0.5 * (one + two), (one * two).sqrt());
            }
            TAU * ((1.0 + 0.4 * 0.05 * 0.05) / G).sqrt() / one
        },
        bounces: false,
    },
    Case {
        name: "slope",
        measures: "way of a ball that rolls down 30° in 1 s (m)",
        scene: "[[material]]\nname = \"default\"\nfriction = 0.8\nGROUND[[body]]\nname = \"ball\"\n\
                position = [0, 0.2, 0]\nshape = { type = \"sphere\", radius = 0.2 }\nmass = 3\n",
        settings: "gravity = [4.905, -8.495709211125343, 0]\n",
        steps: 60,
        tell: |samples| last(samples)[1][0] - samples[0][1][0],
        exact: || 0.5 * 5.0 / 7.0 * 4.905,
        bounces: false,
    },
];

impl Case {
    /// The scene as a text, with an accuracy.
    pub fn text(&self, accuracy: &str) -> String {
        let settings = format!(
            "name = \"{}\"\n[settings]\ndt = {STEP}\naccuracy = {accuracy}\nfriction_model = \"cone\"\n{}",
            self.name, self.settings
        );
        settings + &self.scene.replace("GROUND", GROUND)
    }
}

fn last(samples: &[Sample]) -> &Sample {
    &samples[samples.len() - 1]
}

/// Between the last two samples.
fn velocity(samples: &[Sample], body: usize) -> [f64; 3] {
    let (one, two) = (&samples[samples.len() - 2][body], &samples[samples.len() - 1][body]);
    [0, 1, 2].map(|axis| (two[axis] - one[axis]) / STEP)
}

/// The highest point after the first bounce, by the parabola through three samples.
fn apex(samples: &[Sample], body: usize) -> f64 {
    let heights: Vec<f64> = samples.iter().map(|sample| sample[body][1]).collect();
    let turns = heights.windows(3).filter(|three| three[1] >= three[0] && three[1] > three[2]);
    turns
        .map(|three| {
            let (slope, curve) =
                (0.5 * (three[2] - three[0]), three[2] + three[0] - 2.0 * three[1]);
            three[1] - 0.5 * slope * slope / curve
        })
        .next()
        .unwrap_or(f64::NAN)
}

/// Of the box of `tumbling`, with its mean rate between two samples about the middle of both.
fn momentum(one: &Sample, two: &Sample) -> glam::DVec3 {
    let turn = |sample: &Sample| {
        let [.., w, x, y, z] = sample[0];
        glam::DQuat::from_xyzw(x, y, z, w).normalize()
    };
    let (one, two) = (turn(one), turn(two));
    let rate = (two * one.inverse()).to_scaled_axis() / STEP;
    let middle = one.slerp(two, 0.5);
    let square = [0.3_f64, 0.2, 0.1].map(|size| size * size);
    let inertia =
        glam::DVec3::new(square[1] + square[2], square[0] + square[2], square[0] + square[1])
            / 12.0;
    middle * (inertia * (middle.inverse() * rate))
}

fn period(samples: &[Sample]) -> f64 {
    let places: Vec<f64> = samples.iter().map(|sample| sample[0][0]).collect();
    let crossings: Vec<f64> = { places.windows(2).enumerate() }
        .filter(|(_, two)| two[0] * two[1] < 0.0)
        .map(|(at, two)| STEP * (at as f64 + two[0] / (two[0] - two[1])))
        .collect();
    match crossings.as_slice() {
        [first, .., last] => 2.0 * (last - first) / (crossings.len() - 1) as f64,
        _ => f64::NAN,
    }
}
