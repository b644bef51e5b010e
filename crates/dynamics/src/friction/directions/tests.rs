//! The checks of the SIGGRAPH 2022 course's §6, against formulas written out here.

use std::sync::Arc;

use glam::{DMat3, DVec3};
use stickslip_contact::Pose;

use super::*;
use crate::friction::{FrictionShape, PairLaw, Stribeck, TouchingSurfaces};
use crate::parts::{Material, MaterialTable, Surface};

fn encounter(structures: [DVec3; 2], slip: DVec3) -> Encounter<'static> {
    Encounter {
        normal: DVec3::Y,
        tangent: DVec3::X,
        slip,
        friction: 0.5,
        torsion: 0.03,
        structures: structures.map(Some),
        reliefs: [None; 2],
    }
}

fn turned(degrees: f64) -> DVec3 {
    let (sine, cosine) = degrees.to_radians().sin_cos();
    // About +y, from x towards −z.
    DVec3::new(cosine, 0.0, -sine)
}

fn ellipse(limit: Option<Limit>) -> ([f64; 2], DVec3) {
    match limit {
        Some(Limit { tangent, shape: LimitShape::Ellipse(axes) }) => (axes, tangent),
        other => panic!("{other:?}"),
    }
}

/// Torsion is mixed as the coefficients are (§6.1.6).
#[test]
fn sticks_resist_spinning_by_their_angle() {
    let sticks = Directions::Matchstick(Matchstick { along: 0.1, across: 0.9, torsion: Some(0.0) });
    let at = |degrees: f64| sticks.torsion(&encounter([DVec3::X, turned(degrees)], DVec3::ZERO));
    for (degrees, radius) in [(0.0, 0.0), (30.0, 0.01), (90.0, 0.03), (150.0, 0.01)] {
        let found = at(degrees).expect("both have a structure");
        assert!((found - radius).abs() < 1e-15, "{degrees}: {found}");
    }
    let bare =
        Encounter { structures: [Some(DVec3::X), None], ..encounter([DVec3::X; 2], DVec3::X) };
    assert_eq!(sticks.torsion(&bare), None);
}

fn corners(limit: Option<Limit>) -> Vec<[f64; 2]> {
    match limit {
        Some(Limit { shape: LimitShape::Hull(corners), .. }) => corners,
        other => panic!("{other:?}"),
    }
}

#[test]
fn sticks_are_full_where_parallel_and_alike_where_crossed() {
    let sticks = Directions::Matchstick(Matchstick { along: 0.1, across: 0.9, torsion: None });
    let at =
        |degrees: f64| ellipse(sticks.limit(&encounter([DVec3::X, turned(degrees)], DVec3::ZERO)));
    assert_eq!(at(0.0), ([0.1, 0.9], DVec3::X));
    let ([along, across], _) = at(90.0);
    assert!((along - 0.5).abs() < 1e-12 && (across - 0.5).abs() < 1e-12);
    // A third of the way: d = 2/3.
    let ([along, across], axis) = at(30.0);
    assert!((along - (0.2 / 3.0 + 0.5 / 3.0)).abs() < 1e-12, "{along}");
    assert!((across - (1.8 / 3.0 + 0.5 / 3.0)).abs() < 1e-12, "{across}");
    assert!(axis.distance(turned(15.0)) < 1e-12);
    // Signs mean nothing.
    for (one, two) in [(1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
        let flipped = encounter([one * DVec3::X, two * turned(30.0)], DVec3::ZERO);
        let (axes, turned) = ellipse(sticks.limit(&flipped));
        assert!((axes[0] - along).abs() < 1e-15 && (axes[1] - across).abs() < 1e-15);
        assert!(turned.cross(axis).length() < 1e-12);
    }
    let same = Directions::Matchstick(Matchstick { along: 0.5, across: 0.5, torsion: None });
    assert_eq!(same.limit(&encounter([DVec3::X, turned(30.0)], DVec3::ZERO)), None);
}

/// L = diag(0.3, 0.9), v = (1, 1)/√2: the tensors take −0.6000 per load and
/// speed, most power is −0.6708.
#[test]
fn tensors_take_less_than_most_power() {
    let half = [[0.15, 0.0], [0.0, 0.45]];
    let of = |as_cone| Directions::Tensors(Tensors { tensors: [half, half], factor: 1.0, as_cone });
    let slip = turned(45.0);
    let at = encounter([DVec3::X; 2], slip);
    let force = corners(of(false).limit(&at))[1];
    // b = n × t = −z.
    let power = (force[0] * slip.x - force[1] * slip.z).abs();
    assert!((power - 0.6).abs() < 1e-12, "{power}");
    let (axes, tangent) = ellipse(of(true).limit(&at));
    let along = slip.dot(tangent);
    let across = slip.dot(DVec3::Y.cross(tangent));
    let most = (axes[0] * along).hypot(axes[1] * across);
    assert!((most - 0.45_f64.sqrt()).abs() < 1e-12, "{most}");
    // At rest both are the ellipse, and isotropic tensors are Coulomb's.
    let rest = encounter([DVec3::X; 2], DVec3::ZERO);
    assert_eq!(of(false).limit(&rest), of(true).limit(&rest));
    let alike = [[0.25, 0.0], [0.0, 0.25]];
    let alike = Tensors { tensors: [alike, alike], factor: 1.0, as_cone: true };
    let (axes, _) =
        ellipse(Directions::Tensors(alike).limit(&encounter([DVec3::X, turned(77.0)], slip)));
    assert!(axes.iter().all(|axis| (axis - 0.5).abs() < 1e-12), "{axes:?}");
}

/// Two tensors under an angle: L is summed in the frame of the first.
#[test]
fn tensors_turn_with_their_structures() {
    let (first, second) = ([[0.2, 0.0], [0.0, 0.6]], [[0.1, 0.0], [0.0, 0.4]]);
    let tensors = Tensors { tensors: [first, second], factor: 0.5, as_cone: false };
    let slip = turned(20.0);
    let force =
        corners(Directions::Tensors(tensors).limit(&encounter([DVec3::X, turned(35.0)], slip)))[1];
    // Each surface by itself: its own coefficient along and across its own structure.
    let mut expected = DVec3::ZERO;
    for (axis, tensor) in [(DVec3::X, first), (turned(35.0), second)] {
        let side = DVec3::Y.cross(axis);
        expected -=
            0.5 * (tensor[0][0] * axis.dot(slip) * axis + tensor[1][1] * side.dot(slip) * side);
    }
    let found = force[0] * DVec3::X + force[1] * DVec3::NEG_Z;
    assert!(found.distance(expected) < 1e-12, "{found} {expected}");
}

#[test]
fn a_sampled_ellipse_becomes_the_ellipse() {
    let radius = |[x, y]: [f64; 2]| 1.0 / (x / 0.8_f64).hypot(y / 0.3);
    let mut worst = f64::INFINITY;
    // Inside by the square of the spacing.
    for rays in [32, 128, 512] {
        let surface = LimitSurface::shoot(rays, Frame::First, radius);
        assert_eq!(surface.check(), Ok(()));
        assert!(surface.is_mirrored());
        let at = encounter([DVec3::X; 2], DVec3::ZERO);
        let corners = corners(Directions::LimitSurface(surface).limit(&at));
        let polygon = stickslip_solve::sets::Polygon::hull(&corners).expect("corners");
        let gap = (0..100).map(|step| {
            let (sine, cosine) = (0.0628 * f64::from(step)).sin_cos();
            (0.8 * cosine).hypot(0.3 * sine) - polygon.support([cosine, sine])
        });
        let gap = gap.fold(0.0, f64::max);
        assert!(gap >= 0.0 && gap < 0.1 * worst, "{rays}: {gap}");
        worst = gap;
    }
    assert!(worst < 2e-4);
    let radii = vec![1.0, 0.1, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0];
    let dented = LimitSurface { radii, frame: Frame::First };
    assert!(dented.check().is_err_and(|reason| reason.contains("radius 1")));
}

#[derive(Debug)]
struct Sawtooth {
    steep: f64,
    gentle: f64,
    until: f64,
}

impl Field for Sawtooth {
    fn at(&self, point: DVec3) -> DVec3 {
        match point.x {
            x if x > self.until => DVec3::ZERO,
            // A steep facet looks ahead, a gentle one back.
            x if x.rem_euclid(0.1) < 0.025 => DVec3::new(self.steep.sin(), self.steep.cos(), 0.0),
            _ => DVec3::new(-self.gentle.sin(), self.gentle.cos(), 0.0),
        }
    }
}

#[test]
fn plowing_differs_by_side_and_counts_the_overlap_only() {
    let plowing = Plowing { patch: 0.4, samples: 16, facets: 4, by_tangent: false };
    let saw = Sawtooth { steep: 1.0, gentle: 0.25, until: 1.0 };
    let relief = |offset: DVec3| saw.at(offset);
    let mut at = encounter([DVec3::X; 2], DVec3::ZERO);
    at.reliefs = [Some(&relief), None];
    let limit = |at: &Encounter<'_>| corners(Directions::Plowing(plowing).limit(at));
    let share = 2.0 / std::f64::consts::PI;
    // Sliding back runs into steep facets of the first, a quarter of all.
    let (back, ahead) = (share * 0.25, share * 0.25 * 0.75);
    let (steep, gentle) = (limit(&at)[0][0], -limit(&at)[1][0]);
    assert!((steep - back).abs() < 1e-12, "{steep} {back}");
    assert!((gentle - ahead).abs() < 1e-12, "{gentle} {ahead}");
    assert!(limit(&at).iter().all(|corner| corner[1].abs() < 1e-12));
    // Flat on the second side, but only where x ≤ 0: the same average there.
    let half = |offset: DVec3| if offset.x <= 0.0 { DVec3::NEG_Y } else { DVec3::ZERO };
    at.reliefs[1] = Some(&half);
    assert!((limit(&at)[0][0] - back).abs() < 1e-12);
    // All of it away: no friction.
    let nowhere = |_: DVec3| DVec3::ZERO;
    at.reliefs[1] = Some(&nowhere);
    assert!(limit(&at).iter().flatten().all(|value| value.abs() == 0.0));
    // A constant map is one facet, by tan θ where asked, in eight directions too.
    let constant = |_: DVec3| DVec3::new(0.5_f64.sin(), 0.5_f64.cos(), 0.0);
    at.reliefs = [Some(&constant), None];
    let eight = Plowing { facets: 8, by_tangent: true, ..plowing };
    let found = corners(Directions::Plowing(eight).limit(&at));
    let most = found.iter().map(|corner| corner[0]).fold(0.0, f64::max);
    assert!((most - share * 0.5_f64.tan()).abs() < 1e-12, "{most}");
    assert!(found.iter().all(|corner| corner[0] >= -1e-15));
}

fn table(law: PairLaw) -> (MaterialTable, [crate::MaterialId; 2]) {
    let mut table = MaterialTable::default();
    let ids = ["floor", "shoe"].map(|name| {
        let id = table.add(Material { name: name.into(), surface: Surface::default() });
        let id = id.expect("sound");
        table.set_structure(id, Structure::Axis(DVec3::X)).expect("an axis");
        table
            .set_relief(id, SharedField(Arc::new(Sawtooth { steep: 1.0, gentle: 0.2, until: 1.0 })))
            .expect("a field");
        id
    });
    table.set_law(ids[0], ids[1], law).expect("sound");
    (table, ids)
}

fn friction_shape(
    law: PairLaw,
    swapped: bool,
    slip: DVec3,
) -> (Surface, DMat3, FrictionShape, Option<f64>) {
    let (table, ids) = table(law);
    let mut surface = table.between(ids[0], ids[1]);
    let sign = if swapped { -1.0 } else { 1.0 };
    let normal = sign * DVec3::Y;
    let mut frame = DMat3::from_cols(normal, DVec3::Z, normal.cross(DVec3::Z));
    let touch = TouchingSurfaces {
        materials: &table,
        ids: if swapped { [ids[1], ids[0]] } else { ids },
        frames: [Some(Pose::IDENTITY); 2],
        point: DVec3::ZERO,
        velocity: sign * slip,
        closed: true,
        load: 2.0,
        h: 0.1,
    };
    let (friction_shape, bound) = touch.friction_shape(&mut surface, &mut frame);
    (surface, frame, friction_shape, bound)
}

/// Naming the two sides the other way round changes no force.
#[test]
fn the_order_of_the_sides_does_not_matter() {
    let bounds = Directions::Bounds { along: [0.8, 0.1], across: [0.3, 0.2], frame: Frame::First };
    let law = PairLaw { directions: Some(bounds), ..PairLaw::default() };
    let forces = |swapped: bool| {
        let (surface, frame, friction_shape, _) = friction_shape(law.clone(), swapped, DVec3::ZERO);
        let FrictionShape::Hull(polygon) = friction_shape else { panic!("a polygon") };
        let sign = if swapped { -1.0 } else { 1.0 };
        let world =
            |[t, b]: [f64; 2]| sign * surface.friction * (t * frame.y_axis + b * frame.z_axis);
        let mut corners: Vec<_> = polygon.vertices().map(world).collect();
        corners.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.z.total_cmp(&b.z)));
        corners
    };
    let (one, two) = (forces(false), forces(true));
    assert!(one.iter().zip(&two).all(|(a, b)| a.distance(*b) < 1e-12), "{one:?} {two:?}");
    // Forces against sliding ahead along x are at most 0.1.
    assert!((one[0].x + 0.1).abs() < 1e-12 && (one[3].x - 0.8).abs() < 1e-12);
}

#[test]
fn speed_and_load_change_all_coefficients_and_tresca_no_load() {
    let stribeck = Stribeck { kinetic: 0.2, speed: 0.1, exponent: 2.0, viscous: 0.05 };
    let law = PairLaw { stribeck: Some(stribeck), ..PairLaw::default() };
    for speed in [0.0, 0.05, 0.1, 2.0] {
        let (surface, ..) = friction_shape(law.clone(), false, speed * DVec3::X + 3.0 * DVec3::Y);
        let expected = 0.2 + 0.3 * (-(speed / 0.1) * (speed / 0.1)).exp() + 0.05 * speed;
        assert!((surface.friction - expected).abs() < 1e-12);
    }
    // 2 N·s in 0.1 s are 20 N.
    for (curve, factor) in [
        (vec![[0.0, 1.0], [40.0, 0.5]], 0.75),
        (vec![[30.0, 0.4]], 0.4),
        (vec![[0.0, 2.0], [10.0, 1.5]], 1.5),
        (vec![], 1.0),
    ] {
        let law = PairLaw { load_curve: curve, tresca: Some(7.0), ..PairLaw::default() };
        let (surface, _, friction_shape, bound) = friction_shape(law, false, DVec3::ZERO);
        assert!((surface.friction - 0.5 * factor).abs() < 1e-15);
        assert_eq!(friction_shape, FrictionShape::Disc);
        assert!((bound.expect("a bound") - 0.7 * factor).abs() < 1e-12);
    }
}

#[test]
fn what_makes_no_law_is_named() {
    let (mut table, [floor, shoe]) = table(PairLaw::default());
    let bare = table.add(Material { name: "bare".into(), surface: Surface::default() });
    let bare = bare.expect("sound");
    let sticks = Directions::Matchstick(Matchstick { along: 0.1, across: 0.9, torsion: None });
    let bounds = Directions::Bounds { along: [0.8, 0.1], across: [0.3; 2], frame: Frame::First };
    let pushing = Tensors { tensors: [[[-0.1, 0.0], [0.0, 1.0]]; 2], factor: 1.0, as_cone: true };
    let of = |directions| PairLaw { directions: Some(directions), ..PairLaw::default() };
    let slow = Stribeck { kinetic: 0.2, speed: 0.0, exponent: 1.0, viscous: 0.0 };
    for (pair, law, said) in [
        ([floor, bare], of(sticks), "a structure of \"bare\""),
        ([floor, floor], of(bounds), "two materials"),
        ([bare, bare], of(Directions::Plowing(Plowing::default())), "a relief"),
        ([floor, shoe], of(Directions::Tensors(pushing)), "would push"),
        ([floor, shoe], PairLaw { tresca: Some(-1.0), ..PairLaw::default() }, "tresca is -1"),
        ([floor, shoe], PairLaw { stribeck: Some(slow), ..PairLaw::default() }, "speed is 0"),
        (
            [floor, shoe],
            PairLaw { load_curve: vec![[2.0, 1.0], [1.0, 1.0]], ..PairLaw::default() },
            "must increase",
        ),
    ] {
        let error = table.set_law(pair[0], pair[1], law).expect_err(said).to_string();
        assert!(error.contains(said), "{error}");
    }
}

/// Whatever the slip, −L v/‖v‖ lies on the ellipse of the cone, also where L is not symmetric.
#[test]
fn forces_of_tensors_lie_on_their_ellipse() {
    let tensors = [[[0.3, 0.2], [-0.1, 0.8]], [[0.5, 0.0], [0.1, 0.2]]];
    let of = |as_cone| Directions::Tensors(Tensors { tensors, factor: 0.7, as_cone });
    let structures = [DVec3::X, turned(35.0)];
    let (axes, tangent) = ellipse(of(true).limit(&encounter(structures, DVec3::ZERO)));
    let side = DVec3::Y.cross(tangent);
    for step in 0..12 {
        let slip = turned(30.0 * f64::from(step));
        let [x, y] = corners(of(false).limit(&encounter(structures, slip)))[1];
        let force = x * DVec3::X + y * DVec3::NEG_Z;
        let gauge = (force.dot(tangent) / axes[0]).hypot(force.dot(side) / axes[1]);
        assert!((gauge - 1.0).abs() < 1e-12, "{step}: {gauge}");
    }
}

/// What stands out of the second is pushed along the slip; places count along both axes.
#[test]
fn plowing_sees_both_sides_and_both_axes() {
    let plowing = Plowing { patch: 0.4, samples: 4, facets: 4, by_tangent: false };
    let whole = 0.5 * 2.0 / std::f64::consts::PI;
    let mut at = encounter([DVec3::X; 2], DVec3::ZERO);
    let hanging = |_: DVec3| DVec3::new(0.5_f64.sin(), -0.5_f64.cos(), 0.0);
    at.reliefs = [None, Some(&hanging)];
    let found = corners(Directions::Plowing(plowing).limit(&at));
    assert!(found[0][0].abs() < 1e-12 && (found[1][0] + whole).abs() < 1e-12, "{found:?}");
    // A quarter of the patch leans, the rest is flat.
    let quarter = |offset: DVec3| match offset.x < 0.0 && offset.z < 0.0 {
        true => DVec3::new(0.5_f64.sin(), 0.5_f64.cos(), 0.0),
        false => DVec3::Y,
    };
    at.reliefs = [Some(&quarter), None];
    let found = corners(Directions::Plowing(plowing).limit(&at));
    assert!((found[0][0] - 0.25 * whole).abs() < 1e-12, "{found:?}");
    // b = n × t = −z: facets that look along z push against sliding along b.
    let aside = |_: DVec3| DVec3::new(0.0, 0.5_f64.cos(), 0.5_f64.sin());
    at.reliefs = [Some(&aside), None];
    let eight = Plowing { facets: 8, ..plowing };
    let found = corners(Directions::Plowing(eight).limit(&at));
    let least = found.iter().map(|corner| corner[1]).fold(0.0, f64::min);
    assert!((least + whole).abs() < 1e-12, "{found:?}");
    assert!(found.iter().all(|corner| corner[1] <= 1e-15), "{found:?}");
}

#[test]
fn a_frame_may_follow_the_slip() {
    let sliding = Directions::Ellipse { along: 0.1, across: 0.9, frame: Frame::Sliding };
    let axis = |slip: DVec3| ellipse(sliding.limit(&encounter([DVec3::Z; 2], slip))).1;
    assert!(axis(2.0 * turned(40.0)).distance(turned(40.0)) < 1e-12);
    assert_eq!(axis(1e-4 * turned(40.0)), DVec3::X);
}

#[test]
fn limit_surfaces_that_differ_by_side_are_not_mirrored() {
    for (radii, is_mirrored) in
        [(vec![1.0, 0.8, 1.0, 0.8], true), (vec![1.0, 0.8, 0.9, 0.8], false), (vec![1.0; 3], false)]
    {
        let surface = LimitSurface { radii, frame: Frame::First };
        assert_eq!(Directions::LimitSurface(surface).is_mirrored(), is_mirrored);
    }
}

/// A square becomes the rectangle around a section, and a gauge is 1 on its boundary.
#[test]
fn sections_keep_their_sides() {
    use super::super::section::FrictionSection;
    let corners = [[0.8, 0.3], [-0.1, 0.3], [-0.1, -0.2], [0.8, -0.2]];
    let polygon = stickslip_solve::sets::Polygon::hull(&corners).expect("corners");
    let shape = FrictionShape::Hull(polygon.into()).shape(FrictionSection::Square);
    let stickslip_solve::SectionShape::Hull(found) = shape else { panic!("{shape:?}") };
    for (way, reach) in
        [([1.0, 0.0], 0.8), ([-1.0, 0.0], 0.1), ([0.0, 1.0], 0.3), ([0.0, -1.0], 0.2)]
    {
        assert!((found.support(way) - reach).abs() < 1e-15, "{way:?}");
    }
    let gauge = FrictionShape::Ellipse([1.0, 0.25]).gauge(FrictionSection::Disc, [0.6, 0.2]);
    assert!((gauge - 1.0).abs() < 1e-15, "{gauge}");
}

#[derive(Debug)]
struct Halves;

impl Field for Halves {
    fn at(&self, point: DVec3) -> DVec3 {
        if point.x > 0.0 { DVec3::X } else { DVec3::Z }
    }
}

/// A structure goes with its body; a largest force is none where nothing touches yet.
#[test]
fn structures_move_with_their_bodies() {
    let along = Directions::Ellipse { along: 0.1, across: 0.9, frame: Frame::First };
    let law = PairLaw { directions: Some(along), tresca: Some(7.0), ..PairLaw::default() };
    let (mut table, ids) = table(law);
    let field = SharedField(Arc::new(Halves));
    table.set_structure(ids[0], Structure::Field(field)).expect("a field");
    for (place, axis) in [(0.0, DVec3::X), (2.0, DVec3::Z)] {
        let mut frame = DMat3::from_cols(DVec3::Y, DVec3::Z, DVec3::X);
        let touch = TouchingSurfaces {
            materials: &table,
            ids,
            frames: [Some(Pose::at(place * DVec3::X)), Some(Pose::IDENTITY)],
            point: DVec3::X,
            velocity: DVec3::ZERO,
            closed: false,
            load: 2.0,
            h: 0.1,
        };
        let (_, bound) = touch.friction_shape(&mut table.between(ids[0], ids[1]), &mut frame);
        assert!(frame.y_axis.distance(axis) < 1e-12, "{place}: {}", frame.y_axis);
        assert_eq!(bound, Some(0.0));
    }
}

/// What is preferred takes what it is preferred for, and a method of discs takes no ellipse.
#[test]
fn preferred_solvers_take_directions() {
    use super::super::model::{Form, FrictionModel};
    use stickslip_solve::{Accepts, Sections, registry};
    for (name, model) in FrictionModel::ALL {
        for anisotropy in [Anisotropy::Isotropic, Anisotropy::Elliptic, Anisotropy::Polygonal] {
            let form = Form { model, anisotropy };
            let solver = model.preferred_solver_for(anisotropy);
            let accepts = registry::find(solver).expect("known").accepts;
            let takes_none =
                [FrictionModel::BoxNormalFirst, FrictionModel::StewartTrinkle { facets: 4 }];
            if takes_none.contains(&model) && anisotropy != Anisotropy::Isotropic {
                assert!(form.check_section(solver, &accepts).is_err(), "{name} {anisotropy:?}");
                continue;
            }
            assert!(accepts.kinds.contains(&form.kind()), "{name} {anisotropy:?}: {solver}");
            assert_eq!(form.check_section(solver, &accepts), Ok(()), "{name} {anisotropy:?}");
            let discs = Accepts { sections: Sections::Disc, ..accepts };
            if anisotropy != Anisotropy::Isotropic && model != FrictionModel::Frictionless {
                assert!(form.check_section(solver, &discs).is_err(), "{name} {anisotropy:?}");
            }
        }
    }
}
