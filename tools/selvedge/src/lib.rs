//! The command line: one module per command, and what they share.
//!
//! | module | holds |
//! |---|---|
//! | [`bake`] | a character's surface at a moment, or over a range of frames |
//! | [`check`] | whether a scene is good, and what it holds |
//! | [`demo`] | a scene that the program carries with it, simulated and shown |
//! | [`drape`] | a scene's garments at rest |
//! | [`export`] | the frames of a run as files that other programs read |
//! | [`inspect`] | Global Intersection Analysis of meshes: report and pictures |
//! | [`regress`] | runs fixtures and compares with what is recorded; fabrics and tangles besides |
//! | [`reproduce`] | the experiments of the five papers, our figures beside theirs |
//! | [`simulate`] | a scene's garments over time |
//! | [`smooth`] | a run or a mesh, finer and smoother |
//! | [`tailor`] | a garment for a character, cut from its own surface |
//! | [`untangle`] | repairs tangled cloth |
//! | `character` | what the commands on characters share |
//! | `colors` | the colours of garments |
//! | `common` | the flags every command has, and how a command ends |
//! | `contact_sheet` | frames side by side on one picture |
//! | `frame_bar` | progress over frames: a bar, or lines |
//! | `garment_file` | a garment with moved vertices as a file |
//! | `outputs` | files to write: checked before the work, written after it, whole or not at all |
//! | `progress` | the bar that shows when work takes more than a second |
//! | `scene_input` | what the commands on scenes share |

pub mod bake;
mod character;
pub mod check;
mod colors;
mod common;
mod contact_sheet;
pub mod demo;
pub mod drape;
pub mod export;
mod frame_bar;
mod garment_file;
pub mod inspect;
mod outputs;
mod progress;
pub mod regress;
pub mod reproduce;
mod scene_input;
pub mod simulate;
pub mod smooth;
pub mod tailor;
pub mod untangle;

use clap::{Parser, Subcommand};
use common::Ending;
use std::process::ExitCode;

/// Cloth that survives pinching: simulates garments on animated characters, finds tangles, and repairs them.
#[derive(Debug, Parser)]
#[command(name = "selvedge", version, arg_required_else_help = true, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Exit codes: 0 done and clean, 1 done but intersections remain, 2 error.
Units are metres, seconds and kilograms; Y is up; indices start at 0 and follow the input file.";

#[derive(Debug, Subcommand)]
enum Command {
    Bake(bake::Arguments),
    Check(check::Arguments),
    Demo(demo::Arguments),
    Drape(drape::Arguments),
    Export(export::Arguments),
    Inspect(inspect::Arguments),
    Regress(regress::Arguments),
    Reproduce(reproduce::Arguments),
    Simulate(simulate::Arguments),
    Smooth(smooth::Arguments),
    Tailor(tailor::Arguments),
    Untangle(untangle::Arguments),
}

/// Runs the tool with the process's arguments and says how it ended.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let ending = match cli.command {
        Command::Bake(arguments) => bake::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Demo(arguments) => demo::run(&arguments),
        Command::Drape(arguments) => drape::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Inspect(arguments) => inspect::run(&arguments),
        Command::Regress(arguments) => regress::run(&arguments),
        Command::Reproduce(arguments) => reproduce::run(&arguments),
        Command::Simulate(arguments) => simulate::run(&arguments),
        Command::Smooth(arguments) => smooth::run(&arguments),
        Command::Tailor(arguments) => tailor::run(&arguments),
        Command::Untangle(arguments) => untangle::run(&arguments),
    };
    exit(ending)
}

/// Runs `selvedge untangle` with the process's arguments: the second binary.
pub fn main_untangle() -> ExitCode {
    exit(untangle::run(&untangle::Cli::parse().arguments))
}

fn exit(ending: anyhow::Result<Ending>) -> ExitCode {
    match ending {
        Ok(Ending::Clean) => ExitCode::from(0),
        Ok(Ending::NotClean) => ExitCode::from(1),
        Err(error) => {
            common::complain(&format!("error: {error:#}"));
            ExitCode::from(2)
        }
    }
}
