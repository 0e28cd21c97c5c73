//! The report as a page to open in a browser: one file, with its pictures in it, that asks the network for nothing.

use super::report::{Change, LevelReport, Report};
use crate::inspect::summary::count;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use std::fmt::Write;
use std::path::PathBuf;

const STYLE: &str = "\
body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;background:#fff}
h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem}
.verdict{padding:.75rem 1rem;border-left:.4rem solid;font-size:1.1rem}
.clean{border-color:#2e7d32;background:#eef7ee}.tangled{border-color:#c62828;background:#fdeeee}
.pinched{border-color:#b26a00;background:#fdf4e3}
img{max-width:100%;height:auto}
table{border-collapse:collapse}th,td{text-align:left;padding:.25rem 1.5rem .25rem 0;border-bottom:1px solid #ddd}
td+td,th+th{text-align:right}
@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}.clean{background:#16301a}.tangled{background:#3a1717}
.pinched{background:#35260c}th,td{border-color:#444}}";

/// The page.
pub(super) fn html(report: &Report, inputs: &[PathBuf], picture: &[u8]) -> String {
    let names: Vec<String> = inputs.iter().map(|file| escaped(&file.display().to_string())).collect();
    let names = names.join(", ");
    let class = match report.clean {
        true => "clean",
        false if report.is_only_pinched() => "pinched",
        false => "tangled",
    };
    let verdict = escaped(&report.verdict());
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{names}: untangled</title>\n\
         <style>\n{STYLE}\n</style>\n</head>\n<body>\n<h1>{names}</h1>\n<p class=\"verdict {class}\">{verdict}</p>\n"
    );
    let _ = writeln!(
        html,
        "<img alt=\"The garment before and after the repair\" src=\"data:image/png;base64,{}\">",
        BASE64_STANDARD.encode(picture)
    );
    html.push_str("<h2>Figures</h2>\n");
    table(&mut html, ["figure", "value"], &figures(report));
    if !report.levels.is_empty() {
        html.push_str("<h2>How hard it was</h2>\n");
        let row = |LevelReport { level, iterations, crossings }: &LevelReport| {
            (format!("{level}, {}", count(*iterations, "step")), format!("{} left", count(*crossings, "crossing")))
        };
        table(&mut html, ["level", "result"], &report.levels.iter().map(row).collect::<Vec<_>>());
    }
    if let Some(stopped) = report.stopped {
        let _ = writeln!(html, "<p>Stopped: {}.</p>", escaped(stopped));
    }
    html.push_str("</body>\n</html>\n");
    html
}

fn figures(report: &Report) -> Vec<(String, String)> {
    let Change { before, after } = report.crossings;
    let moved = &report.displacement;
    let length = |length: f64, percent: f64| format!("{length:.4e} ({percent:.3} % of the garment's size)");
    let spread = |of: &super::report::Spread| format!("{:.2} %, {:.2} %", of.mean, of.p95);
    let mut rows = vec![
        ("Crossings, before and after".to_owned(), format!("{before}, {after}")),
        ("Paths, before and after".to_owned(), format!("{}, {}", report.paths.before, report.paths.after)),
        ("Vertices that moved".to_owned(), format!("{} of {}", report.moved_vertices, report.vertices)),
        ("Displacement, mean".to_owned(), length(moved.mean, moved.mean_percent)),
        ("Displacement, root of the mean square".to_owned(), length(moved.rms, moved.rms_percent)),
        ("Displacement, largest".to_owned(), length(moved.max, moved.max_percent)),
        ("Change of edge lengths, mean and 95th percentile".to_owned(), spread(&report.edge_length_change)),
        ("Change of areas, mean and 95th percentile".to_owned(), spread(&report.area_change)),
        ("Flipped faces".to_owned(), report.flipped_faces.to_string()),
        ("Iterations".to_owned(), report.iterations.to_string()),
        ("Seconds".to_owned(), format!("{:.2}", report.seconds)),
    ];
    let pinched = &report.pinched;
    if pinched.particles > 0 {
        let text = format!("{}, {}", pinched.particles, pinched.crossings);
        rows.insert(3, ("Vertices between surfaces of the body, crossings excused there".to_owned(), text));
    }
    if let Some(separation) = report.minimum_separation {
        let text = format!("{separation:.4e} of {:.4e}", report.thickness);
        rows.insert(rows.len() - 2, ("Nearest parts, of the thickness wanted".to_owned(), text));
    }
    rows
}

fn table(html: &mut String, [left, right]: [&str; 2], rows: &[(String, String)]) {
    let _ = writeln!(html, "<table>\n<tr><th>{left}</th><th>{right}</th></tr>");
    for (name, value) in rows {
        let _ = writeln!(html, "<tr><td>{}</td><td>{}</td></tr>", escaped(name), escaped(value));
    }
    html.push_str("</table>\n");
}

/// Text that no browser takes for markup: file names may hold anything.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_no_markup() {
        assert_eq!(escaped("<a> & \"b\""), "&lt;a&gt; &amp; &quot;b&quot;");
    }
}
