//! Numbers for people and for programs.

use crate::rows::{Measured, Row};
use crate::summary::Summary;
use serde_json::{Error, Value, json};
use std::fmt::Write;

/// Rows of a printed table at most: every n-th frame, and all in which something was lost stay in the files.
const PRINTED: usize = 24;

/// The frames as a table, some of them.
pub fn table(rows: &[Row]) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{:>6} {:>5} {:>3} {:>3} {:>5} {:>7} {:>6} {:>7} {:>6} {:>7} {:>6} {:>6} {:>7} {:>5} {:>5} {:>6}",
        "frame",
        "cross",
        "red",
        "b/w",
        "open",
        "pinched",
        "body",
        "body",
        "cloth",
        "visible",
        "on",
        "off",
        "inside",
        "deep",
        "lost",
        "s"
    );
    let every = rows.len().div_ceil(PRINTED).max(1);
    for row in rows.iter().step_by(every) {
        let _ = writeln!(
            text,
            "{:>6} {:>5} {:>3} {:>3} {:>5} {:>7} {:>6} {:>7.2} {:>6.2} {:>7.2} {:>6.3} {:>6.3} {:>7.1} {:>5} {:>5} {:>6.2}",
            row.frame,
            row.crossings,
            row.red,
            row.black_white,
            row.open,
            row.pinched,
            row.body_pairs,
            row.body_speed,
            row.cloth_speed,
            row.visible_speed,
            row.stretch_on,
            row.stretch_off,
            row.inside * 1e3,
            row.too_deep,
            row.lost.len(),
            row.seconds
        );
    }
    text
}

/// A summary as a few lines.
pub fn text(s: &Summary) -> String {
    let mut text = String::new();
    let millimetres = |x: Option<f64>| x.map_or("-".to_owned(), |x| format!("{:.4} mm", x * 1e3));
    let _ = writeln!(
        text,
        "{}: {} frames, {} particles, {:.3} s each{}",
        s.name,
        s.frames,
        s.particles,
        s.seconds_per_frame,
        s.stopped.as_ref().map_or(String::new(), |why| format!("; STOPPED at {why}"))
    );
    let _ = writeln!(
        text,
        "  crossings: at most {}, at the end {}; red in {} frames, black and white in {}; at most {} pinched",
        s.worst.crossings, s.final_crossings, s.red_frames, s.black_white_frames, s.worst.pinched
    );
    for pinch in &s.pinches {
        let recovery = pinch.recovery.map_or("NEVER".to_owned(), |frames| format!("{frames} frames later"));
        let _ = writeln!(text, "  body pinched in frames {} to {}; cloth clean {recovery}", pinch.begin, pinch.end);
    }
    let _ = writeln!(
        text,
        "  fastest: body {:.2} m/s, cloth {:.2}, visible {:.2}{}",
        s.worst.body_speed,
        s.worst.cloth_speed,
        s.worst.visible_speed,
        if s.worst.body_speed > 0.0 {
            format!(" ({:.2} x the body)", s.worst.visible_speed / s.worst.body_speed)
        } else {
            String::new()
        }
    );
    let _ = writeln!(
        text,
        "  stretch: {:.3} on the pinch, {:.3} off it, 99 % of those under {:.3}",
        s.worst.stretch_on, s.worst.stretch_off, s.worst.stretch_off_p99
    );
    let _ = writeln!(
        text,
        "  inside the unpinched body: {:.2} mm, at most {} particles over 2 mm; flutter {}; trembling {}; midway {} of {} particles",
        s.worst.inside * 1e3,
        s.worst.too_deep,
        s.flutter.map_or("-".to_owned(), |a| format!("{a:.4} m/s²")),
        millimetres(s.tremble),
        s.midway.map_or("-".to_owned(), |part| format!("within {:.0} %", part * 100.0)),
        s.between
    );
    for (loss, frames) in &s.lost {
        let _ = writeln!(text, "  lost in {frames} frames: {loss}");
    }
    let sum: f64 = s.stages.values().sum();
    let stages = s.stages.iter().map(|(name, t)| format!("{name} {:.4} s ({:.0} %)", t, 100.0 * t / sum.max(1e-300)));
    let _ = writeln!(text, "  stages: {}", stages.collect::<Vec<_>>().join(", "));
    text
}

/// Every row, comma-separated, a heading first.
pub fn csv(rows: &[Row]) -> Result<String, Error> {
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        let Value::Object(mut cells) = serde_json::to_value(row)? else { continue };
        cells.insert("lost".to_owned(), row.lost.len().into());
        if index == 0 {
            let _ = writeln!(text, "{}", cells.keys().cloned().collect::<Vec<_>>().join(","));
        }
        let _ = writeln!(text, "{}", cells.values().map(Value::to_string).collect::<Vec<_>>().join(","));
    }
    Ok(text)
}

/// Summary and rows.
pub fn json(summary: &Summary, measured: &Measured) -> Result<String, Error> {
    Ok(serde_json::to_string_pretty(&json!({ "summary": summary, "frames": measured.rows }))? + "\n")
}
