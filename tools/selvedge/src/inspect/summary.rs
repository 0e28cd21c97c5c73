//! The report for a person at a terminal.

use super::report::{AnimationReport, MeshReport, PathReport, Report};
use std::fmt::Write;

/// Paths listed at the most, the longest first; the JSON report has all.
const LISTED: usize = 20;

/// The report as text.
pub(crate) fn text(report: &Report) -> String {
    let mut text = String::new();
    for mesh in &report.meshes {
        describe_mesh(&mut text, mesh);
    }
    if let Some(animation) = &report.animation {
        describe_animation(&mut text, animation);
    }
    if report.clean {
        text.push_str("\nClean: nothing passes through anything.\n");
    } else {
        let (crossings, pairs, paths) = (report.crossings, report.intersecting_pairs, report.paths.len());
        let _ = writeln!(
            text,
            "\nTangled: {} where an edge passes through a face, {} of faces, along {}.\n",
            count(crossings, "place"),
            count(pairs, "pair"),
            count(paths, "path")
        );
        list_paths(&mut text, &report.paths);
    }
    let seconds = report.seconds;
    let _ = writeln!(
        text,
        "\nread {} · build {} · analyse {}",
        duration(seconds.read),
        duration(seconds.build),
        duration(seconds.analyse)
    );
    text
}

fn describe_mesh(text: &mut String, mesh: &MeshReport) {
    let _ = write!(
        text,
        "{}: {}, {}, {}, {}",
        mesh.name,
        count(mesh.vertices, "vertex"),
        count(mesh.faces, "face"),
        count(mesh.components, "component"),
        count(mesh.boundary_edges, "boundary edge")
    );
    if mesh.welded > 0 {
        let _ = write!(text, ", {} welded", grouped(mesh.welded));
    }
    text.push('\n');
    for (faces, what) in
        [(&mesh.degenerate_faces, "repeat a vertex"), (&mesh.duplicate_faces, "repeat an earlier face")]
    {
        if !faces.is_empty() {
            let shown: Vec<String> = faces.iter().take(LISTED).map(u32::to_string).collect();
            let more = if faces.len() > LISTED { format!(" and {} more", faces.len() - LISTED) } else { String::new() };
            let _ = writeln!(text, "  faces that {what}, left out: {}{more}", shown.join(", "));
        }
    }
    if let Some(why) = &mesh.unwelded {
        let _ = writeln!(text, "  seams left open: closing them would give {why}");
    }
}

/// Rows of the table over time at the most.
const MOMENTS: usize = 24;
/// Width of its bars, in characters.
const BAR: usize = 40;

fn describe_animation(text: &mut String, animation: &AnimationReport) {
    let AnimationReport { name, duration, time, worst_time, .. } = animation;
    let _ = writeln!(text, "\n{name:?}, {duration:.2} s, at {time:.3} s; it pinches itself most at {worst_time:.3} s");
    for pair in animation.worst_parts.iter().take(LISTED / 2) {
        let [a, b] = &pair.parts;
        let _ = writeln!(text, "  {} of faces between {a} and {b}", count(pair.intersecting_pairs, "pair"));
    }
    let most = animation.samples.iter().map(|s| s.intersecting_pairs).max().unwrap_or(0);
    let stride = animation.samples.len().div_ceil(MOMENTS).max(1);
    let _ = writeln!(text, "\n  {:>8} {:>9} {:>7}", "time", "crossings", "pairs");
    for sample in animation.samples.iter().step_by(stride) {
        let bar = "█".repeat((sample.intersecting_pairs * BAR).div_ceil(most.max(1)));
        let _ = writeln!(
            text,
            "  {:>6.3} s {:>9} {:>7} {bar}",
            sample.time,
            grouped(sample.crossings),
            grouped(sample.intersecting_pairs)
        );
    }
    if stride > 1 {
        let _ = writeln!(text, "  every {stride} samples; --json lists all");
    }
}

fn list_paths(text: &mut String, paths: &[PathReport]) {
    let mut longest: Vec<&PathReport> = paths.iter().collect();
    longest.sort_by_key(|path| std::cmp::Reverse(path.crossings));
    let _ = writeln!(
        text,
        "  {:<9} {:<12} {:>9} {:>11} {:>7} {:>7} {:>7}  around",
        "kind", "colour", "crossings", "length", "black", "white", "red"
    );
    for path in longest.iter().take(LISTED) {
        let [x, y, z] = path.center;
        let _ = writeln!(
            text,
            "  {:<9} {:<12} {:>9} {:>9.4} m {:>7} {:>7} {:>7}  {x:.3} {y:.3} {z:.3}",
            path.kind,
            path.color,
            grouped(path.crossings),
            path.length,
            grouped(path.black.len()),
            grouped(path.white.len()),
            grouped(path.red.len())
        );
    }
    if paths.len() > LISTED {
        let _ = writeln!(text, "  and {}; --json lists all", count(paths.len() - LISTED, "shorter path"));
    }
}

/// A number with its noun: "1 path", "2 paths", "3 vertices".
pub(crate) fn count(number: usize, noun: &str) -> String {
    let plural = match noun.strip_suffix("ex") {
        Some(stem) => format!("{stem}ices"),
        None => format!("{noun}s"),
    };
    format!("{} {}", grouped(number), if number == 1 { noun } else { &plural })
}

/// A number with a comma between every three digits.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn duration(seconds: f64) -> String {
    if seconds >= 1.0 { format!("{seconds:.2} s") } else { format!("{:.1} ms", seconds * 1e3) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(count(1, "vertex"), "1 vertex");
        assert_eq!(count(2601, "vertex"), "2,601 vertices");
        assert_eq!(count(1_234_567, "path"), "1,234,567 paths");
        assert_eq!(duration(0.0123), "12.3 ms");
        assert_eq!(duration(3.0), "3.00 s");
    }
}
