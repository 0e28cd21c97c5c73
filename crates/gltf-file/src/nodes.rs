//! The node hierarchy: a forest, proved to be one, with every node's world matrix.
//!
//! 1. Parents: every child exists and has one parent.
//! 2. Order: parents before children, from the roots down. A node that no root reaches lies on a cycle.
//! 3. World matrices along that order, in `f64`.
//! 4. The scene: what the default scene shows; the first scene where no default is named; every root where there is no
//!    scene at all.

use gltf::json::Index;
use gltf::json::scene::Node;
use nalgebra::{Matrix4, Quaternion, Translation3, UnitQuaternion, Vector3};

use crate::fault::{Fault, FaultKind};
use crate::file::GltfFile;

/// The nodes of a file with their parents and matrices.
#[derive(Clone, Debug, PartialEq)]
pub struct Hierarchy {
    parents: Vec<Option<usize>>,
    order: Vec<usize>,
    locals: Vec<Matrix4<f64>>,
    worlds: Vec<Matrix4<f64>>,
    shown: Vec<bool>,
}

impl Hierarchy {
    /// All nodes, parents before children, whether the scene shows them or not.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// The parent of a node.
    pub fn parent(&self, node: usize) -> Option<usize> {
        self.parents.get(node).copied().flatten()
    }

    /// A node's own transform as the file states it (identity for a node that does not exist).
    pub fn local(&self, node: usize) -> Matrix4<f64> {
        self.locals.get(node).copied().unwrap_or_else(Matrix4::identity)
    }

    /// From a node's space to the world (identity for a node that does not exist).
    pub fn world(&self, node: usize) -> Matrix4<f64> {
        self.worlds.get(node).copied().unwrap_or_else(Matrix4::identity)
    }

    /// Whether the scene shows the node.
    pub fn is_shown(&self, node: usize) -> bool {
        self.shown.get(node).copied().unwrap_or(false)
    }
}

impl GltfFile {
    /// The nodes of the file, checked to form a forest, with their world matrices.
    pub fn hierarchy(&self) -> Result<Hierarchy, Fault> {
        let nodes = &self.root().nodes;
        let parents = parents(nodes)?;
        let order = top_down(nodes, &parents)?;
        let locals = nodes.iter().enumerate().map(|(i, node)| local_matrix(i, node)).collect::<Result<Vec<_>, _>>()?;
        let worlds = world_matrices(&order, &parents, &locals)?;
        let shown = self.shown(&order, &parents)?;
        Ok(Hierarchy { parents, order, locals, worlds, shown })
    }

    fn shown(&self, order: &[usize], parents: &[Option<usize>]) -> Result<Vec<bool>, Fault> {
        let mut shown = vec![false; parents.len()];
        for root in self.scene_roots(parents)? {
            if let Some(flag) = shown.get_mut(root) {
                *flag = true;
            }
        }
        for &node in order {
            if parents.get(node).copied().flatten().is_some_and(|p| shown.get(p) == Some(&true))
                && let Some(flag) = shown.get_mut(node)
            {
                *flag = true;
            }
        }
        Ok(shown)
    }

    fn scene_roots(&self, parents: &[Option<usize>]) -> Result<Vec<usize>, Fault> {
        let scenes = &self.root().scenes;
        let index = match self.root().scene {
            Some(scene) => scene.value(),
            None if scenes.is_empty() => {
                return Ok((0..parents.len()).filter(|&n| parents.get(n) == Some(&None)).collect());
            }
            None => 0,
        };
        let fault = |what: String| Fault::broken(FaultKind::Nodes, format!("scene {index}"), what);
        let scene =
            scenes.get(index).ok_or_else(|| fault(format!("it does not exist: the file has {}", scenes.len())))?;
        let roots: Vec<usize> = scene.nodes.iter().map(Index::value).collect();
        for root in &roots {
            match parents.get(*root) {
                None => return Err(fault(format!("node {root} does not exist: the file has {}", parents.len()))),
                Some(Some(parent)) => {
                    return Err(fault(format!("it lists node {root} as a root, but node {parent} is its parent")));
                }
                Some(None) => {}
            }
        }
        Ok(roots)
    }
}

fn children(node: &Node) -> impl Iterator<Item = usize> {
    node.children.iter().flatten().map(Index::value)
}

fn parents(nodes: &[Node]) -> Result<Vec<Option<usize>>, Fault> {
    let mut parents = vec![None; nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        let fault = |what: String| Fault::broken(FaultKind::Nodes, format!("node {index}"), what);
        for child in children(node) {
            match parents.get_mut(child) {
                None => {
                    return Err(fault(format!("its child {child} does not exist: the file has {} nodes", nodes.len())));
                }
                Some(Some(other)) => {
                    return Err(fault(format!("its child {child} is already a child of node {other}")));
                }
                Some(parent) => *parent = Some(index),
            }
        }
    }
    Ok(parents)
}

fn top_down(nodes: &[Node], parents: &[Option<usize>]) -> Result<Vec<usize>, Fault> {
    let mut order: Vec<usize> = (0..nodes.len()).filter(|&n| parents.get(n) == Some(&None)).collect();
    let mut next = 0;
    while let Some(&node) = order.get(next) {
        // Each node has one parent at most, so it enters the list once at most.
        order.extend(nodes.get(node).into_iter().flat_map(children));
        next += 1;
    }
    if order.len() == nodes.len() {
        return Ok(order);
    }
    let mut reached = vec![false; nodes.len()];
    for &node in &order {
        if let Some(flag) = reached.get_mut(node) {
            *flag = true;
        }
    }
    let lost = reached.iter().position(|r| !r).unwrap_or_default();
    Err(Fault::broken(FaultKind::Nodes, format!("node {lost}"), "it is its own ancestor: the hierarchy has a cycle"))
}

fn world_matrices(
    order: &[usize],
    parents: &[Option<usize>],
    locals: &[Matrix4<f64>],
) -> Result<Vec<Matrix4<f64>>, Fault> {
    let mut worlds = locals.to_vec();
    for &node in order {
        let parent = parents.get(node).copied().flatten().and_then(|p| worlds.get(p).copied());
        if let (Some(parent), Some(world)) = (parent, worlds.get_mut(node)) {
            *world = parent * *world;
            if !world.iter().all(|x| x.is_finite()) {
                return Err(Fault::broken(
                    FaultKind::Nodes,
                    format!("node {node}"),
                    "its world transform is not finite",
                ));
            }
        }
    }
    Ok(worlds)
}

/// The node's own matrix, or translation × rotation × scale.
fn local_matrix(index: usize, node: &Node) -> Result<Matrix4<f64>, Fault> {
    let fault = |what: &str| Fault::broken(FaultKind::Nodes, format!("node {index}"), what);
    let matrix = if let Some(matrix) = node.matrix {
        Matrix4::from_column_slice(&matrix.map(f64::from))
    } else {
        let translation = Vector3::from(node.translation.unwrap_or([0.0; 3]).map(f64::from));
        let scale = Vector3::from(node.scale.unwrap_or([1.0; 3]).map(f64::from));
        let [x, y, z, w] = node.rotation.unwrap_or_default().0.map(f64::from);
        // Stored in single precision, so its length is not quite one.
        let rotation = UnitQuaternion::try_new(Quaternion::new(w, x, y, z), 0.0)
            .ok_or_else(|| fault("its rotation is a quaternion of length zero"))?;
        Translation3::from(translation).to_homogeneous()
            * rotation.to_homogeneous()
            * Matrix4::new_nonuniform_scaling(&scale)
    };
    if matrix.iter().all(|x| x.is_finite()) { Ok(matrix) } else { Err(fault("its transform is not finite")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Point3;

    fn hierarchy(rest: &str) -> Result<Hierarchy, Fault> {
        let text = format!(r#"{{"asset": {{"version": "2.0"}}, {rest}}}"#);
        GltfFile::from_bytes(text.as_bytes(), None).unwrap().hierarchy()
    }

    #[test]
    fn matrices_multiply_from_the_root() {
        let h = hierarchy(
            r#""nodes": [{"translation": [0, 0, 1]}, {"children": [0], "scale": [2, 2, -2], "rotation": [0, 0, 0.7071068, 0.7071068]}]"#,
        )
        .unwrap();
        assert_eq!(h.order(), [1, 0]);
        assert_eq!(h.parent(0), Some(1));
        let moved = h.world(0).transform_point(&Point3::new(1.0, 0.0, 0.0));
        assert!((moved - Point3::new(0.0, 2.0, -2.0)).norm() < 1e-12, "{moved}");
    }

    #[test]
    fn the_default_scene_decides_what_is_shown() {
        let nodes = r#""nodes": [{"children": [1]}, {}, {}]"#;
        let shown = |scenes: &str| {
            let h = hierarchy(&format!("{nodes}{scenes}")).unwrap();
            (0..3).map(|n| h.is_shown(n)).collect::<Vec<_>>()
        };
        assert_eq!(shown(""), [true, true, true]);
        assert_eq!(shown(r#", "scenes": [{"nodes": [2]}, {"nodes": [0]}]"#), [false, false, true]);
        assert_eq!(shown(r#", "scene": 1, "scenes": [{"nodes": [2]}, {"nodes": [0]}]"#), [true, true, false]);
    }

    #[test]
    fn whatever_is_not_a_forest_is_refused() {
        for (rest, expected) in [
            (r#""nodes": [{"children": [0]}]"#, "cycle"),
            (r#""nodes": [{"children": [1]}, {"children": [2]}, {"children": [1]}]"#, "already a child"),
            (r#""nodes": [{}, {"children": [2]}, {"children": [1]}]"#, "cycle"),
            (r#""nodes": [{"children": [7]}]"#, "does not exist"),
            (r#""nodes": [{"children": [1, 1]}, {}]"#, "already a child"),
            (r#""nodes": [{}], "scene": 1, "scenes": [{"nodes": [0]}]"#, "does not exist"),
            (r#""nodes": [{}], "scene": 0, "scenes": [{"nodes": [9]}]"#, "does not exist"),
            (r#""nodes": [{"children": [1]}, {}], "scenes": [{"nodes": [1]}]"#, "is its parent"),
            (r#""nodes": [{"scale": [1e39, 1, 1]}]"#, "not finite"),
            (r#""nodes": [{"rotation": [0, 0, 0, 0]}]"#, "length zero"),
        ] {
            let fault = hierarchy(rest).unwrap_err();
            assert!(fault.what.contains(expected) && fault.kind == FaultKind::Nodes, "{rest}: {fault}");
        }
    }

    #[test]
    fn a_chain_of_a_hundred_thousand_nodes_needs_no_stack() {
        let links: Vec<String> = (1..100_000).map(|n| format!(r#"{{"children": [{n}]}}"#)).collect();
        let h = hierarchy(&format!(r#""nodes": [{}, {{}}]"#, links.join(","))).unwrap();
        assert_eq!(h.order().len(), 100_000);
    }
}
