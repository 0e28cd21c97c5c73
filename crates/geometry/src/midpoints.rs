//! Every triangle cut into four at the middles of its edges: who the new vertices lie between, and who is then joined to whom.
//!
//! Old vertices keep their numbers; after them comes one vertex for every edge, in ascending order of the edges' ends. So two
//! lists of triangles that differ in their numbering alone (a file's own and the welded one, say) are cut alike, and a middle of one
//! is found in the other by its ends.

/// Triangles cut into four each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Midpoints {
    /// How many vertices there were before.
    pub before: u32,
    /// The ends of every edge, the lower first, ascending. The middle of edge `i` is vertex `before + i`.
    pub edges: Vec<[u32; 2]>,
    /// The new triangles: four for each old one, in the old order, wound alike; the one in the middle is the last of the four.
    pub triangles: Vec<[u32; 3]>,
}

impl Midpoints {
    /// Cuts triangles of so many vertices. A triangle that names a vertex twice has one edge less, and that edge's middle is
    /// the vertex itself.
    pub fn new(before: u32, triangles: &[[u32; 3]]) -> Self {
        let mut edges: Vec<[u32; 2]> = triangles.iter().flat_map(|t| sides(t).map(ascending)).collect();
        edges.retain(|[a, b]| a != b);
        edges.sort_unstable();
        edges.dedup();
        let mut midpoints = Self { before, edges, triangles: Vec::new() };
        midpoints.triangles = triangles.iter().flat_map(|triangle| midpoints.quarter(triangle)).collect();
        midpoints
    }

    /// How many vertices there are now.
    pub fn count(&self) -> usize {
        self.before as usize + self.edges.len()
    }

    /// The vertex in the middle between two: of an edge, or a vertex itself. `None` if no triangle joins them.
    pub fn between(&self, a: u32, b: u32) -> Option<u32> {
        if a == b {
            return Some(a);
        }
        self.edges.binary_search(&ascending([a, b])).ok().map(|edge| self.before + edge as u32)
    }

    /// The two old vertices that each new one lies between; an old vertex lies at itself.
    pub fn parents(&self) -> impl Iterator<Item = [u32; 2]> {
        (0..self.before).map(|vertex| [vertex; 2]).chain(self.edges.iter().copied())
    }

    /// Something of every vertex before → the same of every vertex now, where `mean` is what lies halfway.
    pub fn carry<T: Clone>(&self, values: &[T], mean: impl Fn(&T, &T) -> T) -> Vec<T> {
        let between = |[a, b]: [u32; 2]| {
            let (a, b) = (&values[a as usize], &values[b as usize]);
            mean(a, b)
        };
        values.iter().cloned().chain(self.edges.iter().copied().map(between)).collect()
    }

    /// One old triangle as four new ones, wound alike; the one in the middle is the last.
    pub fn quarter(&self, triangle: &[u32; 3]) -> [[u32; 3]; 4] {
        let [a, b, c] = *triangle;
        // Every side has been put into the list.
        let [ab, bc, ca] = sides(triangle).map(|[p, q]| self.between(p, q).unwrap_or(p));
        [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
    }
}

fn sides([a, b, c]: &[u32; 3]) -> [[u32; 2]; 3] {
    [[*a, *b], [*b, *c], [*c, *a]]
}

fn ascending([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mesh;
    use crate::shapes::Shape;

    #[test]
    fn a_sheet_cut_in_four_is_a_sheet_of_twice_the_cells() {
        let sheet = Shape::sheet(3, 1.0);
        let cut = Midpoints::new(sheet.positions.len() as u32, &sheet.triangles);
        let mesh = Mesh::new(cut.count(), &cut.triangles).expect("a mesh");
        assert_eq!((mesh.vertex_count(), mesh.faces().len(), mesh.boundary_edge_count()), (49, 72, 24));
        let positions = cut.carry(&sheet.positions, nalgebra::center);
        let mut places: Vec<[i64; 2]> =
            positions.iter().map(|p| [p.x, p.z].map(|x| (6.0 * x).round() as i64)).collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), 49, "every vertex of the finer grid once");
        let up = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|v| positions[v as usize]);
            (b - a).cross(&(c - a)).y
        };
        let first = up(&sheet.triangles[0]);
        assert!(
            cut.triangles.iter().all(|t| (up(t) - first / 4.0).abs() < 1e-15),
            "wound alike, of a quarter of the area"
        );
    }

    #[test]
    fn a_triangle_without_area_has_no_middle_of_its_own() {
        let cut = Midpoints::new(3, &[[0, 0, 1]]);
        assert_eq!(
            (cut.edges.as_slice(), cut.between(0, 0), cut.between(1, 0), cut.between(1, 2)),
            (&[[0, 1]][..], Some(0), Some(3), None)
        );
        assert_eq!(cut.parents().collect::<Vec<_>>(), [[0, 0], [1, 1], [2, 2], [0, 1]]);
    }
}
