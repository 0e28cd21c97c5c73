//! Simulates shots and measures them: `cargo run --release -p selvedge-tests --bin shots -- [SCENE...] [-o DIR]`.
//!
//! A scene is one of the names that `--list` prints, or a scene file. `--set KEY=VALUE` replaces a key in all of them, `--frames
//! A..B` their range. For each, a table and a summary are printed, and NAME.csv, NAME.json and NAME.png are written.

use anyhow::{Context, Result, bail};
use selvedge_tests::shots::{self, Summary, list, sheet, table};
use std::path::{Path, PathBuf};

/// What to do.
struct Arguments {
    scenes: Vec<String>,
    folder: PathBuf,
    changes: Vec<(String, String)>,
    suffix: String,
}

fn main() -> Result<()> {
    let Some(arguments) = arguments()? else {
        println!("{}", list::names().join("\n"));
        return Ok(());
    };
    std::fs::create_dir_all(&arguments.folder)
        .with_context(|| format!("cannot make the folder {}", arguments.folder.display()))?;
    for name in &arguments.scenes {
        if let Some(scene) = list::scene(name, &arguments.folder)? {
            shoot(&scene, &arguments)?;
        }
    }
    Ok(())
}

/// `None` if only the names are wanted.
fn arguments() -> Result<Option<Arguments>> {
    let mut given = std::env::args().skip(1);
    let folder = std::env::temp_dir().join("shots");
    let mut found = Arguments { scenes: Vec::new(), folder, changes: Vec::new(), suffix: String::new() };
    while let Some(argument) = given.next() {
        let mut value = || given.next().with_context(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--list" => return Ok(None),
            "-o" => found.folder = value()?.into(),
            "--as" => found.suffix = format!("-{}", value()?),
            "--set" => {
                let text = value()?;
                let (key, value) = text.split_once('=').with_context(|| format!("{text} has no `=`"))?;
                found.changes.push((key.to_owned(), value.to_owned()));
            }
            "--frames" => {
                let text = value()?;
                let (first, last) = text.split_once("..").with_context(|| format!("{text} has no `..`"))?;
                found.changes.push(("simulation.frames".to_owned(), format!("[{first}, {last}]")));
            }
            flag if flag.starts_with('-') => {
                bail!("{flag} is not known; there are -o, --set, --frames, --as and --list")
            }
            scene => found.scenes.push(scene.to_owned()),
        }
    }
    if found.scenes.is_empty() {
        found.scenes = list::names();
    }
    Ok(Some(found))
}

fn shoot(scene: &Path, arguments: &Arguments) -> Result<()> {
    let changes: Vec<(&str, &str)> = arguments.changes.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    let mut film = shots::play(scene, &changes, &mut |frame| {
        let report = &frame.report;
        eprintln!(
            "frame {}: {:.2} s, {} crossings, {} pinched",
            report.frame, report.seconds, report.crossings, report.pinched
        );
    })?;
    film.name += &arguments.suffix;
    let measured = shots::measure(&film);
    let summary = Summary::of(&film, &measured);
    println!("{}{}", table::table(&measured.rows), table::text(&summary));
    let write = |extension: &str, bytes: &[u8]| {
        let path = arguments.folder.join(format!("{}.{extension}", film.name));
        std::fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))
    };
    write("csv", table::csv(&measured.rows)?.as_bytes())?;
    write("json", table::json(&summary, &measured)?.as_bytes())?;
    if !film.frames.is_empty() {
        write("png", &sheet::png(&film, &measured, sheet::Style::Sheet)?)?;
    }
    Ok(())
}
