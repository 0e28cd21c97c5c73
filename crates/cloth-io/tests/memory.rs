//! How much memory a file may cost, whatever it claims: a small multiple of its size.
//!
//! Measured as the growth of a process's largest address space, which also sees what is reserved and never touched.
//! That size never shrinks, so every case runs in a process of its own, started by the test from its own binary; and
//! only where the system tells (Linux).

use std::fmt::Write;
use std::fs;
use std::process::Command;
use std::time::Instant;

use cloth_io::{ObjDocument, PlyDocument};

/// The most a document may take, in bytes for every byte of its file. Files as exporters write them take 2; the worst
/// are made of statements that mean much in few bytes: faces that are each in 64 groups (39), names without faces (28).
const MULTIPLE: usize = 40;

/// What an allocator may take for itself, in bytes.
const SLACK: usize = 16 << 20;

/// One of the sizes that the system tells of a process: `VmSize` now, `VmPeak` the largest so far; in bytes.
fn size(which: &str) -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(which)?.strip_prefix(':'))?;
    line.split_whitespace().next()?.parse::<usize>().ok().map(|kilobytes| kilobytes * 1024)
}

/// One case: a file, and what reads it.
struct Case {
    name: &'static str,
    bytes: Vec<u8>,
    read: fn(Vec<u8>) -> bool,
}

fn measure(case: &Case) {
    let Case { name, bytes, read } = case;
    let before = size("VmSize").expect("it was there before");
    let start = Instant::now();
    let good = read(bytes.clone());
    let seconds = start.elapsed().as_secs_f64();
    // What building the file took may still be in the peak: the growth is an upper bound.
    let growth = size("VmPeak").expect("it was there before") - before;
    println!(
        "{name}: {:.1} MB, {}, {seconds:.2} s, {:.1} MB of memory",
        bytes.len() as f64 / 1e6,
        if good { "read" } else { "refused" },
        growth as f64 / 1e6
    );
    assert!(growth <= MULTIPLE * bytes.len() + SLACK, "{name}: {growth} bytes for a file of {}", bytes.len());
}

fn read_obj(bytes: Vec<u8>) -> bool {
    ObjDocument::read(bytes, "x").is_ok()
}

fn read_ply(bytes: Vec<u8>) -> bool {
    PlyDocument::read(bytes, "x").is_ok()
}

/// A header whose counts are lies, before a body of a few bytes.
fn lying_ply(encoding: &str, vertices: &str, faces: &str, length: &str) -> Vec<u8> {
    let text = format!(
        "ply\nformat {encoding} 1.0\nelement vertex {vertices}\nproperty float x\nproperty float y\nproperty float z\n\
         element face {faces}\nproperty list {length} int vertex_indices\nend_header\n"
    );
    let mut bytes = text.into_bytes();
    bytes.extend_from_slice(&[0xff; 64]);
    bytes
}

/// A grid as exporters write it: vertices with six decimals, texture coordinates, quads.
fn grid_obj(side: usize) -> String {
    let mut text = String::new();
    for i in 0..side * side {
        let (x, y) = ((i % side) as f64 / side as f64, (i / side) as f64 / side as f64);
        let _ = write!(text, "v {x:.6} {y:.6} {:.6}\nvt {x:.6} {y:.6}\n", (x * y).sin());
    }
    for row in 1..side {
        for column in 1..side {
            let [a, b] = [(row - 1) * side + column, row * side + column];
            let _ = writeln!(text, "f {a}/{a} {}/{} {}/{} {b}/{b}", a + 1, a + 1, b + 1, b + 1);
        }
    }
    text
}

/// Vertices of three bytes, triangles of four: as dense as a file can be.
fn dense_ply(count: usize) -> Vec<u8> {
    let text = format!(
        "ply\nformat binary_little_endian 1.0\nelement vertex {count}\nproperty uchar x\nproperty uchar y\n\
         property uchar z\nelement face {count}\nproperty list uchar uchar vertex_indices\nend_header\n"
    );
    let mut bytes = text.into_bytes();
    bytes.resize(bytes.len() + 3 * count, 7);
    for _ in 0..count {
        bytes.extend_from_slice(&[3, 0, 1, 2]);
    }
    bytes
}

const LIES: [(&str, &str, &str); 4] = [
    ("4000000000", "1", "uchar"),
    ("3", "4000000000", "uchar"),
    ("1", "18446744073709551615", "uint"),
    ("2", "1", "uint"),
];

/// The case of a number; `None` after the last. Only the one that is asked for is built.
fn case(number: usize) -> Option<Case> {
    let faces = |count| "f 1 1 1\n".repeat(count);
    let (name, text) = match number {
        0..12 => {
            let encoding = ["ascii", "binary_little_endian", "binary_big_endian"][number / LIES.len()];
            let (vertices, faces, length) = LIES[number % LIES.len()];
            let bytes = lying_ply(encoding, vertices, faces, length);
            return Some(Case { name: "lying counts", bytes, read: read_ply });
        }
        12 => return Some(Case { name: "dense PLY", bytes: dense_ply(2_000_000), read: read_ply }),
        13 => ("corners only", format!("v 0 0 0\n{}", faces(1_000_000))),
        14 => ("one polygon", format!("v 0 0 0\nvt 0\nf{}\n", " 1/1".repeat(2_000_000))),
        15 => {
            let names = (0..64).fold("g".to_owned(), |line, name| format!("{line} {name}"));
            ("many groups", format!("v 0 0 0\n{names}\n{}", faces(500_000)))
        }
        16 => {
            let names = (0..300_000).fold(String::new(), |text, name| text + &format!("o {name}\n"));
            ("many names", format!("v 0 0 0\nf 1 1 1\n{names}"))
        }
        17 => ("a million vertices", grid_obj(1000)),
        _ => return None,
    };
    Some(Case { name, bytes: text.into_bytes(), read: read_obj })
}

/// Tells a process which case is its own.
const CASE: &str = "SELVEDGE_MEMORY_CASE";

#[test]
fn memory_is_a_small_multiple_of_the_file() {
    if size("VmPeak").is_none() {
        println!("skipped: the system does not tell how much memory a process takes");
        return;
    }
    if let Ok(number) = std::env::var(CASE) {
        return measure(&number.parse().ok().and_then(case).expect("a case"));
    }
    for number in 0.. {
        if case(number).is_none() {
            break;
        }
        let program = std::env::current_exe().expect("this test");
        let mut child = Command::new(program);
        // One arena: a second one would reserve far more than the files take.
        child.arg("--nocapture").env(CASE, number.to_string()).env("MALLOC_ARENA_MAX", "1");
        let output = child.output().expect("a process");
        let text = String::from_utf8_lossy(&output.stdout);
        println!("{}", text.lines().find(|line| line.contains("of memory")).unwrap_or(&text));
        assert!(output.status.success(), "case {number}: {text}{}", String::from_utf8_lossy(&output.stderr));
    }
}
