//! Contact problems beside those of an assembler that wrote J, M⁻¹ and b on its
//! own: its figures are kept here, the code is gone.

use stickslip_problems::generate;
use stickslip_solve::{OptionValues, Problem};

/// Generator, seed, options and the figures of the problem.
type Kept = (&'static str, u64, &'static str, [f64; 8]);

#[rustfmt::skip]
const KEPT: [Kept; 16] = [
    ("wall", 7, "",
        [468.0, 13.63940874006142, 12.46693931761136, 7.73055012778824,
        -0.8594261533733506, 0.0, 0.0, 18135.0]),
    ("wall", 3, "bricks=36 bounds=frozen mass_ratio=50",
        [732.0, 16.469099730256584, 16.675415396382885, 9.751122430840118,
        -0.5826569925074545, -6.847616565564064, 6.847616565564064, 0.0]),
    ("wall", 11, "rows=1000 tight=0.3",
        [996.0, 19.013080337152847, 21.214859182355667, 24.25277236371635,
        -3.9229337065363423, -1.1464805960402038, 1.1464805960402038, 0.0]),
    ("pile", 2, "",
        [252.0, 39.517563186675794, 83.8386315527782, 4.879841993434869,
        4.714959847366471, 0.0, 0.0, 5229.0]),
    ("pile", 3, "shape=sphere bodies=30",
        [300.0, 23.975286879753114, 99.74268118002496, 4.658882788830536,
        -2.5157008240674594, 0.0, 0.0, 7425.0]),
    ("pile", 9, "bodies=55 mass_ratio=1000000 compliance=0",
        [1521.0, 98.42739186979816, 233.56090749034783, 12.371470282683115,
        0.014197491049838355, 0.0, 0.0, 192406.5]),
    ("pile", 4, "bounds=frozen",
        [273.0, 57.258385897925685, 187.9798136281088, 4.95722197904667,
        -0.4974243942027573, -2.6568825437546546, 2.6568825437546546, 0.0]),
    ("cable", 4, "",
        [123.0, 285.33071858907306, 1287.0854551497655, 1.0822163603356838,
        -0.06490451381611058, 0.0, 0.0, 915.0]),
    ("cable", 5, "joint=fixed",
        [186.0, 59002.514838778145, 139307.40105621069, 3.1907535641374665,
        -0.6050032225279407, 0.0, 0.0, 1545.0]),
    ("cable", 6, "links=31 joint=fixed tight=0.6",
        [288.0, 60604.854580480955, 193116.1398861069, 4481.40796458774,
        1868.7550235834888, -22.24008262819697, 119.97827369547778, 0.0]),
    ("cable", 2, "contact_share=0 links=7",
        [24.0, 127.09126314520286, 371.42937332830445, 0.43445854963142994,
        -0.04681333541786432, 0.0, 0.0, 0.0]),
    ("stacks", 6, "",
        [240.0, 5.040203621701908, 2.872102368729451, 1.7631007718072516,
        -0.0445768091943909, 0.0, 0.0, 4740.0]),
    ("stacks", 8, "boxes=11 height=4 bounds=frozen",
        [132.0, 4.002171536827249, 1.812260739874751, 1.3537241961857165,
        0.06652859576368542, -0.021608990480768066, 0.021608990480768066, 0.0]),
    ("stewart-trinkle", 1, "",
        [66.0, 45.55910726128412, 80.28099396439359, 3.2998135608227486,
        -3.0427512817849633, 0.0, 0.0, 0.0]),
    ("stewart-trinkle", 5, "bodies=7 directions=6",
        [320.0, 497.21158368113146, 2649.4874214508304, 8.747657846347266,
        -11.692592664420317, 0.0, 0.0, 0.0]),
    ("pile", 12, "shape=sphere tight=0.4 bodies=40",
        [390.0, 32.10652153077734, 168.1778959328234, 64.35111351641733,
        92.95626104128165, 41.89043072729241, -41.89043072729241, 0.0]),
];

/// Σ vᵢ sin(i + 1) over the finite entries: sees every entry and its place.
fn mixed(values: &[f64]) -> f64 {
    let finite = values.iter().enumerate().filter(|(_, value)| value.is_finite());
    finite.map(|(at, value)| value * (at as f64 + 1.0).sin()).sum()
}

/// Rows; size and mixture of A x at xᵢ = cos i, and of b; mixtures of both
/// bounds; Σ μ·normal row over the contacts.
fn figures(problem: &Problem) -> [f64; 8] {
    let x: Vec<f64> = (0..problem.size()).map(|at| (at as f64).cos()).collect();
    let mut product = vec![0.0; x.len()];
    problem.multiply(&x, &mut product);
    let size = |values: &[f64]| stickslip_linalg::norm(values);
    let contacts = problem.contacts().iter();
    [
        problem.size() as f64,
        size(&product),
        mixed(&product),
        size(problem.b()),
        mixed(problem.b()),
        mixed(problem.lo()),
        mixed(problem.hi()),
        contacts.map(|contact| contact.mu * contact.normal as f64).sum(),
    ]
}

#[test]
fn contact_problems_are_what_they_were() {
    for (name, seed, settings, kept) in KEPT {
        let settings = settings.split_whitespace().filter_map(|pair| pair.split_once('='));
        let set = |values: OptionValues, (key, value): (&str, &str)| values.set(key, value);
        let settings = settings.fold(OptionValues::new(), set);
        let generator = generate::find(name).expect("listed");
        let problem = generator.generate(seed, &settings).expect("made");
        let found = figures(&problem);
        let sizes = [0.0, found[1], found[1], found[3], found[3], 0.0, 0.0, 0.0];
        for ((found, kept), size) in found.into_iter().zip(kept).zip(sizes) {
            let gap = (found - kept).abs();
            let allowed = 1e-12 * kept.abs().max(size);
            assert!(gap <= allowed, "{}: {found:e} in place of {kept:e}", problem.name());
        }
    }
}
