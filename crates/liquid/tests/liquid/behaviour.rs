use glam::DVec3;
use stickslip_liquid::{LiquidDescription, LiquidState, NoSolids, Walls};

use crate::{GRAVITY, begin, plain};

fn mean(values: impl ExactSizeIterator<Item = DVec3>) -> DVec3 {
    let count = values.len() as f64;
    values.sum::<DVec3>() / count
}

fn centre(state: &LiquidState) -> DVec3 {
    mean(state.particles.positions.iter().copied())
}

/// p = ρ g times the depth below the surface, in every cell.
#[test]
fn pressure_at_rest_is_hydrostatic() {
    for flat in [true, false] {
        let domain = [DVec3::ZERO, DVec3::new(0.8, 1.6, 0.6)];
        let region = [DVec3::ZERO, DVec3::new(0.8, 1.0, 0.6)];
        let mut description = LiquidDescription::new("water", domain, region, 16);
        description.flat = flat;
        let (mut liquid, mut state) = begin(description, &NoSolids, 1e-14);
        for _ in 0..3 {
            let report = liquid.step(&mut state, GRAVITY, 0.01, true).expect("a step");
            assert_eq!((report.failed, report.separating), (0, 0), "{report:?}");
            for &cell in liquid.wet_cells() {
                let depth = 1.0 - liquid.grid().middle(cell as usize).y;
                let pressure = state.pressures[cell as usize];
                let expected = 1000.0 * 9.81 * depth;
                assert!((pressure / expected - 1.0).abs() < 1e-10, "{pressure} {expected}");
            }
        }
        let fastest =
            state.particles.velocities.iter().map(|velocity| velocity.length()).fold(0.0, f64::max);
        assert!(fastest < 1e-12, "{fastest}");
    }
}

/// In the air nothing acts but gravity: momentum m g t, centre h(h + t)/2 of
/// the symplectic step, and every particle keeps its neighbours.
#[test]
fn a_falling_column_falls() {
    for flat in [true, false] {
        let domain = [DVec3::ZERO, DVec3::new(1.0, 2.0, 1.0)];
        let region = [DVec3::new(0.3, 1.0, 0.3), DVec3::new(0.6, 1.8, 0.7)];
        let mut description = LiquidDescription::new("water", domain, region, 20);
        (description.flat, description.velocity) = (flat, DVec3::new(0.2, 0.0, 0.0));
        let (mut liquid, mut state) = plain(description, &NoSolids);
        let (begun, h, steps) = (state.clone(), 0.005, 60);
        for _ in 0..steps {
            let report = liquid.step(&mut state, GRAVITY, h, true).expect("a step");
            assert_eq!(report.failed, 0);
        }
        let (t, count) = (h * steps as f64, state.particles.len() as f64);
        let velocity = state.velocity_sum() / count;
        assert!((velocity - DVec3::new(0.2, -9.81 * t, 0.0)).length() < 1e-11, "{velocity}");
        let moved = centre(&state) - centre(&begun);
        let expected = DVec3::new(0.2 * t, -9.81 * 0.5 * t * (t + h), 0.0);
        assert!((moved - expected).length() < 1e-11, "{moved} {expected}");
        assert!(state.particles.velocities.iter().all(|own| (*own - velocity).length() < 1e-10));
    }
}

/// Under a ceiling liquid falls as gravity has it; with equations it hangs.
#[test]
fn liquid_lets_go_of_a_ceiling() {
    for (walls, falls) in
        [(Walls::Separating, true), (Walls::Everywhere, true), (Walls::Equality, false)]
    {
        let domain = [DVec3::ZERO, DVec3::new(1.0, 1.0, 1.0)];
        let region = [DVec3::new(0.0, 0.7, 0.0), DVec3::new(1.0, 1.0, 1.0)];
        let mut description = LiquidDescription::new("water", domain, region, 20);
        (description.flat, description.walls) = (true, walls);
        let (mut liquid, mut state) = plain(description, &NoSolids);
        let (begun, h, steps) = (centre(&state), 0.005, 50);
        for _ in 0..steps {
            let report = liquid.step(&mut state, GRAVITY, h, true).expect("a step");
            assert_eq!(report.failed, 0);
        }
        let t = h * steps as f64;
        let fallen = begun.y - centre(&state).y;
        let free = 9.81 * 0.5 * t * (t + h);
        if falls {
            assert!((fallen - free).abs() < 1e-9, "{walls:?}: {fallen} {free}");
        } else {
            assert!(fallen.abs() < 1e-6, "{walls:?}: {fallen}");
        }
    }
}

/// A column falls, splashes and comes to rest; its depth then tells its volume.
#[test]
fn volume_is_kept() {
    let domain = [DVec3::ZERO, DVec3::new(1.0, 1.0, 1.0)];
    let region = [DVec3::new(0.0, 0.2, 0.0), DVec3::new(0.5, 0.8, 1.0)];
    let mut description = LiquidDescription::new("water", domain, region, 24);
    description.flat = true;
    let (mut liquid, mut state) = plain(description, &NoSolids);
    let (h, steps) = (1.0 / 60.0, 600);
    let grid_depth = state.particles.len() as f64 / 4.0 * liquid.grid().cell_volume();
    let mut late = 0.0;
    for step in 0..steps {
        let report = liquid.step(&mut state, GRAVITY, h, true).expect("a step");
        late += if step >= 540 { report.volume / grid_depth / 60.0 } else { 0.0 };
        assert_eq!(report.failed, 0, "step {step}: {report:?}");
        assert!(report.divergence_max <= 1e-8, "step {step}: {report:?}");
        assert!(liquid.solved().is_some_and(|solved| !solved.0.is_assembled()), "its faces alone");
        if step % 30 == 0 {
            println!(
                "{step} {} {} {}",
                report.volume / grid_depth,
                report.excess_max,
                2.0 * centre(&state).y / 0.3
            );
        }
    }
    println!("mean of the last second: {late}");
    assert!((late - 1.0).abs() < 0.01, "{late}");
}
