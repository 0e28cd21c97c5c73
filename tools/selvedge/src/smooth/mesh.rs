//! One mesh, finer and smoother.
//!
//! What is checked is read back from the bytes that are written, with the rounding of their number format.

use super::Arguments;
use crate::common::{Ending, print};
use crate::inspect::input::Input;
use crate::outputs::Outputs;
use anyhow::{Context, Result, bail};
use cloth_io::{Document, Refined};
use driver::smooth::{Finer, Smoothing};
use geometry::bvh::{BoxTree, Hierarchy};
use geometry::{Assembly, FaceId};
use gia::Analyser;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The thickness of cloth that is not told, as a part of the mean length of its edges.
const THICKNESS: f64 = 0.02;

/// `--json`.
#[derive(Debug, Serialize)]
struct Report {
    output: PathBuf,
    levels: usize,
    /// Before and after.
    vertices: [usize; 2],
    /// Before and after, in the file that was written.
    crossings: [usize; 2],
    clean: bool,
    #[serde(flatten)]
    smooth: Smoothing,
    seconds: f64,
}

/// Smooths a mesh into a file.
pub(super) fn run(arguments: &Arguments) -> Result<Ending> {
    let (common, begun) = (&arguments.common, Instant::now());
    if arguments.frames.is_some() || arguments.inputs.is_some() {
        bail!("{}: it is a mesh; leave out --frames and --inputs", arguments.input.display());
    }
    let files: Vec<&Path> = std::iter::once(arguments.output.as_path()).chain(arguments.json_file()).collect();
    let mut outputs = Outputs::plan(std::slice::from_ref(&arguments.input), &files, common.overwrite)?;
    let document = cloth_io::read(&arguments.input)?;
    let assembly = assemble(&arguments.input, &document)?;
    let finer = cut(arguments, &document, &assembly)?;
    let thickness = vec![THICKNESS * mean_edge(&assembly); assembly.mesh().vertex_count()];
    let smoothed = finer.smooth(assembly.positions(), &thickness, &[]);
    let lists = finer.of_files(&smoothed.positions).concat();
    let file = finer.files().first().context("there is no mesh")?;
    let bytes = file.encode(&lists, &arguments.output)?;
    let before = crossings(&assembly);
    let read_back = cloth_io::decode(bytes.clone(), &arguments.output)?;
    let after = crossings(&assemble(&arguments.output, &read_back)?);
    let report = Report {
        output: arguments.output.clone(),
        levels: usize::from(arguments.levels),
        vertices: [assembly.mesh().vertex_count(), smoothed.positions.len()],
        crossings: [before, after],
        clean: after == 0,
        smooth: Smoothing::of(before, &finer, &smoothed),
        seconds: begun.elapsed().as_secs_f64(),
    };
    let json = serde_json::to_string(&report).context("cannot write the report")? + "\n";
    outputs.add(&arguments.output, bytes);
    if let Some(path) = arguments.json_file() {
        outputs.add(path, json.clone().into_bytes());
    }
    outputs.write()?;
    common.say(&text(&report));
    if common.json_to_stdout() {
        print(&json);
    }
    Ok(if report.clean { Ending::Clean } else { Ending::NotClean })
}

fn assemble(file: &Path, document: &Document) -> Result<Assembly> {
    let mut input = Input { pieces: Vec::new(), numbers: None };
    input.add(file, document.pieces());
    input.assemble_with(None)
}

fn cut(arguments: &Arguments, document: &Document, assembly: &Assembly) -> Result<Finer> {
    let file = || arguments.input.display().to_string();
    let refined = Refined::of_document(document, None).with_context(file)?;
    let triangles: Vec<Vec<[u32; 3]>> = document.pieces().iter().map(|piece| piece.polygons.triangles().0).collect();
    Finer::new(assembly, &triangles, vec![refined], (0, &[]), usize::from(arguments.levels)).with_context(file)
}

/// The mean length of edges, in m.
fn mean_edge(assembly: &Assembly) -> f64 {
    let at = |v: geometry::VertexId| assembly.positions()[v.index()];
    let edges = assembly.mesh().edges();
    edges.iter().map(|edge| (at(edge.vertices[0]) - at(edge.vertices[1])).norm()).sum::<f64>()
        / edges.len().max(1) as f64
}

fn crossings(assembly: &Assembly) -> usize {
    let bounds = |face: u32| assembly.face_bounds(FaceId(face), assembly.positions());
    let tree = BoxTree::build(assembly.mesh().faces().len(), bounds);
    Analyser::default().analyse(assembly.mesh(), assembly.positions(), &tree).crossings().len()
}

fn text(report: &Report) -> String {
    let Report { vertices: [coarse, fine], crossings: [before, after], .. } = report;
    let head = format!("{}: {coarse} vertices are now {fine}\n", report.output.display());
    head + &match (before, after) {
        (0, 0) => "clean: it passes through nothing, before or after\n".to_owned(),
        (before, 0) => format!("clean; it had {before} crossings before\n"),
        (before, after) => format!("NOT CLEAN: {after} crossings; {before} before, and finer edges cross more often\n"),
    }
}
