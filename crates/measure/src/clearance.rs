//! The least distance between layers of cloth (BFA02 §6: collisions keep a rounding tolerance).

use crate::film::Film;
use contact::{ClothSearch, cloth::ClothReach};

/// How far layers are looked for, in metres: no fabric of the fixtures is thicker.
const REACH: f64 = 1e-3;

/// The least distance of two parts of the cloth that are not neighbours, over all frames, in m; `None` if none are near.
pub fn clearance(film: &Film) -> Option<f64> {
    let mesh = &film.cloth.mesh;
    let thickness = vec![REACH; mesh.vertex_count()];
    let mut search = ClothSearch::new(mesh, &film.cloth.start);
    let least = |frame: &crate::film::Frame| {
        let found = search.find(mesh, &frame.cloth, &thickness, &ClothReach::default());
        found.contacts.iter().map(|contact| contact.distance).fold(f64::INFINITY, f64::min)
    };
    let least = film.frames.iter().map(least).fold(f64::INFINITY, f64::min);
    least.is_finite().then_some(least)
}
