//! Bits that stay: of two runs, and of all runs.

use stickslip_gpu::{Scene, World};

use crate::scenes::{BALL, CUBE, SLAB, pile, scene};

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// Scenes with the checksums that they end with after 60 steps, on cards too.
pub fn kept() -> [(&'static str, Scene, u32); 4] {
    let bouncing = {
        let mut own = pile(3, 3, &[BALL, CUBE], 2);
        own.surfaces[0].restitution = 0.5;
        own
    };
    [
        ("balls", pile(5, 6, &[BALL], 1), 0xe0cb_5c6a),
        ("cubes", pile(4, 5, &[CUBE], 1), 0xf3b0_3680),
        ("slabs and balls", pile(4, 4, &[SLAB, BALL], 7), 0xdec0_15f6),
        ("bouncing", bouncing, 0xe071_16f5),
    ]
}

pub fn checksum(mut world: World) -> Result<u32, Box<dyn std::error::Error>> {
    for _ in 0..60 {
        world.step()?;
    }
    Ok(world.checksum()?)
}

#[test]
fn the_twin_ends_in_the_kept_bits() -> Outcome {
    let mut wrong = Vec::new();
    for (name, own, expected) in kept() {
        let found = checksum(World::on_twin(own)?)?;
        if found != expected {
            wrong.push(format!("{name}: {found:#010x}, not {expected:#010x}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
    Ok(())
}

#[test]
fn threads_in_another_order_end_in_the_same_bits() -> Outcome {
    for (name, own, expected) in kept() {
        assert_eq!(checksum(World::on_twin_backwards(own)?)?, expected, "{name}");
    }
    Ok(())
}

#[test]
fn two_runs_give_the_same_bits() -> Outcome {
    let one = checksum(World::on_twin(pile(3, 4, &[SLAB, BALL], 9))?)?;
    let two = checksum(World::on_twin(pile(3, 4, &[SLAB, BALL], 9))?)?;
    assert_eq!(one, two);
    let other = checksum(World::on_twin(pile(3, 4, &[SLAB, BALL], 10))?)?;
    assert_ne!(one, other);
    Ok(())
}

#[test]
fn a_step_whose_kernels_are_timed_is_a_step() -> Outcome {
    let own = pile(3, 4, &[CUBE, BALL], 4);
    let (mut plain, mut timed) = (World::on_twin(own.clone())?, World::on_twin(own)?);
    for _ in 0..5 {
        let expected = plain.step()?;
        let (report, kernels) = timed.time_kernels()?;
        assert_eq!(report, expected);
        let runs = |name: &str| kernels.iter().find(|it| it.kernel == name).map(|it| it.runs);
        assert!(runs("advance 0") >= Some(16), "{kernels:?}");
        assert_eq!(runs("settle 0").unwrap_or(0), report.sorts);
        assert_eq!(timed.colour_sizes()?.iter().sum::<usize>(), report.pairs);
    }
    assert_eq!(plain.checksum()?, timed.checksum()?);
    Ok(())
}

#[test]
fn what_makes_no_sense_is_refused() {
    let mut own = scene(Vec::new(), 0.5, 0.0);
    assert!(World::on_twin(own.clone()).is_err());
    own = pile(2, 1, &[BALL], 1);
    own.bodies[1].mass = f64::NAN;
    let said = World::on_twin(own).err().map(|error| error.to_string());
    assert_eq!(said.as_deref(), Some("body 1 has a number that makes no sense"));
}
