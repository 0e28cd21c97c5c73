//! What the garment is like: as JSON, and as text for a person.

use super::form::Character;
use serde::Serialize;
use std::fmt::Write;
use tailor::{Garment, Order};

/// The report. Lengths are metres, areas square metres.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    clean: bool,
    vertices: usize,
    faces: usize,
    edge: f64,
    ease: f64,
    /// Part of the edges between 0.5 and 1.6 times the asked length.
    even_edges: f64,
    least_distance: f64,
    crossings: Crossings,
    loops: Vec<Loop>,
    holes_filled: usize,
    filled_area: f64,
    islands_dropped: usize,
    dropped_area: f64,
    meshes_left_out: Vec<String>,
    seconds: f64,
}

#[derive(Debug, Serialize)]
struct Crossings {
    itself: usize,
    body: usize,
}

#[derive(Debug, Serialize)]
struct Loop {
    name: String,
    length: f64,
    edges: usize,
}

impl Report {
    pub fn new(character: &Character, order: &Order, garment: &Garment, seconds: f64) -> Self {
        let measure = &garment.measure;
        let of_loop = |l: &tailor::Loop| Loop { name: l.name.clone(), length: l.length, edges: l.vertices.len() };
        Self {
            clean: measure.crossings.is_clean(),
            vertices: garment.positions.len(),
            faces: garment.triangles.len(),
            edge: order.edge,
            ease: order.ease,
            even_edges: measure.even_edges,
            least_distance: measure.least_distance,
            crossings: Crossings { itself: measure.crossings.itself, body: measure.crossings.body },
            loops: garment.loops.iter().map(of_loop).collect(),
            holes_filled: measure.tidied.holes_filled,
            filled_area: measure.tidied.filled_area,
            islands_dropped: measure.tidied.islands_dropped,
            dropped_area: measure.tidied.dropped_area,
            meshes_left_out: character.left_out.clone(),
            seconds,
        }
    }

    /// The report for a person.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let even = 100.0 * self.even_edges;
        let (ease, edge) = (self.ease, self.edge);
        let _ = writeln!(text, "{} vertices, {} faces, ease {ease:.4} m, edge {edge:.4} m", self.vertices, self.faces);
        let _ = writeln!(text, "{even:.1} % of the edges within 0.5 to 1.6 of that; {:.2} s", self.seconds);
        for l in &self.loops {
            let _ = writeln!(text, "  {:<14} {:.3} m, {} edges", l.name, l.length, l.edges);
        }
        if self.holes_filled + self.islands_dropped > 0 {
            let (holes, islands) = (self.holes_filled, self.islands_dropped);
            let _ = writeln!(text, "{holes} small holes covered, {islands} small islands dropped");
        }
        if !self.meshes_left_out.is_empty() {
            let _ = writeln!(text, "not part of the body: {} (--node chooses)", self.meshes_left_out.join(", "));
        }
        let _ = writeln!(text, "at least {:.4} m from the body", self.least_distance);
        if self.clean {
            text.push_str("clean: touches neither the body nor itself\n");
        } else {
            let Crossings { itself, body } = self.crossings;
            let _ = writeln!(
                text,
                "NOT CLEAN: {itself} crossings with itself, {body} with the body; try a shorter --edge, or more --ease"
            );
        }
        text
    }
}
