//! Files with random bytes changed, cut out and doubled: an answer or a sentence, and
//! never a panic, an endless loop or more memory than the file has bytes.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_geometry::files::Format;

use crate::{
    TETRAHEDRON_DAE, TETRAHEDRON_MSH_2, TETRAHEDRON_MSH_4, TETRAHEDRON_OBJ, TETRAHEDRON_PLY,
    TETRAHEDRON_STL, TETRAHEDRON_VTK, TETRAHEDRON_VTK_5, binary_msh, binary_ply, binary_stl, parse,
    tetrahedron_gltf,
};

fn mutate(bytes: &[u8], random: &mut ChaCha8Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..random.random_range(1..6) {
        if bytes.is_empty() {
            break;
        }
        let at = random.random_range(0..bytes.len());
        let end = (at + random.random_range(1..12)).min(bytes.len());
        match random.random_range(0..6) {
            0 => bytes[at] = random.random(),
            1 => bytes[at] ^= 1 << random.random_range(0..8),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
            4 => {
                let words: [&[u8]; 8] = [
                    b"-1",
                    b"4294967295",
                    b"18446744073709551615",
                    b"nan",
                    b"1e999",
                    b"\xff",
                    b" ",
                    b"\n",
                ];
                let word = words[random.random_range(0..words.len())].to_vec();
                bytes.splice(at..end, word);
            }
            _ => bytes.truncate(at),
        }
    }
    bytes
}

fn survives(format: Format, bytes: &[u8], seed: u64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (mut good, mut bad) = (0, 0);
    for _ in 0..4000 {
        match parse(format, &mutate(bytes, &mut random)) {
            Ok(_) => good += 1,
            Err(error) => {
                bad += 1;
                let text = error.to_string();
                assert!(text.len() < 400 && !text.contains('\n'), "{text}");
            }
        }
    }
    println!("{format:?}: {good} read, {bad} refused");
    assert!(bad > 0);
}

#[test]
fn obj() {
    survives(Format::Obj, TETRAHEDRON_OBJ.as_bytes(), 1);
}

#[test]
fn stl() {
    survives(Format::Stl, TETRAHEDRON_STL.as_bytes(), 2);
    survives(Format::Stl, &binary_stl(), 3);
}

#[test]
fn ply() {
    survives(Format::Ply, TETRAHEDRON_PLY.as_bytes(), 4);
    survives(Format::Ply, &binary_ply(false), 5);
    survives(Format::Ply, &binary_ply(true), 6);
}

#[test]
fn gltf() {
    let text = tetrahedron_gltf();
    survives(Format::Gltf, text.as_bytes(), 7);
    survives(Format::Gltf, &glb(&text), 8);
}

/// The same file in a binary container.
fn glb(text: &str) -> Vec<u8> {
    let mut json = text.as_bytes().to_vec();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut bytes = b"glTF\x02\0\0\0".to_vec();
    bytes.extend((json.len() as u32 + 20).to_le_bytes());
    bytes.extend((json.len() as u32).to_le_bytes());
    bytes.extend(b"JSON");
    bytes.extend(json);
    assert!(parse(Format::Gltf, &bytes).is_ok());
    bytes
}

#[test]
fn dae() {
    survives(Format::Dae, TETRAHEDRON_DAE.as_bytes(), 13);
}

#[test]
fn vtk() {
    survives(Format::Vtk, TETRAHEDRON_VTK.as_bytes(), 14);
    survives(Format::Vtk, TETRAHEDRON_VTK_5.as_bytes(), 15);
}

#[test]
fn msh() {
    survives(Format::Msh, TETRAHEDRON_MSH_2.as_bytes(), 9);
    survives(Format::Msh, TETRAHEDRON_MSH_4.as_bytes(), 10);
    survives(Format::Msh, &binary_msh(false), 11);
    survives(Format::Msh, &binary_msh(true), 12);
}
