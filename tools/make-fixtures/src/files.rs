//! Fixtures → files: an OBJ file for each mesh and garment, a GLB file for each body, and a scene.

use crate::{Tangle, cubes, garments, leaves, solids, tangles};
use anyhow::{Context, Result};
use cloth_io::{Overwrite, Piece, Polygons, write_new};
use geometry::shapes::Shape;
use mannequin::Mannequin;
use std::path::Path;

/// The names of a fixture's files: `NAME.obj`, or `NAME.a.obj`, `NAME.b.obj` and so on where it has several meshes.
pub fn names(tangle: &Tangle) -> Vec<String> {
    match tangle.pieces.len() {
        1 => vec![format!("{}.obj", tangle.name)],
        count => ('a'..).take(count).map(|letter| format!("{}.{letter}.obj", tangle.name)).collect(),
    }
}

/// Writes every fixture into a folder, over what is there.
pub fn write_all(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    for tangle in tangles() {
        for (name, shape) in names(&tangle).iter().zip(&tangle.pieces) {
            write_new(&[piece(name.trim_end_matches(".obj"), shape)], &folder.join(name), Overwrite::Allow)?;
        }
    }
    Ok(())
}

fn piece(name: &str, shape: &Shape) -> Piece {
    let polygons = Polygons::of_triangles(&shape.triangles);
    Piece { name: name.to_owned(), positions: shape.positions.clone(), polygons, ..Piece::default() }
}

/// Writes every solid into a folder, over what is there.
pub fn write_solids(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    for solid in solids() {
        let path = folder.join(format!("{}.obj", solid.name));
        write_new(&[piece(solid.name, &solid.shape)], &path, Overwrite::Allow)?;
    }
    Ok(())
}

/// Writes every body into a folder.
pub fn write_bodies(folder: &Path, mannequin: &Mannequin) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    cloth_io::write_atomically(&folder.join("mannequin.glb"), &mannequin.glb(), Overwrite::Allow)?;
    Ok(())
}

/// Writes every garment of the mannequin, and the cubes, into a folder.
pub fn write_garments(folder: &Path, mannequin: &Mannequin) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    for piece in garments(mannequin)? {
        let path = folder.join(format!("{}.obj", piece.name));
        write_new(&[piece], &path, Overwrite::Allow)?;
    }
    write_new(&cubes(cubes::ALL, cubes::SIDE), &folder.join("cubes.obj"), Overwrite::Allow)?;
    Ok(())
}

/// Writes the scenes that are generated into the folder of scenes.
pub fn write_scenes(folder: &Path) -> Result<()> {
    let folder = folder.join("hundred-leaves");
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    cloth_io::write_atomically(&folder.join("scene.toml"), leaves::scene().as_bytes(), Overwrite::Allow)?;
    Ok(())
}
