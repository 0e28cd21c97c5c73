//! Real files with random damage: a body or an error, never a panic, and no more memory than the file justifies.
//!
//! The ordinary run takes a few hundred damaged files, the same every time. `SELVEDGE_DAMAGE_SECONDS=600` goes on for ten
//! minutes with others. A test binary of its own, because it measures memory.

mod counting;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use body::{Body, Pose, When, Wrap};
use counting::{Counting, most_held};
use gltf_file::GltfFile;
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Damaged files of the ordinary run.
const FILES: usize = 300;
/// The largest file that is worth damaging: in larger ones a change hardly ever hits anything but numbers.
const LARGEST: u64 = 600_000;
/// What a file may take, in bytes for each of its own. Keys and positions become doubles, every mesh is there as stored,
/// posed, welded and connected; JSON is held three times.
const MULTIPLE: usize = 100;
/// And what any file may take: nodes can show one mesh many times, up to a fixed number of vertices.
const SLACK: usize = 64 << 20;

#[test]
fn random_damage_is_survived() {
    let corpus = corpus();
    if corpus.is_empty() {
        println!("SKIPPED: there are no files to damage");
        return;
    }
    let seconds: u64 = env::var("SELVEDGE_DAMAGE_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let mut random = Pcg64Mcg::seed_from_u64(seconds + 3);
    let start = Instant::now();
    let (mut tried, mut bodies, mut worst) = (0, 0, 0);
    while tried < FILES || start.elapsed() < Duration::from_secs(seconds) {
        let (path, bytes) = &corpus[random.random_range(0..corpus.len())];
        let damaged = damage(bytes, &mut random);
        let (good, held) = most_held(|| use_it(&damaged, path));
        assert!(held <= MULTIPLE * damaged.len() + SLACK, "{}: {held} bytes for {}", path.display(), damaged.len());
        tried += 1;
        bodies += usize::from(good);
        worst = worst.max(held / damaged.len());
    }
    println!("{tried} damaged files: {bodies} bodies; at most {worst} bytes of memory for a byte of a file");
}

/// The models of the shared data that are small enough, with their bytes.
fn corpus() -> Vec<(PathBuf, Vec<u8>)> {
    let shared = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data"));
    let mut folders: Vec<PathBuf> = ["import", "hostile", "characters"].iter().map(|name| shared.join(name)).collect();
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())) {
            let is_model = path.extension().is_some_and(|e| e == "glb" || e == "gltf");
            if path.is_dir() {
                folders.push(path);
            } else if is_model && fs::metadata(&path).is_ok_and(|m| m.len() < LARGEST) {
                found.push((path.clone(), fs::read(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// One to eight changes: digits for digits, which keeps JSON well-formed; bytes anywhere; a piece cut out or doubled.
fn damage(bytes: &[u8], random: &mut impl Rng) -> Vec<u8> {
    let mut damaged = bytes.to_vec();
    let digits: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at].is_ascii_digit()).collect();
    for _ in 0..random.random_range(1..=8) {
        let at = random.random_range(0..damaged.len());
        match random.random_range(0..10) {
            0..6 if !digits.is_empty() => {
                let at = digits[random.random_range(0..digits.len())].min(damaged.len() - 1);
                damaged[at] = b'0' + random.random_range(0..10_u8);
            }
            6..9 => damaged[at] = random.random(),
            _ => {
                let end = (at + random.random_range(1..64)).min(damaged.len());
                let piece = damaged[at..end].to_vec();
                if random.random() && damaged.len() > 2 * piece.len() {
                    damaged.drain(at..end);
                } else {
                    damaged.splice(at..at, piece);
                }
            }
        }
    }
    damaged
}

/// Everything that is cheap to ask of a file; whether it made a body.
fn use_it(bytes: &[u8], path: &Path) -> bool {
    let Ok(file) = GltfFile::from_bytes(bytes, path.parent()) else { return false };
    let Ok(body) = Body::read(&file, |_| true) else { return false };
    let mut pose = Pose::default();
    for (clip, info) in body.animations().iter().enumerate().take(3) {
        let when = When::Clip { clip, time: info.duration * 0.7, wrap: Wrap::Loop };
        if body.pose(when, &mut pose).is_ok() {
            assert!(pose.positions().iter().all(|p| p.iter().all(|x| x.is_finite())), "{}", path.display());
        }
    }
    true
}
