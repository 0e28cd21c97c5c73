//! The order of garments: their layers from the scene, and which way their faces look, from the body.

use crate::garment::Garment;
use crate::scene::Scene;
use crate::solids::WORN;
use body::Body;
use contact::{Surface, When};
use geometry::{Assembly, FaceId, SurfaceMotion};
use response::{Order, Place};

/// The part of a piece's area by which more of it must look one way than the other to be sure.
const SURE: f64 = 0.5;

/// The order of all pieces of cloth. Pieces that are not worn, or whose faces look both ways, have no place in it.
pub fn of(scene: &Scene, garments: &[Garment], assembly: &Assembly, body: Option<&Body>) -> Order {
    let mesh = assembly.mesh();
    let (pieces, count) = mesh.components();
    let layers: Vec<u32> = layers(scene, garments);
    let mut order = Order { pieces, places: vec![None; count] };
    let differ = layers.iter().any(|layer| *layer != layers[0]);
    let Some(body) = body.filter(|_| differ) else { return order };
    let skin = Surface::new(body.assembly().mesh().clone(), &SurfaceMotion::still(body.assembly().positions()));
    // Of every piece: its area, that of what looks outwards less that of what looks inwards, and its layer.
    let mut sums = vec![(0.0, 0.0, 0); count];
    for (face, piece) in order.pieces.iter().enumerate() {
        let face = FaceId::at(face);
        let [a, b, c] = mesh.face(face).map(|v| assembly.positions()[v.index()]);
        let (normal, middle) = ((b - a).cross(&(c - a)), a + ((b - a) + (c - a)) / 3.0);
        let sum = &mut sums[*piece as usize];
        sum.0 += normal.norm();
        sum.2 = layers[assembly.piece_of(face)];
        if let Some(near) = skin.nearest(&middle, WORN, When::T0) {
            let outwards = skin.feature_normal(near.face, near.feature, When::T0);
            sum.1 += outwards.dot(&normal);
        }
    }
    let place = |(area, outwards, layer): (f64, f64, u32)| {
        (outwards.abs() > SURE * area).then_some(Place { layer, outward: outwards.signum() })
    };
    order.places = sums.into_iter().map(place).collect();
    order
}

/// The layer of every piece of the assembly.
fn layers(scene: &Scene, garments: &[Garment]) -> Vec<u32> {
    let specs = scene.specs.garment.iter().zip(garments);
    specs.flat_map(|(spec, garment)| garment.panels.iter().map(|_| spec.layer)).collect()
}
