//! Numbers of materials, of pairs, and of what meets.

use crate::parts::{
    Combination, Compliance, Material, MaterialId, MaterialTable, ModelError, Surface,
};

const BAD: [f64; 4] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.5];

/// Surfaces with one bad number each, and its name.
fn bad_surfaces() -> Vec<(Surface, &'static str)> {
    let plain = Surface::default();
    let mut bad = Vec::new();
    for value in BAD {
        let spring = Compliance::Spring { stiffness: value, damping: 1.0 };
        let damper = Compliance::Spring { stiffness: 1.0, damping: value };
        let soft = Compliance::Row { epsilon: value, gamma: 0.5 };
        let slow = Compliance::Row { epsilon: 0.0, gamma: value };
        bad.push((Surface { friction: value, ..plain }, "friction"));
        bad.push((Surface { restitution: value, ..plain }, "restitution"));
        bad.push((Surface { torsion: value, ..plain }, "torsion"));
        bad.push((Surface { rolling: value, ..plain }, "rolling"));
        bad.push((Surface { compliance: spring, ..plain }, "stiffness"));
        bad.push((Surface { compliance: damper, ..plain }, "damping"));
        bad.push((Surface { compliance: soft, ..plain }, "epsilon"));
        bad.push((Surface { compliance: slow, ..plain }, "gamma"));
    }
    bad.push((Surface { restitution: 1.1, ..plain }, "restitution"));
    let nothing = Compliance::Spring { stiffness: 0.0, damping: 1.0 };
    bad.push((Surface { compliance: nothing, ..plain }, "stiffness"));
    bad
}

fn says(error: Result<impl std::fmt::Debug, ModelError>, words: &[&str]) {
    let error = error.expect_err(words[0]).to_string();
    for word in words {
        assert!(error.contains(word), "{error:?} does not say {word:?}");
    }
}

#[test]
fn bad_numbers_are_refused_with_the_name_of_the_material() {
    for (surface, what) in bad_surfaces() {
        let mut table = MaterialTable::default();
        let before = table.clone();
        let rubber = Material { name: "rubber".into(), surface };
        says(table.add(rubber), &["material \"rubber\"", what]);
        says(table.set_surface(MaterialTable::DEFAULT, surface), &["material \"default\"", what]);
        let pair = table.set_pair(MaterialTable::DEFAULT, MaterialTable::DEFAULT, surface);
        says(pair, &["\"default\" and \"default\"", what]);
        assert_eq!(table, before);
    }
    let mut table = MaterialTable::default();
    for value in BAD {
        says(table.set_friction_everywhere(Some(value)), &["everywhere", "friction is"]);
    }
    assert_eq!(table, MaterialTable::default());
}

#[test]
fn zeros_and_ones_are_numbers() {
    let compliance = Compliance::Row { epsilon: 0.0, gamma: 1.0 };
    let bouncy =
        Surface { friction: 0.0, restitution: 1.0, torsion: 0.0, rolling: 0.0, compliance };
    assert_eq!(bouncy.check(), Ok(()));
    assert_eq!(Compliance::Spring { stiffness: 1.0, damping: 0.0 }.check(), Ok(()));
    let mut table = MaterialTable::default();
    let id = table.add(Material { name: "rubber".into(), surface: bouncy });
    assert_eq!(id, Ok(MaterialId(1)));
    assert_eq!(table.find("rubber"), Some(MaterialId(1)));
    assert_eq!(table.find("wood"), None);
    assert_eq!(table.set_friction_everywhere(Some(0.0)), Ok(()));
    assert_eq!(table.friction_everywhere(), Some(0.0));
    assert_eq!(table.set_friction_everywhere(None), Ok(()));
    assert_eq!(table.friction_everywhere(), None);
}

#[test]
fn names_and_indices_must_name() {
    let mut table = MaterialTable::default();
    let nameless = Material { name: String::new(), surface: Surface::default() };
    says(table.add(nameless), &["no name"]);
    let stranger = MaterialId(1);
    says(table.set_surface(stranger, Surface::default()), &["material \"1\"", "1 materials"]);
    for pair in [(MaterialTable::DEFAULT, stranger), (stranger, MaterialTable::DEFAULT)] {
        says(table.set_pair(pair.0, pair.1, Surface::default()), &["material \"1\""]);
    }
}

#[test]
fn two_materials_meet_by_their_rules() {
    for (rule, friction) in [
        (Combination::Average, 0.5),
        (Combination::GeometricMean, 0.4),
        (Combination::Minimum, 0.2),
        (Combination::Maximum, 0.8),
        (Combination::Product, 0.16),
    ] {
        assert!((rule.combine(0.8, 0.2) - friction).abs() < 1e-15, "{rule:?}");
    }
    let mut table = MaterialTable::default();
    table.friction_rule = Combination::Product;
    let surface = Surface {
        friction: 0.8,
        restitution: 0.25,
        torsion: 0.1,
        rolling: 0.3,
        compliance: Compliance::Spring { stiffness: 3e9, damping: 1e7 },
    };
    let rubber = table.add(Material { name: "rubber".into(), surface }).expect("sound");
    let wood = Surface { friction: 0.5, restitution: 0.5, torsion: 0.2, rolling: 0.4, ..surface };
    table.set_surface(MaterialTable::DEFAULT, wood).expect("sound");
    let met = table.between(MaterialTable::DEFAULT, rubber);
    assert_eq!((met.friction, met.restitution), (0.4, 0.5));
    assert!((met.torsion - 0.02).abs() < 1e-15 && (met.rolling - 0.12).abs() < 1e-15);
    assert_eq!(met.compliance, surface.compliance);
    assert_eq!(table.between(rubber, MaterialTable::DEFAULT), met);
    let own = Surface { friction: 0.9, ..surface };
    table.set_pair(rubber, MaterialTable::DEFAULT, own).expect("sound");
    assert_eq!(table.between(MaterialTable::DEFAULT, rubber), own);
    table.set_friction_everywhere(Some(0.1)).expect("sound");
    assert_eq!(table.between(rubber, MaterialTable::DEFAULT), Surface { friction: 0.1, ..own });
}

/// Springs in series, 1/k = 1/k₁ + 1/k₂, twice as stiff.
#[test]
fn compliances_meet_as_springs_in_series() {
    let spring = |stiffness, damping| Compliance::Spring { stiffness, damping };
    let met = spring(3.0, 5.0).meeting(&spring(6.0, 20.0));
    let Compliance::Spring { stiffness, damping } = met else { panic!("a spring") };
    assert!((1.0 / stiffness - 0.5 * (1.0 / 3.0 + 1.0 / 6.0)).abs() < 1e-15);
    assert!((1.0 / damping - 0.5 * (1.0 / 5.0 + 1.0 / 20.0)).abs() < 1e-15);
    // Without damping on one side there is none, and on both sides neither.
    assert_eq!(spring(2.0, 0.0).meeting(&spring(2.0, 9.0)), spring(2.0, 0.0));
    assert_eq!(spring(2.0, 0.0).meeting(&spring(2.0, 0.0)), spring(2.0, 0.0));
    let row = |epsilon, gamma| Compliance::Row { epsilon, gamma };
    assert_eq!(row(1e-3, 0.2).meeting(&row(1e-4, 0.1)), row(1e-3, 0.1));
    assert_eq!(row(1e-3, 0.2).meeting(&spring(2.0, 1.0)), row(1e-3, 0.2));
    assert_eq!(spring(2.0, 1.0).meeting(&row(1e-3, 0.2)), row(1e-3, 0.2));
    assert_eq!(row(1e-3, 0.2).row(0.01), (1e-3, 0.2));
}
