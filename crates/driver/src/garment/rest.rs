//! The mesh that is a garment's shape without tension, where the garment itself starts in another.

use super::{Garment, Panel};
use crate::scene::{Scene, SceneProblem};

/// The garment with the rest shape that its scene names, if it names one: vertex by vertex the same mesh.
pub(crate) fn read(scene: &Scene, index: usize, mut garment: Garment) -> Result<Garment, SceneProblem> {
    let Some(name) = &scene.specs.garment[index].rest_file else { return Ok(garment) };
    let path = scene.path(name);
    let wrong = |fault: String, remedy: &str| {
        let fault = format!("{}: {fault}", path.display());
        Err(scene.problem(&format!("garment.{index}.rest_file"), fault, remedy))
    };
    let document = match cloth_io::read(&path) {
        Ok(document) => document,
        Err(error) => {
            let problem = error.problem;
            return wrong(format!("{}: {}", problem.element, problem.fault), &problem.remedy);
        }
    };
    let same = "export both from one mesh, so that they have the same vertices and faces in the same order";
    let (meshes, wanted) = (document.pieces().len(), garment.panels.len());
    if meshes != wanted {
        return wrong(format!("it has {meshes} meshes, and the garment has {wanted}"), same);
    }
    for (panel, piece) in garment.panels.iter_mut().zip(document.pieces()) {
        let rest = Panel::new(piece.clone());
        if rest.piece.positions.len() != panel.piece.positions.len() || rest.triangles != panel.triangles {
            return wrong(format!("mesh {:?} is another than the garment's", piece.name), same);
        }
        panel.rest = Some(rest.piece.positions);
    }
    Ok(garment)
}
