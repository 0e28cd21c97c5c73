//! The smaller of the two parts into which a curve cuts a surface.
//!
//! Vertices joined by an edge are on the same side of the curve if the curve cuts the edge an even number of times, and on
//! different sides if it is odd. So a side is a label, and:
//!
//! 1. The *strip*, the faces that the curve runs through, is labelled from one of its vertices. Two ways that disagree
//!    prove that the curve has only one side.
//! 2. Both labels grow from the strip at once, always the one that has covered less area, so that the cost is that of the
//!    smaller part. If they meet, the curve does not separate; if one can grow no further, it is the smaller part.
//!
//! Loop vertices lie on the curve: they have no label, and no label passes through them.

use geometry::{EdgeId, FaceId, Mesh, Point, VertexId};

/// A side of the curve: 0 or 1.
type Label = u32;

/// A rule of the fill that is broken on purpose, so that tests can tell that they would notice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Broken {
    /// None: the algorithm as it should be.
    #[default]
    Nothing,
    /// An edge that the curve cuts twice counts as cut.
    Parity,
    /// The larger part is taken.
    LargerRegion,
}

/// In place of a label: the vertex lies on the curve.
const ON_CURVE: u32 = 2;

/// Memory of the fill, kept from curve to curve. Marks carry the number of the curve they belong to, so that nothing needs
/// to be cleared in between.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fill {
    curve: u32,
    /// By edge: curve and parity of its cuts.
    cuts: Vec<u32>,
    /// By vertex: curve and label.
    labels: Vec<u32>,
    /// By face: the curve whose strip it belongs to.
    strip: Vec<u32>,
    /// Vertices of the strip that are not on the curve.
    seeds: Vec<VertexId>,
    queue: Vec<VertexId>,
    /// Vertices with label 0 and with label 1, in the order they were reached.
    sides: [Vec<VertexId>; 2],
    /// What is broken on purpose.
    pub(crate) broken: Broken,
}

impl Fill {
    /// Makes room for a mesh.
    pub(crate) fn reserve(&mut self, mesh: &Mesh) {
        if self.cuts.len() != mesh.edges().len()
            || self.labels.len() != mesh.vertex_count()
            || self.strip.len() != mesh.faces().len()
        {
            *self = Self {
                cuts: vec![0; mesh.edges().len()],
                labels: vec![0; mesh.vertex_count()],
                strip: vec![0; mesh.faces().len()],
                broken: self.broken,
                ..Self::default()
            };
        }
    }

    /// Appends the vertices of the smaller part, ascending, and returns `true`; or returns `false` if the curve that cuts
    /// these edges and runs through these vertices bounds nothing.
    pub(crate) fn smaller_side(
        &mut self,
        mesh: &Mesh,
        positions: &[Point],
        cut: impl Iterator<Item = EdgeId>,
        on_curve: impl Iterator<Item = VertexId>,
        members: &mut Vec<VertexId>,
    ) -> bool {
        self.next_curve();
        self.mark(mesh, cut, on_curve);
        let Some(&seed) = self.seeds.first() else {
            return true;
        };
        if !self.label_from(mesh, seed, Extent::Strip) {
            return false;
        }
        if self.seeds.iter().any(|&v| self.label(v).is_none()) {
            // The strip hangs together only through the rest of the surface: the labels must come from there.
            if !self.label_from(mesh, seed, Extent::Everywhere) || self.seeds.iter().any(|&v| self.label(v).is_none()) {
                return false;
            }
        }
        match self.grow(mesh, positions) {
            Some(smaller) => {
                let first = members.len();
                let taken = if self.broken == Broken::LargerRegion { self.larger(mesh, seed) } else { smaller };
                members.extend_from_slice(&self.sides[taken]);
                members[first..].sort_unstable();
                true
            }
            None => false,
        }
    }

    /// The part with more vertices: both are labelled throughout.
    fn larger(&mut self, mesh: &Mesh, seed: VertexId) -> usize {
        self.label_from(mesh, seed, Extent::Everywhere);
        usize::from(self.sides[1].len() > self.sides[0].len())
    }

    fn next_curve(&mut self) {
        // Marks hold the curve's number times four.
        if self.curve >= u32::MAX / 4 - 1 {
            for marks in [&mut self.cuts, &mut self.labels, &mut self.strip] {
                marks.fill(0);
            }
            self.curve = 0;
        }
        self.curve += 1;
        self.seeds.clear();
        self.sides.iter_mut().for_each(Vec::clear);
    }

    /// Marks cut edges, vertices on the curve, and the strip.
    fn mark(&mut self, mesh: &Mesh, cut: impl Iterator<Item = EdgeId>, on_curve: impl Iterator<Item = VertexId>) {
        for vertex in on_curve {
            self.labels[vertex.index()] = self.curve * 4 + ON_CURVE;
            for &face in mesh.fan(vertex).faces {
                self.add_to_strip(mesh, face);
            }
        }
        for edge in cut {
            let parity = u32::from(!self.is_cut(edge) || self.broken == Broken::Parity);
            self.cuts[edge.index()] = self.curve * 4 + parity;
            for face in mesh.edge(edge).faces() {
                self.add_to_strip(mesh, face);
            }
        }
        // A vertex may have become a seed before it was found to lie on the curve.
        let on_curve = self.curve * 4 + ON_CURVE;
        let labels = &self.labels;
        self.seeds.retain(|v| labels[v.index()] != on_curve);
    }

    fn add_to_strip(&mut self, mesh: &Mesh, face: FaceId) {
        if self.strip[face.index()] != self.curve {
            self.strip[face.index()] = self.curve;
            self.seeds.extend(mesh.face(face));
        }
    }

    /// Whether the curve cuts the edge an odd number of times.
    #[inline]
    fn is_cut(&self, edge: EdgeId) -> bool {
        self.cuts[edge.index()] == self.curve * 4 + 1
    }

    #[inline]
    fn label(&self, vertex: VertexId) -> Option<Label> {
        let mark = self.labels[vertex.index()];
        (mark / 4 == self.curve).then_some(mark % 4)
    }

    fn set(&mut self, vertex: VertexId, label: Label) {
        self.labels[vertex.index()] = self.curve * 4 + label;
        self.sides[label as usize].push(vertex);
    }

    /// Labels all that hangs together with a vertex within an extent, by the parity of the cuts. `false` if two ways
    /// disagree.
    fn label_from(&mut self, mesh: &Mesh, seed: VertexId, extent: Extent) -> bool {
        for side in 0..2 {
            for vertex in std::mem::take(&mut self.sides[side]) {
                self.labels[vertex.index()] = 0;
            }
        }
        self.set(seed, 0);
        self.queue.clear();
        self.queue.push(seed);
        while let Some(vertex) = self.queue.pop() {
            let Some(label) = self.label(vertex) else { continue };
            for &face in mesh.fan(vertex).faces {
                if extent == Extent::Strip && self.strip[face.index()] != self.curve {
                    continue;
                }
                for (edge, next) in spokes(mesh, face, vertex) {
                    let expected = label ^ u32::from(self.is_cut(edge));
                    match self.label(next) {
                        None => {
                            self.set(next, expected);
                            self.queue.push(next);
                        }
                        Some(ON_CURVE) => {}
                        Some(other) if other == expected => {}
                        Some(_) => return false,
                    }
                }
            }
        }
        true
    }

    /// Grows both sides until the smaller can grow no further; `None` if they meet.
    fn grow(&mut self, mesh: &Mesh, positions: &[Point]) -> Option<usize> {
        let area = |side: &[VertexId]| side.iter().map(|&v| vertex_area(mesh, positions, v)).sum::<f64>();
        let mut areas = [area(&self.sides[0]), area(&self.sides[1])];
        let mut grown = [0, 0];
        loop {
            let side = usize::from(areas[1] < areas[0]);
            let Some(&vertex) = self.sides[side].get(grown[side]) else {
                return Some(side);
            };
            grown[side] += 1;
            for &face in mesh.fan(vertex).faces {
                for (edge, next) in spokes(mesh, face, vertex) {
                    if self.is_cut(edge) {
                        continue;
                    }
                    match self.label(next) {
                        None => {
                            self.set(next, side as Label);
                            areas[side] += vertex_area(mesh, positions, next);
                        }
                        Some(ON_CURVE) => {}
                        Some(other) if other as usize == side => {}
                        Some(_) => return None,
                    }
                }
            }
        }
    }
}

/// How far labels are spread before they grow by area.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    Strip,
    Everywhere,
}

/// The two edges of a face at a vertex, with their other ends.
#[inline]
fn spokes(mesh: &Mesh, face: FaceId, vertex: VertexId) -> [(EdgeId, VertexId); 2] {
    let (corners, edges) = (mesh.face(face), mesh.face_edges(face));
    let k = if corners[0] == vertex {
        0
    } else if corners[1] == vertex {
        1
    } else {
        2
    };
    let (next, previous) = ((k + 1) % 3, (k + 2) % 3);
    [(edges[k], corners[next]), (edges[previous], corners[previous])]
}

/// A third of the area of the faces around a vertex, in square metres.
pub fn vertex_area(mesh: &Mesh, positions: &[Point], vertex: VertexId) -> f64 {
    let around = mesh.fan(vertex).faces.iter();
    let doubled: f64 = around
        .map(|&face| {
            let [a, b, c] = mesh.face(face).map(|v| positions[v.index()]);
            (b - a).cross(&(c - a)).norm()
        })
        .sum();
    doubled / 6.0
}
