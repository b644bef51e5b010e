//! Which stepper takes what, found by running it: the table of the guide.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use stickslip_dynamics::StepperKind;

use crate::good;

const STEPPERS: [StepperKind; 7] = [
    StepperKind::Auto,
    StepperKind::Complementarity,
    StepperKind::Fluid,
    StepperKind::SmallSteps,
    StepperKind::Barrier,
    StepperKind::Penalty,
    StepperKind::Asynchronous,
];

const GROUND: &str = "[[body]]\nname = \"ground\"\nmotion = \"static\"\nposition = [0, -1, 0]\n\
    shape = { type = \"half-space\" }\n";

/// A body of a shape in the air.
fn body(name: &str, shape: &str, more: &str) -> String {
    format!(
        "[[body]]\nname = \"{name}\"\nposition = [0, 1, 0]\nshape = {shape}\nmass = 1\n{more}\n"
    )
}

const BOX: &str = "{ type = \"box\", size = [0.2, 0.2, 0.2] }";
const BALL: &str = "{ type = \"sphere\", radius = 0.1 }";
const SOFT: &str = "[[soft]]\nname = \"jelly\"\nmesh = \"box\"\nsize = [0.2, 0.2, 0.2]\n\
    cut = [1, 1, 1]\nyoung = 1e5\ndensity = 500\nposition = [0, 2, 0]\n";
const CLOTH: &str = "[[soft]]\nname = \"cloth\"\nmesh = \"cloth\"\nextent = [0.4, 0.4]\n\
    folds = [2, 2]\nthickness = 0.01\nyoung = 1e5\ndensity = 200\nposition = [0, 2, 0]\n";
const ROPE: &str = "[[soft]]\nname = \"rope\"\nmesh = \"rope\"\nradius = 0.01\npieces = 4\n\
    path = [[0, 2, 0], [0.4, 2, 0]]\nyoung = 1e6\ndensity = 500\n";
const LIQUID: &str = "[[liquid]]\nname = \"water\"\ndomain = [[-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]]\n\
    region = [[-0.5, -0.5, -0.5], [0.5, 0, 0.5]]\nresolution = 8\n";
const WOOD: &str = "[[material]]\nname = \"wood\"\nstructure = [1, 0, 0]\n[[pair]]\n\
    materials = [\"wood\", \"default\"]\n\
    directions = { type = \"ellipse\", along = 0.1, across = 0.6 }\n";

/// What is in the scene, and the scene, without its head and its settings.
fn contents() -> Vec<(&'static str, &'static str, String)> {
    let none = "";
    let of = |shape: &str| body("part", shape, none);
    let rubs = "[[material]]\nname = \"rough\"\ntorsion = 0.01\nrolling = 0.001\n";
    let hinge = "[[body]]\nname = \"arm\"\nposition = [0.5, 1, 0]\nmass = 1\n\
        shape = { type = \"sphere\", radius = 0.1 }\n\
        [[joint]]\nname = \"pivot\"\ntype = \"hinge\"\nfirst = \"part\"\nsecond = \"arm\"\n\
        anchor = [0.25, 1, 0]\naxis = [0, 0, 1]\n";
    let cable = "[[cable]]\nname = \"rope\"\npath = [[0, 5, 0], [2, 5, 0]]\nsegments = 4\n\
        radius = 0.02\nlinear_density = 1\n";
    vec![
        ("boxes", none, of(BOX)),
        ("balls", none, of(BALL)),
        ("capsules", none, of("{ type = \"capsule\", radius = 0.1, length = 0.2 }")),
        ("cylinders", none, of("{ type = \"cylinder\", radius = 0.1, length = 0.2 }")),
        (
            "meshes",
            none,
            of("{ type = \"mesh\", generator = \"jack\", reach = 0.2, width = 0.05 }"),
        ),
        ("joints", none, of(BALL) + hinge),
        ("cables", none, of(BALL) + cable),
        ("soft solids", none, of(BALL) + SOFT),
        ("cloth", none, of(BALL) + CLOTH),
        ("ropes of elements", none, of(BALL) + ROPE),
        (
            "vertices held by a body that moves",
            none,
            of(BALL) + SOFT + "attach = \"part\"\nattached = [0]\n",
        ),
        ("liquids", none, LIQUID.into()),
        ("liquids and bodies that move", none, of(BALL) + LIQUID),
        (
            "friction by direction",
            none,
            WOOD.to_owned() + &body("part", BALL, "material = \"wood\""),
        ),
        (
            "the same on a soft solid",
            none,
            WOOD.to_owned() + &of(BALL) + SOFT + "material = \"wood\"\n",
        ),
        ("torsion, rolling", none, rubs.to_owned() + &body("part", BALL, "material = \"rough\"")),
        (
            "the same on a soft solid",
            none,
            rubs.to_owned() + &of(BALL) + SOFT + "material = \"rough\"\n",
        ),
        (
            "a running surface",
            none,
            body("part", BOX, "surface_velocity = { speed = 1, axis = [0, 0, 1] }"),
        ),
        ("no friction", "friction_model = \"frictionless\"", of(BALL)),
        ("an accuracy", "accuracy = 1e-3", of(BALL)),
        ("an accuracy and soft solids", "accuracy = 1e-3", of(BALL) + SOFT),
        ("`integrator = \"midpoint\"`", "integrator = \"midpoint\"", of(BALL)),
        ("sleeping", "sleeping = { speed = 0.01, seconds = 1 }", of(BALL)),
    ]
}

/// What comes of two steps: nothing to say, what is passed over, or why not.
enum Found {
    Works,
    PassesOver(String),
    Refused(String),
}

fn try_it(stepper: StepperKind, settings: &str, text: &str) -> Found {
    let name = stepper.name();
    let head = format!(
        "name = \"combination\"\nseconds = 1\n[settings]\nstepper = \"{name}\"\ndt = 0.001\n{settings}\n"
    );
    let scene = good(&format!("{head}{GROUND}{text}"));
    let mut simulation = match scene.simulation() {
        Ok(simulation) => simulation,
        Err(error) => return Found::Refused(error.to_string()),
    };
    for _ in 0..2 {
        // Refused in the middle of a run is what this table is to keep out.
        let report = simulation.step().unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        assert_eq!(report.failed_solves, 0, "{name}\n{text}");
    }
    match simulation.ignored_settings().as_slice() {
        [] => Found::Works,
        all => Found::PassesOver(all.join(", ")),
    }
}

fn table() -> String {
    let mut sentences: BTreeMap<String, usize> = BTreeMap::new();
    let mut notes: Vec<String> = Vec::new();
    let mut number = |sentence: String| {
        *sentences.entry(sentence.clone()).or_insert_with(|| {
            notes.push(sentence);
            notes.len()
        })
    };
    let mut text = String::from("| in the scene |");
    STEPPERS.iter().for_each(|it| write!(text, " `{}` |", it.name()).expect("text"));
    text += "\n|---|";
    text += &"---|".repeat(STEPPERS.len());
    text.push('\n');
    for (what, settings, scene) in contents() {
        write!(text, "| {what} |").expect("text");
        for stepper in STEPPERS {
            let cell = match try_it(stepper, settings, &scene) {
                Found::Works => "yes".into(),
                Found::PassesOver(all) => {
                    format!("yes, but ({})", number(format!("passes over {all}")))
                }
                Found::Refused(reason) => format!("no ({})", number(reason)),
            };
            write!(text, " {cell} |").expect("text");
        }
        text.push('\n');
    }
    text.push('\n');
    for (at, note) in notes.iter().enumerate() {
        writeln!(text, "{}. {note}", at + 1).expect("text");
    }
    text
}

/// `STICKSLIP_GUIDE=write cargo nextest run -p stickslip-scene -E 'test(combinations)'` writes it.
#[test]
fn the_guide_has_the_combinations_that_there_are() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/src/combinations.md");
    let (mark, found) = ("<!-- found by running it -->\n\n", table());
    let page = std::fs::read_to_string(&path).expect("the page");
    let (head, kept) = page.split_once(mark).expect("the mark");
    if std::env::var_os("STICKSLIP_GUIDE").is_some_and(|wish| wish == "write") {
        std::fs::write(&path, format!("{head}{mark}{found}")).expect("written");
        return;
    }
    assert_eq!(kept, found, "run it with STICKSLIP_GUIDE=write");
}
