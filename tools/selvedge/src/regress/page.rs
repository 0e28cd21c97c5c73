//! A page that shows what failed: the frames side by side, every check, every frame's numbers. It needs nothing but itself.

use super::scenes::Row;
use anyhow::{Context, Result, bail};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cloth_io::Overwrite;
use measure::quantity::Seen;
use measure::sheet::{self, Style};
use measure::table;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// How every page begins, so that no file of somebody else is replaced.
const MARK: &str = "<!DOCTYPE html>\n<!-- selvedge regress -->\n";
const LOOK: &str = "body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:76em;padding:0 1em;color:#222}\
img{max-width:100%}table{border-collapse:collapse}td,th{padding:.15em .7em;text-align:right;border-bottom:1px solid #ddd}\
td:first-child{text-align:left}.fail{color:#b00020;font-weight:600}.scroll{overflow:auto;max-height:40em}pre{overflow:auto}";

/// Writes the page of a row to a folder; its path.
pub(super) fn write(folder: &Path, row: &Row, seen: &Seen) -> Result<PathBuf> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("{}: the folder cannot be made; name another with -o", folder.display()))?;
    let path = folder.join(format!("{}.html", row.name));
    let is_ours = |bytes: Vec<u8>| bytes.starts_with(MARK.as_bytes());
    if path.exists() && !std::fs::read(&path).is_ok_and(is_ours) {
        bail!("{}: exists already and is no page of `selvedge regress`; name another folder with -o", path.display());
    }
    cloth_io::write_atomically(&path, html(row, seen)?.as_bytes(), Overwrite::Allow)?;
    Ok(path)
}

fn html(row: &Row, seen: &Seen) -> Result<String> {
    let mut text = String::from(MARK);
    let name = escaped(&row.name);
    let _ = write!(
        text,
        "<html lang=en><meta charset=utf-8><title>{name}</title><style>{LOOK}</style>\n<h1>{name}</h1>\n<p>{}</p>\n<p class=fail>{}</p>\n",
        escaped(&row.shows),
        escaped(&row.figure)
    );
    if !seen.film.frames.is_empty() {
        let picture = sheet::png(&seen.film, &seen.measured, Style::Sheet).context("cannot encode the picture")?;
        let _ = writeln!(
            text,
            "<img alt=\"frames side by side\" src=\"data:image/png;base64,{}\">",
            STANDARD.encode(picture)
        );
    }
    text += "<h2>Expected</h2>\n<ul>\n";
    for (holds, told) in row.checks.iter().map(super::scenes::Checked::told) {
        let class = if holds { "" } else { " class=fail" };
        let _ = writeln!(text, "<li{class}>{}</li>", escaped(told));
    }
    let _ =
        write!(text, "</ul>\n<h2>Summary</h2>\n<pre>{}</pre>\n<h2>Frames</h2>\n", escaped(&table::text(&seen.summary)));
    frames(&mut text, &table::csv(&seen.measured.rows)?);
    text += "</html>\n";
    Ok(text)
}

/// Comma-separated rows as a table.
fn frames(text: &mut String, csv: &str) {
    *text += "<div class=scroll><table>\n";
    for (index, line) in csv.lines().enumerate() {
        let cell = if index == 0 { "th" } else { "td" };
        let short = |value: &str| value.parse().map_or_else(|_| escaped(value), measure::expect::shown);
        *text += "<tr>";
        for value in line.split(',') {
            let _ = write!(text, "<{cell}>{}</{cell}>", short(value));
        }
        *text += "</tr>\n";
    }
    *text += "</table></div>\n";
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
