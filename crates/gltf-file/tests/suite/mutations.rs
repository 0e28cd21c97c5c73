//! Damaged files: cut off at every byte, and with random bytes changed. Any answer will do but a panic.

use gltf_file::GltfFile;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::small::{damaged, pack, read_everything, square};

#[test]
fn cut_off_at_every_byte() {
    let whole = square();
    assert_eq!(GltfFile::from_bytes(&whole, None).and_then(|f| read_everything(&f)).unwrap(), (8, 4));
    for length in 0..whole.len() {
        assert!(GltfFile::from_bytes(&whole[..length], None).is_err(), "{length} of {} bytes", whole.len());
    }
}

#[test]
fn random_bytes_changed() {
    let whole = square();
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let mut readable = 0;
    for _ in 0..20_000 {
        let mut damaged = whole.clone();
        for _ in 0..random.random_range(1..4) {
            let at = random.random_range(0..damaged.len());
            damaged[at] = random.random();
        }
        readable += usize::from(GltfFile::from_bytes(&damaged, None).and_then(|f| read_everything(&f)).is_ok());
    }
    // Most changes hit names and coordinates or break the JSON; both kinds must occur for the test to mean anything.
    assert!((100..19_900).contains(&readable), "{readable}");
}

/// Numbers in the JSON become other numbers: the syntax stays whole, so the damage reaches the deeper checks.
#[test]
fn random_digits_changed() {
    let whole = square();
    let digits: Vec<usize> = (20..whole.len()).filter(|&i| whole[i].is_ascii_digit()).collect();
    let mut random = Pcg64Mcg::seed_from_u64(11);
    for _ in 0..20_000 {
        let mut damaged = whole.clone();
        for _ in 0..random.random_range(1..3) {
            damaged[digits[random.random_range(0..digits.len())]] = random.random_range(b'0'..=b'9');
        }
        if let Ok(file) = GltfFile::from_bytes(&damaged, None) {
            let _ = read_everything(&file);
        }
    }
}

#[test]
fn every_value_of_the_json_replaced() {
    let whole = GltfFile::from_bytes(&square(), None).unwrap();
    let all = damaged(whole.value());
    assert!(all.len() > 1900, "{}", all.len());
    for document in all {
        if let Ok(file) = GltfFile::from_bytes(&pack(&document, &whole.buffers()[0]), None) {
            let _ = read_everything(&file);
        }
    }
}
