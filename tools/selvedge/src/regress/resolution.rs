//! `--resolution`: the garments of a scene with about so many triangles. Sheets get more or fewer cells; garments of the mannequin
//! are cut anew by the tailor.

use super::fixture::Fixture;
use anyhow::{Context, Result};
use cloth_io::{Overwrite, write_new};
use driver::Override;
use driver::scene::GarmentSpec;
use make_fixtures::garments;
use mannequin::Mannequin;
use std::path::Path;

/// Changes a fixture so that its garments have about so many triangles together; what was cut goes to a folder. The names of garments
/// that stay as they are.
pub(crate) fn change(fixture: &mut Fixture, triangles: u32, folder: &Path) -> Result<Vec<String>> {
    let scene = fixture.scene()?;
    let counts = scene
        .specs
        .garment
        .iter()
        .map(|garment| count(garment, &|name| scene.path(name)))
        .collect::<Result<Vec<_>>>()?;
    let all: f64 = counts.iter().sum();
    let longer = (all / f64::from(triangles)).sqrt();
    let mannequin = Mannequin::new();
    let mut kept = Vec::new();
    for (index, garment) in scene.specs.garment.iter().enumerate() {
        if let Some([columns, rows]) = cells(garment) {
            let finer = |cells: f64| (cells / longer).round().max(1.0);
            let value = format!("[{}, {}]", finer(columns), finer(rows));
            fixture.changes.push(Override { key: format!("garment.{index}.shape.sheet.cells"), value });
            continue;
        }
        let stem =
            garment.file.as_deref().map(|file| Path::new(file).file_stem().unwrap_or_default().to_string_lossy());
        let pattern = stem.as_deref().map(|stem| stem.trim_end_matches("-coarse"));
        let usual = pattern.and_then(|name| count_of(name, fixture));
        let factor = usual.map(|usual| (usual / (counts[index] / (longer * longer))).sqrt());
        let cut = pattern
            .zip(factor)
            .map(|(name, factor)| garments::cut_anew(&mannequin, name, factor))
            .transpose()?
            .flatten();
        let Some(piece) = cut.filter(|_| garment.rest_file.is_none()) else {
            kept.push(garment.name.clone());
            continue;
        };
        std::fs::create_dir_all(folder)
            .with_context(|| format!("{}: the folder cannot be made; name another with -o", folder.display()))?;
        let file = folder.join(format!("{}-{}-{triangles}.obj", fixture.name, garment.name));
        write_new(&[piece], &file, Overwrite::Allow)?;
        let real = file.canonicalize().with_context(|| format!("{}: cannot be found again", file.display()))?;
        fixture
            .changes
            .push(Override { key: format!("garment.{index}.file"), value: format!("{:?}", real.to_string_lossy()) });
    }
    Ok(kept)
}

/// The triangles of the mannequin's garment of a name, as the fixtures have it.
fn count_of(name: &str, fixture: &Fixture) -> Option<f64> {
    let file = fixture.folder.join("../../garments").join(format!("{name}.obj"));
    let document = cloth_io::read(&file).ok()?;
    Some(document.pieces().iter().map(|piece| piece.polygons.len() as f64).sum())
}

/// How many triangles a garment has.
fn count(garment: &GarmentSpec, path: &dyn Fn(&str) -> std::path::PathBuf) -> Result<f64> {
    if let Some([columns, rows]) = cells(garment) {
        return Ok(2.0 * columns * rows);
    }
    let Some(file) = &garment.file else { return Ok(0.0) };
    let document = cloth_io::read(&path(file))?;
    Ok(document.pieces().iter().map(|piece| piece.polygons.len() as f64).sum())
}

/// The cells of a sheet.
fn cells(garment: &GarmentSpec) -> Option<[f64; 2]> {
    let cells = &garment.shape.as_ref()?.sheet.cells;
    Some(cells.map(f64::from))
}
