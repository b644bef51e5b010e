//! On a graphics card, where there is one: `STICKSLIP_REQUIRE_GPU=1` fails without.

use stickslip_gpu::{GpuError, World, compile_kernels};

use crate::golden::{checksum, kept};

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// Whether a failure means that there is nothing to test.
fn is_skipped(error: &GpuError) -> bool {
    let must = std::env::var("STICKSLIP_REQUIRE_GPU").is_ok_and(|value| value == "1");
    let skipped = !must && matches!(error, GpuError::NoDevice { .. });
    if skipped {
        println!("skipped: no device ({error})");
    }
    skipped
}

#[test]
fn a_card_ends_in_the_bits_of_the_twin() -> Outcome {
    for (name, own, expected) in kept() {
        match World::on_card(own, 0) {
            Ok(world) => assert_eq!(checksum(world)?, expected, "{name}"),
            Err(error) if is_skipped(&error) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

#[test]
fn kernels_compile_where_nvrtc_is() -> Outcome {
    match compile_kernels((9, 0)) {
        Ok(size) => assert!(size > 10_000),
        Err(error @ GpuError::NoDevice { .. }) => println!("skipped: {error}"),
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

#[test]
fn a_machine_without_a_card_says_so_in_one_sentence() {
    if let Err(error) = stickslip_gpu::cards() {
        let said = error.to_string();
        assert!(said.starts_with("no graphics card can be used: "), "{said}");
        assert!(!said.contains('\n'), "{said}");
    }
}
