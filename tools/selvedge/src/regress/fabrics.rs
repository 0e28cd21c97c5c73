//! Fabrics in the laboratory: what was measured, as JSON and as a table.

use anyhow::{Context, Result, anyhow};
use dynamics::Material;
use dynamics::laboratory::cantilever::{self, Along, Bending};
use dynamics::laboratory::cusick::{self, Drape};
use rayon::prelude::*;
use serde::Serialize;
use std::fmt::Write;
use std::time::Instant;

/// The coarse disc has the fine one's faces divided by this: edges twice as long.
const COARSER: usize = 4;
/// How far the coarse disc's coefficient may be from the fine one's, in points.
const MESH_TOLERANCE: f64 = 6.0;
/// How far the strip's rigidity may be from the material's, relative to it.
const RIGIDITY_TOLERANCE: f64 = 0.05;

/// The report.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    passed: bool,
    fabrics: Vec<Fabric>,
    seconds: f64,
}

/// A fabric's row. Units: kg, m, N, %.
#[derive(Debug, Serialize)]
pub(crate) struct Fabric {
    name: &'static str,
    density: f64,
    /// Rigidities along warp and weft: the material's, and what the strips gave back.
    rigidity: [f64; 2],
    rigidity_measured: [f64; 2],
    bending_length: [f64; 2],
    faces: [usize; 2],
    drape_coefficient: [f64; 2],
    folds: [usize; 2],
    published: [f64; 2],
    iterations: [u32; 2],
    /// What is wrong; nothing when the fabric is as it should be.
    faults: Vec<String>,
    seconds: f64,
}

/// One measurement.
enum Job {
    Disc(Drape),
    Strip(Bending),
}

/// Measures the fabrics; also returns their fine discs.
pub(crate) fn measure(names: &[&'static str], faces: usize) -> Result<(Report, Vec<(&'static str, Drape)>)> {
    let start = Instant::now();
    // The longest jobs come first, so that no thread is left alone with one at the end.
    let jobs: Vec<(usize, usize)> = [1, 0, 2, 3].iter().flat_map(|k| (0..names.len()).map(move |f| (f, *k))).collect();
    let mut done =
        jobs.par_iter().map(|&(f, k)| run(names[f], k, faces).map(|job| ((f, k), job))).collect::<Result<Vec<_>>>()?;
    done.sort_by_key(|(place, _)| *place);
    let mut done = done.into_iter().map(|(_, job)| job);
    let mut fabrics = Vec::new();
    let mut drapes = Vec::new();
    for &name in names {
        let four: Vec<(Job, f64)> = done.by_ref().take(4).collect();
        let Ok([(Job::Disc(coarse), a), (Job::Disc(fine), b), (Job::Strip(warp), c), (Job::Strip(weft), d)]) =
            <[(Job, f64); 4]>::try_from(four)
        else {
            return Err(anyhow!("{name}: a measurement is missing"));
        };
        fabrics.push(Fabric::new(name, [&coarse, &fine], [warp, weft], a + b + c + d)?);
        drapes.push((name, fine));
    }
    let passed = fabrics.iter().all(|fabric| fabric.faults.is_empty());
    Ok((Report { passed, fabrics, seconds: start.elapsed().as_secs_f64() }, drapes))
}

/// Measurement `k` of a fabric, and how long it took.
fn run(name: &str, k: usize, faces: usize) -> Result<(Job, f64)> {
    let start = Instant::now();
    let material = preset(name)?;
    let job = match k {
        0 => cusick::measure(&material, faces / COARSER).map(Job::Disc),
        1 => cusick::measure(&material, faces).map(Job::Disc),
        2 => cantilever::measure(&material, Along::Warp).map(Job::Strip),
        _ => cantilever::measure(&material, Along::Weft).map(Job::Strip),
    };
    Ok((job.with_context(|| name.to_owned())?, start.elapsed().as_secs_f64()))
}

fn preset(name: &str) -> Result<Material> {
    Material::preset(name)
        .ok_or_else(|| anyhow!("{name}: no such fabric; choose from {}", Material::PRESETS.join(", ")))
}

impl Fabric {
    fn new(name: &'static str, drapes: [&Drape; 2], strips: [Bending; 2], seconds: f64) -> Result<Self> {
        let material = preset(name)?;
        let range = cusick::published(name).ok_or_else(|| anyhow!("{name}: no range is published for it"))?;
        let mut fabric = Self {
            name,
            density: material.density,
            rigidity: [material.bend_warp, material.bend_weft],
            rigidity_measured: strips.map(|strip| strip.rigidity),
            bending_length: strips.map(|strip| strip.length),
            faces: drapes.map(|drape| drape.triangles.len()),
            drape_coefficient: drapes.map(|drape| drape.coefficient),
            folds: drapes.map(|drape| drape.folds),
            published: [*range.start(), *range.end()],
            iterations: drapes.map(|drape| drape.iterations),
            faults: Vec::new(),
            seconds,
        };
        let at_rest = drapes.iter().all(|drape| drape.at_rest) && strips.iter().all(|strip| strip.at_rest);
        fabric.judge(at_rest);
        Ok(fabric)
    }

    fn judge(&mut self, at_rest: bool) {
        let [low, high] = self.published;
        let [coarse, fine] = self.drape_coefficient;
        let mut fault = |is: bool, text: &str| {
            if is {
                self.faults.push(text.to_owned());
            }
        };
        fault([coarse, fine].iter().any(|found| !(low..=high).contains(found)), "drape out of range");
        fault((coarse - fine).abs() > MESH_TOLERANCE, "drape depends on the mesh");
        let off = |k: usize| (self.rigidity_measured[k] / self.rigidity[k] - 1.0).abs() > RIGIDITY_TOLERANCE;
        fault(off(0) || off(1), "strip disagrees with rigidity");
        fault(!at_rest, "not at rest");
    }
}

impl Report {
    /// Whether every fabric is as it should be.
    pub fn passed(&self) -> bool {
        self.passed
    }

    /// The table for a person.
    pub fn text(&self) -> String {
        let mut text = String::from(
            "fabric    density  rigidity µN·m   drape of disc  drape %   folds  bending length     s\n\
             \x20          g/m²    warp   weft coarse   fine  published        warp   weft mm\n",
        );
        for fabric in &self.fabrics {
            let micro = fabric.rigidity.map(|x| 1e6 * x);
            let milli = fabric.bending_length.map(|x| 1e3 * x);
            let ([coarse, fine], [low, high]) = (fabric.drape_coefficient, fabric.published);
            let verdict =
                if fabric.faults.is_empty() { "ok".to_owned() } else { fabric.faults.join(", ").to_uppercase() };
            let _ = writeln!(
                text,
                "{:<9} {:>7.0} {:>7.1} {:>6.1} {coarse:>6.1} {fine:>6.1}  {low:>4.0}–{high:<4.0} {:>4}/{:<4} {:>5.1}  {:>5.1} \
                 {:>9.1}  {verdict}",
                fabric.name,
                1e3 * fabric.density,
                micro[0],
                micro[1],
                fabric.folds[0],
                fabric.folds[1],
                milli[0],
                milli[1],
                fabric.seconds,
            );
        }
        let _ = writeln!(text, "{:.1} s", self.seconds);
        text
    }
}
