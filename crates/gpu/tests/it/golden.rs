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
        ("balls", pile(5, 6, &[BALL], 1), 0x692a_31ef),
        ("cubes", pile(4, 5, &[CUBE], 1), 0x1395_089a),
        ("slabs and balls", pile(4, 4, &[SLAB, BALL], 7), 0xbc71_4d24),
        ("bouncing", bouncing, 0x41c1_ebb7),
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
fn two_runs_give_the_same_bits() -> Outcome {
    let one = checksum(World::on_twin(pile(3, 4, &[SLAB, BALL], 9))?)?;
    let two = checksum(World::on_twin(pile(3, 4, &[SLAB, BALL], 9))?)?;
    assert_eq!(one, two);
    let other = checksum(World::on_twin(pile(3, 4, &[SLAB, BALL], 10))?)?;
    assert_ne!(one, other);
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
