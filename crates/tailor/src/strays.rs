//! Small loops that lie beside a large one become part of it.
//!
//! Where a bare part of the character nearly touches a covered one (a chin on a collar, hair on the back), the two skins fuse
//! in places, and around each place the cloth would have a hole too small to be a loop. No cloth fits through there: the
//! large loop nearby has to go around it. So the cover is taken away between the two.

use crate::loops::{length, rings};
use geometry::{Point, Vector, shapes::Shape};

/// Loops shorter than this many edges are strays.
const SHORT: f64 = 8.0;
/// How far a stray may be from a large loop, in edges.
const NEAR: f64 = 12.0;
/// How wide the cover is taken away between them, in edges to each side.
const WIDTH: f64 = 2.0;

/// Makes the skin bare between strays and the loops beside them; says whether that changed anything.
pub(crate) fn join(cloth: &Shape, skin: &Shape, cover: &mut [f64], edge: f64) -> bool {
    let at = |v: u32| cloth.positions[v as usize];
    let strays = rings(cloth).into_iter().filter(|ring| length(cloth, ring) < SHORT * edge);
    let mut places = Vec::new();
    for ring in strays {
        let center = Point::from(ring.iter().map(|&v| at(v).coords).sum::<Vector>() / ring.len() as f64);
        let girth = ring.iter().map(|&v| (at(v) - center).norm()).fold(0.0, f64::max);
        places.push((center, girth));
    }
    bare(cloth, &places, skin, cover, edge)
}

fn bare(cloth: &Shape, places: &[(Point, f64)], skin: &Shape, cover: &mut [f64], edge: f64) -> bool {
    let large = rings(cloth).into_iter().filter(|ring| length(cloth, ring) >= SHORT * edge);
    let large: Vec<Point> = large.flatten().map(|v| cloth.positions[v as usize]).collect();
    let mut any = false;
    for (place, girth) in places {
        let distance = |p: &&Point| (*p - place).norm();
        let Some(nearest) = large.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))) else { continue };
        if distance(&nearest) > NEAR * edge {
            continue;
        }
        let reach = girth + WIDTH * edge;
        for (value, p) in cover.iter_mut().zip(&skin.positions) {
            if *value > 0.0 && distance_to_segment(p, place, nearest) < reach {
                *value = 0.0;
                any = true;
            }
        }
    }
    any
}

fn distance_to_segment(p: &Point, a: &Point, b: &Point) -> f64 {
    let along = b - a;
    let squared = along.norm_squared();
    let share = if squared > 0.0 { ((p - a).dot(&along) / squared).clamp(0.0, 1.0) } else { 0.0 };
    (p - (a + along * share)).norm()
}
