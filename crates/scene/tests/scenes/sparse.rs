//! Scenes whose repeated bodies are taken one by one.

use stickslip_dynamics::{Body, Simulation};
use stickslip_scene::recording::{BodyHeader, Header};
use stickslip_scene::{Overrides, SceneSource, TakeCopies};

/// One of several that share copies.
struct Taker {
    of: usize,
    at: usize,
    taken: Vec<(usize, Body, Option<String>)>,
}

impl TakeCopies for Taker {
    fn wants(&self, body: usize) -> bool {
        body % self.of == self.at
    }

    fn take(&mut self, body: usize, made: &Body, color: Option<&str>) {
        self.taken.push((body, made.clone(), color.map(str::to_owned)));
    }
}

/// All that a body is, in words.
fn words(body: &Body) -> String {
    format!("{body:?}")
}

/// Repeated bodies of a scene, shared among three, and the rest of it make up the whole scene: the
/// same bodies with the same numbers, moved by the same random offsets.
#[test]
fn shares_make_up_the_scene() {
    let text = "name = 'it'\n[settings]\nstepper = 'small-steps'\n[[body]]\nname = 'first'\n\
        shape = { type = 'sphere', radius = 1 }\n[[body]]\nname = 'grain'\ncolor = '#123456'\n\
        repeat = { count = [2, 3, 5], step = [3, 3, 3], jitter = 0.2 }\n\
        position = ['= uniform(-1, 1)', 0, 0]\n\
        shape = { type = 'sphere', radius = '= 1 + 0.1 * (k % 2)' }\n[[body]]\nname = 'wall'\n\
        motion = 'static'\nrepeat = { count = 4, jitter = 0.1 }\nshape = { type = 'half-space' }\n\
        [[body]]\nname = 'brick'\nrepeat = 7\nposition = ['= 2 * i', 9, 0]\n\
        shape = { type = 'box', size = [1, 1, '= 1 + i'] }\n";
    let given = SceneSource::new(text, "it.toml");
    let found = ["bed", "mill", "silo"].map(|name| SceneSource::find(name).expect("built in"));
    for source in found.into_iter().chain([given]) {
        let overrides = Overrides { seed: 5, ..Overrides::default() };
        let whole = source.read(&overrides).expect("a scene");
        let mut all: Vec<Option<String>> = vec![None; whole.model.bodies().len()];
        let mut rest = None;
        for at in 0..3 {
            let mut taker = Taker { of: 3, at, taken: Vec::new() };
            let sparse = source.read_sparsely(&overrides, &mut taker).expect("a scene");
            assert_eq!(sparse.bodies(), all.len());
            for (number, body, color) in taker.taken {
                assert!(all[number].replace(words(&body)).is_none(), "{number} twice");
                assert_eq!(color, whole.colors[number]);
                let copies = sparse.copies.iter().find(|it| it.bodies.contains(&number));
                let copies = copies.expect("those that it is of");
                let name = copies.name_of(number - copies.bodies.start);
                assert_eq!(name, body.description.name);
            }
            rest = Some(sparse);
        }
        let rest = rest.expect("three shares");
        let mut listed = rest.scene.model.bodies().iter();
        for (number, (found, exact)) in all.iter_mut().zip(whole.model.bodies()).enumerate() {
            let found = found.take().or_else(|| listed.next().map(words));
            assert_eq!(found, Some(words(exact)), "body {number} of {}", whole.name);
        }
        assert!(listed.next().is_none());
        let mut header = rest.header(&overrides);
        let mut take = |body: &BodyHeader| {
            header.bodies.push(body.clone());
            Ok(())
        };
        rest.give_headers(&source, &overrides, &mut take).expect("sound copies");
        assert!(header == Header::new(&whole, 5), "another header of {}", whole.name);
        Simulation::new(rest.scene.model, rest.scene.settings).expect("a model of its own");
    }
}

/// Where something may name a body, all are in the model.
#[test]
fn scenes_with_joints_are_read_whole() {
    for name in ["ball-pit", "stack"] {
        let source = SceneSource::find(name).expect("built in");
        let mut taker = Taker { of: 1, at: 0, taken: Vec::new() };
        let sparse = source.read_sparsely(&Overrides::default(), &mut taker).expect("a scene");
        let whole = source.read(&Overrides::default()).expect("a scene");
        assert_eq!(sparse.bodies(), whole.model.bodies().len());
        let has_joints = !whole.model.joints().is_empty();
        assert_eq!(sparse.copies.is_empty() && taker.taken.is_empty(), has_joints, "{name}");
    }
}

/// Names that two bodies would have are refused as in whole scenes, whoever comes first; so is
/// whatever is wrong with the first copy, even where nobody wants it.
#[test]
fn wrong_copies_are_refused() {
    let body = |name: &str, rest: &str| {
        format!("[[body]]\nname = '{name}'\nshape = {{ type = 'sphere', radius = 1 }}\n{rest}\n")
    };
    let copies = body("grain", "repeat = 5");
    let cases = [
        (copies.clone() + &body("grain-3", ""), "the name \"grain-3\" is taken"),
        (body("grain-3", "") + &copies, "names of copies of \"grain\" are taken"),
        (copies.clone() + &copies, "names of copies of \"grain\" are taken"),
        (body("grain", "repeat = 5\nspeed = 3"), "unknown key \"speed\""),
        (body("grain", "repeat = 5\nmass = -1"), "is -1, but must be > 0"),
        (body("grain", "repeat = 1e9"), "must be a whole number from 0 to 100000000"),
    ];
    for (text, said) in cases {
        let source = SceneSource::new(format!("name = 'it'\n{text}"), "it.toml");
        let mut nobody = Taker { of: usize::MAX, at: usize::MAX, taken: Vec::new() };
        let error = source.read_sparsely(&Overrides::default(), &mut nobody).expect_err(said);
        assert!(error.to_string().contains(said), "{error}");
    }
    let others = copies + &body("grain-5", "") + &body("grain-03", "");
    let source = SceneSource::new(format!("name = 'it'\n{others}"), "it.toml");
    let mut nobody = Taker { of: usize::MAX, at: usize::MAX, taken: Vec::new() };
    assert_eq!(
        source.read_sparsely(&Overrides::default(), &mut nobody).expect("sound").bodies(),
        7
    );
}
