//! Broken files: cut at every length, and with bytes flipped at random. Nothing panics, whatever reads comes back
//! byte for byte, and every refusal has its three parts.

use cloth_io::{ObjDocument, PlyDocument};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::support::{ENCODINGS, message, positions, rich_ply};

const OBJ: &str = "# cloth\r\nmtllib x.mtl\no a\nv 0 0 0 1 0 0\nv 1 0 -1e-3 .5 0 0\nv +1 1 0 0 0 1\nv 0 1. 0 0 0 1\n\
                   vt 0 0\nvt 1 1\nvn 0 0 1\ng hem cuff\nusemtl silk\nf 1/1/1 2/2/1 \\\n 3/1/1\nf -4 -2 -1\nf 1//1 2//1 3//1 4//1\n";

fn try_obj(bytes: Vec<u8>) -> bool {
    match ObjDocument::read(bytes.clone(), "x") {
        Ok(document) => {
            let same = document.with_positions(&positions(document.pieces())).map_err(|problem| message(&problem));
            assert_eq!(same, Ok(bytes));
            true
        }
        Err(problem) => {
            message(&problem);
            false
        }
    }
}

fn try_ply(bytes: Vec<u8>) -> bool {
    match PlyDocument::read(bytes.clone(), "x") {
        Ok(document) => {
            let same = document.with_positions(&positions(document.pieces())).map_err(|problem| message(&problem));
            assert_eq!(same, Ok(bytes));
            true
        }
        Err(problem) => {
            message(&problem);
            false
        }
    }
}

#[test]
fn files_cut_at_every_length() {
    assert!(try_obj(OBJ.into()));
    for length in 0..OBJ.len() {
        try_obj(OBJ.as_bytes()[..length].to_vec());
    }
    for encoding in ENCODINGS {
        let whole = rich_ply(encoding);
        let needed = whole.len() - b"\ntrailing".len();
        for length in 0..whole.len() {
            let read = try_ply(whole[..length].to_vec());
            // A number of an ASCII file that is cut may still be a number, and a blank is not needed at the end.
            assert!(encoding == "ascii" || read == (length >= needed), "{encoding} cut at {length}");
        }
    }
}

/// One to four bytes changed: at random, or to one that means something.
fn mutate(bytes: &[u8], random: &mut Pcg64Mcg) -> Vec<u8> {
    const TELLING: &[u8] = b"0123456789-+./ \\\n\r\t#evfgn\x00\xff\x80\x7f";
    let mut bytes = bytes.to_vec();
    for _ in 0..random.random_range(1..=4) {
        let at = random.random_range(0..bytes.len());
        match random.random_range(0..5) {
            0 => bytes[at] ^= 1 << random.random_range(0..8),
            1 => bytes[at] = random.random(),
            2 => bytes.insert(at, TELLING[random.random_range(0..TELLING.len())]),
            3 => drop(bytes.remove(at)),
            _ => bytes[at] = TELLING[random.random_range(0..TELLING.len())],
        }
    }
    bytes
}

#[test]
fn files_with_flipped_bytes() {
    let mut random = Pcg64Mcg::seed_from_u64(20_260_101);
    let mut survivors = [0; 4];
    for _ in 0..4000 {
        survivors[0] += usize::from(try_obj(mutate(OBJ.as_bytes(), &mut random)));
        for (survivors, encoding) in survivors[1..].iter_mut().zip(ENCODINGS) {
            *survivors += usize::from(try_ply(mutate(&rich_ply(encoding), &mut random)));
        }
    }
    println!("of 4000 mutants each, read: OBJ and three encodings of PLY {survivors:?}");
    assert!(survivors.iter().all(|&count| count > 100 && count < 3900), "mutants both read and fail: {survivors:?}");
}

#[test]
fn noise() {
    let mut random = Pcg64Mcg::seed_from_u64(3);
    for _ in 0..2000 {
        let mut bytes: Vec<u8> = (0..random.random_range(0..200)).map(|_| random.random()).collect();
        try_obj(bytes.clone());
        bytes.splice(0..0, *b"ply\nformat binary_big_endian 1.0\n");
        try_ply(bytes);
    }
}
