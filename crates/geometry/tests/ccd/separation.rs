//! Random queries against finely sampled distances: with a minimum separation, and
//! for features that slide past each other at a tiny distance while they turn.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_geometry::ccd::{Answer, Kind, Method, Query, QueryError, Tolerance, first_contact};
use stickslip_geometry::distance::{edge_edge, point_triangle};
use stickslip_geometry::glam::{DQuat, DVec3, dvec3};

use crate::measure::size;

fn random_point(random: &mut ChaCha8Rng) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| random.random_range(-1.0..1.0)))
}

fn distance(query: &Query, t: f64) -> f64 {
    let x: [DVec3; 4] = std::array::from_fn(|k| query.start[k].lerp(query.end[k], t));
    match query.kind {
        Kind::VertexFace => point_triangle(x[0], [x[1], x[2], x[3]]).distance(),
        Kind::EdgeEdge => edge_edge([x[0], x[1]], [x[2], x[3]]).distance(),
    }
}

/// How fast the distance can change.
fn speed(query: &Query) -> f64 {
    let moved = |k: usize| (query.end[k] - query.start[k]).length();
    2.0 * (0..4).map(moved).fold(0.0, f64::max)
}

/// First sampled time within `reach`, and the smallest sampled distance.
fn sampled(query: &Query, reach: f64, steps: u32) -> (Option<f64>, f64) {
    let mut least = f64::INFINITY;
    let mut first = None;
    for step in 0..=steps {
        let t = f64::from(step) / f64::from(steps);
        let here = distance(query, t);
        least = least.min(here);
        if here <= reach && first.is_none() {
            first = Some(t);
        }
    }
    (first, least)
}

#[test]
fn a_minimum_separation_is_kept() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let steps = 400;
    let (mut touching, mut apart) = (0, 0);
    for turn in 0..1500 {
        let kind = if turn % 2 == 0 { Kind::VertexFace } else { Kind::EdgeEdge };
        let mut points = || std::array::from_fn(|_| random_point(&mut random));
        let query = Query { kind, start: points(), end: points() };
        let separation = [1e-4, 0.03, 0.3][turn % 3];
        let tolerance = Tolerance { delta: 1e-6, separation };
        for method in [Method::Inclusion, Method::Boxes] {
            // Boxes bound each axis, and so the distance times √3.
            let slack = if method == Method::Boxes { separation } else { 0.0 };
            if method == Method::Boxes && turn % 25 != 0 {
                continue;
            }
            let tolerance = Tolerance { delta: if slack > 0.0 { 1e-3 } else { 1e-6 }, ..tolerance };
            let answer = first_contact(&query, method, &tolerance).unwrap();
            let (first, least) = sampled(&query, separation, steps);
            match (first, answer) {
                (Some(first), Answer::Touch(time)) => {
                    assert!(time <= first, "{query:?}: {time} after {first}");
                    // What is reported is near indeed.
                    let near = distance(&query, time);
                    let reach = separation + slack + 2.0 * tolerance.delta * size(&query);
                    assert!(near <= reach, "{query:?}: {near}");
                    touching += 1;
                }
                (Some(_), Answer::Apart) => panic!("{query:?} is missed"),
                (None, Answer::Touch(time)) => {
                    let between = speed(&query) / f64::from(steps);
                    assert!(least <= separation + slack + between, "{query:?}: {least} at {time}");
                }
                (None, Answer::Apart) => apart += 1,
            }
        }
    }
    assert!(touching > 300 && apart > 300, "{touching}, {apart}");
}

#[test]
fn the_cubic_has_no_minimum_separation() {
    let still = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    let query = Query { kind: Kind::EdgeEdge, start: still, end: still };
    let tolerance = Tolerance { delta: 1e-6, separation: 0.1 };
    assert_eq!(first_contact(&query, Method::Cubic, &tolerance), Err(QueryError::NoSeparation));
}

/// A point slides over a face that turns, or an edge along another, a little above it.
fn sliding(random: &mut ChaCha8Rng, gap: f64) -> Query {
    let turn = DQuat::from_scaled_axis(random_point(random) * 0.8);
    let shift = random_point(random) * 0.5;
    let moved = |point: DVec3| turn * point + shift;
    let mut place = || dvec3(random.random_range(-1.0..1.0), random.random_range(-1.0..1.0), 0.0);
    if random_bit(gap) {
        let face = [place(), place(), place()];
        let [a, b] = [0, 1].map(|_| (place() * 0.5) + DVec3::Z * gap);
        let start = [a, face[0], face[1], face[2]];
        Query {
            kind: Kind::VertexFace,
            start,
            end: [moved(b), moved(face[0]), moved(face[1]), moved(face[2])],
        }
    } else {
        let (first, second) = ([place(), place()], [place(), place()]);
        let up = DVec3::Z * gap;
        let start = [first[0], first[1], second[0] + up, second[1] + up];
        let end = [moved(first[0]), moved(first[1]), moved(second[0] + up), moved(second[1] + up)];
        Query { kind: Kind::EdgeEdge, start, end }
    }
}

/// Half of the gaps, identified by their last digit.
fn random_bit(gap: f64) -> bool {
    gap.to_bits().is_multiple_of(2)
}

#[test]
fn features_that_slide_by_while_they_turn_are_told_apart() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let (mut touching, mut apart) = (0, 0);
    for _ in 0..2000 {
        let gap = 10.0_f64.powf(random.random_range(-5.5..-2.0));
        let query = sliding(&mut random, gap);
        let (first, least) = sampled(&query, 0.0, 300);
        let delta = 1e-6;
        for method in [Method::Inclusion, Method::Cubic] {
            let tolerance = Tolerance { delta, separation: 0.0 };
            match first_contact(&query, method, &tolerance).unwrap() {
                Answer::Touch(time) => {
                    touching += 1;
                    let near = distance(&query, time);
                    assert!(near <= 2.0 * delta * size(&query), "{query:?}: {near} at {time}");
                }
                Answer::Apart => {
                    apart += 1;
                    assert!(first.is_none() && least > 0.0, "{query:?}");
                }
            }
        }
    }
    println!("{touching} touch, {apart} do not");
    assert!(apart > 1000, "{apart}");
}

#[test]
fn numbers_that_are_none_are_refused() {
    let still = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    let query = Query { kind: Kind::EdgeEdge, start: still, end: still };
    for value in [f64::NAN, f64::INFINITY, -1e308] {
        let mut wrong = query;
        wrong.end[2].y = value;
        let refused = first_contact(&wrong, Method::Inclusion, &Tolerance::default());
        assert!(
            matches!(refused, Err(QueryError::Coordinate { point: 2, axis: 'y', time: 1, .. })),
            "{refused:?}"
        );
    }
    for delta in [-1.0, f64::NAN, 1.0] {
        let tolerance = Tolerance { delta, separation: 0.0 };
        assert!(matches!(
            first_contact(&query, Method::Inclusion, &tolerance),
            Err(QueryError::Delta(_))
        ));
    }
    for separation in [-1.0, f64::NAN, f64::INFINITY] {
        let tolerance = Tolerance { delta: 1e-6, separation };
        assert!(matches!(
            first_contact(&query, Method::Inclusion, &tolerance),
            Err(QueryError::Separation(_))
        ));
    }
}
