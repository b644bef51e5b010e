//! Numbers in, the same numbers out, in few bytes.

use super::{Column, Decoder, Encoder};

fn round_trip(values: &[i64], columns: usize) -> usize {
    let (mut encoder, mut learned) = (Encoder::default(), vec![Column::default(); columns]);
    for (at, &value) in values.iter().enumerate() {
        encoder.write(&mut learned[at % columns], value);
    }
    let bytes = encoder.finish();
    let (mut decoder, mut learned) = (Decoder::new(&bytes), vec![Column::default(); columns]);
    for (at, &value) in values.iter().enumerate() {
        assert_eq!(decoder.read(&mut learned[at % columns]), Some(value), "number {at}");
    }
    bytes.len()
}

#[test]
fn numbers_of_all_sizes_come_back() {
    let all = [0, 1, -1, 127, -128, 300, -70_000, 1 << 40, i64::MAX, i64::MIN];
    for count in 0..=all.len() {
        round_trip(&all[..count], 1);
    }
    // Carries run through bytes of 0xff: many lengths, many seeds.
    let mut state = 1_u64;
    for length in 1..200 {
        let values: Vec<i64> = (0..length)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 1) as i64 >> (state >> 58)
            })
            .collect();
        round_trip(&values, 1 + length % 3);
    }
}

/// Numbers of 12 bits and a sign take no more than that, and zeros nearly nothing.
#[test]
fn small_numbers_take_few_bytes() {
    let mut state = 7_u64;
    let values: Vec<i64> = (0..4000)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 52) as i64 - 2048
        })
        .collect();
    assert!(round_trip(&values, 1) < 4000 * 12 / 8 * 103 / 100);
    assert!(round_trip(&[0; 4000], 1) < 200);
}

/// Whatever the bytes are, numbers come out and nothing breaks.
#[test]
fn wrong_bytes_break_nothing() {
    let bytes: Vec<u8> = (0..=255_u8).map(|at| at.wrapping_mul(167)).collect();
    for skipped in 0..64 {
        let (mut decoder, mut column) = (Decoder::new(&bytes[skipped..]), Column::default());
        for _ in 0..100 {
            if decoder.read(&mut column).is_none() {
                break;
            }
        }
    }
}
