//! Colours → verdicts: the three rules of BWK03 §6.

use geometry::VertexId;

/// A vertex's colour by one path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// Inside the path's curve on one side.
    Black,
    /// Inside its curve on the other side.
    White,
    /// Inside the one closed curve that the path makes on a surface folded through itself.
    Red,
}

/// What a particle and a face should do to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// They have passed through each other: draw them back.
    Attract,
    /// They lie in the same fold: leave them alone.
    Ignore,
    /// They have nothing to do with each other: keep them apart.
    Repel,
}

/// The colours of every vertex: any number each, in ascending order of path and colour.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Colors {
    starts: Vec<u32>,
    colors: Vec<(u32, Color)>,
}

impl Colors {
    /// Sorts colours by vertex. They come as vertex, path and colour, path by path.
    pub(crate) fn fill(&mut self, vertex_count: usize, given: &[(VertexId, u32, Color)]) {
        self.starts.clear();
        self.starts.resize(vertex_count + 1, 0);
        for (vertex, ..) in given {
            self.starts[vertex.index()] += 1;
        }
        // Each start becomes the end of its vertex's run and walks back to the start as the run is filled from behind.
        let mut total = 0;
        for start in &mut self.starts {
            total += *start;
            *start = total;
        }
        self.colors.clear();
        self.colors.resize(given.len(), (0, Color::Black));
        for &(vertex, path, color) in given.iter().rev() {
            let place = &mut self.starts[vertex.index()];
            *place -= 1;
            self.colors[*place as usize] = (path, color);
        }
    }

    /// The colours of a vertex, each with the path that gave it.
    #[inline]
    pub fn of(&self, vertex: VertexId) -> &[(u32, Color)] {
        let v = vertex.index();
        &self.colors[self.starts[v] as usize..self.starts[v + 1] as usize]
    }

    /// What a particle and a face should do to each other.
    pub fn verdict(&self, particle: VertexId, face: [VertexId; 3]) -> Verdict {
        let has = |vertex: VertexId, path: u32, color: Color| self.of(vertex).binary_search(&(path, color)).is_ok();
        let all = |path, color| face.iter().all(|&v| has(v, path, color));
        let any = |path, color| face.iter().any(|&v| has(v, path, color));
        let mut verdict = Verdict::Repel;
        for &(path, color) in self.of(particle) {
            let (attract, ignore) = match color {
                Color::Black => (all(path, Color::White), false),
                Color::White => (all(path, Color::Black), false),
                Color::Red => (false, any(path, Color::Red)),
            };
            if attract {
                return Verdict::Attract;
            }
            if ignore {
                verdict = Verdict::Ignore;
            }
        }
        verdict
    }
}
