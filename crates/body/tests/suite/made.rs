//! Small characters made in code, each with one oddity.

use body::{Body, BodyError, Note, Patterns, Playback, Pose, When, Wrap};
use geometry::{FaceId, Point, SurfaceMotion, VertexId};
use gltf_file::GltfFile;
use gltf_file::chunks::{self, Chunks};
use serde_json::{Value, json};

use crate::shared::{at, difference, posed, unwelded};

/// A binary buffer that grows, with the views and accessors into it.
#[derive(Default)]
struct Maker {
    binary: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Maker {
    fn add(&mut self, bytes: &[u8], component: u32, kind: &str, count: usize, normalized: bool) -> usize {
        self.binary.resize(self.binary.len().next_multiple_of(4), 0);
        self.views.push(json!({"buffer": 0, "byteOffset": self.binary.len(), "byteLength": bytes.len()}));
        self.binary.extend(bytes);
        let view = self.views.len() - 1;
        self.accessors.push(json!({"bufferView": view, "componentType": component, "type": kind, "count": count, "normalized": normalized}));
        self.accessors.len() - 1
    }

    fn floats(&mut self, values: &[f32], kind: &str, width: usize) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.add(&bytes, 5126, kind, values.len() / width, false)
    }

    fn file(self, mut document: Value) -> GltfFile {
        document["asset"] = json!({"version": "2.0"});
        document["buffers"] = json!([{"byteLength": self.binary.len()}]);
        document["bufferViews"] = json!(self.views);
        document["accessors"] = json!(self.accessors);
        let json = document.to_string().into_bytes();
        let bytes = chunks::join(&Chunks { json, binary: Some(self.binary), others: Vec::new() }).unwrap();
        GltfFile::from_bytes(&bytes, None).unwrap()
    }

    fn body(self, document: Value) -> Result<Body, BodyError> {
        Body::read(&self.file(document), |_| true)
    }
}

const TRIANGLE: [f32; 9] = [0., 0., 0., 1., 0., 0., 0., 1., 0.];

/// Two joints, the second two metres up, and one triangle with these joints and weights.
fn two_joints(sets: &[(Vec<u8>, Vec<f32>)]) -> Result<Body, BodyError> {
    let mut maker = Maker::default();
    let positions = maker.floats(&TRIANGLE, "VEC3", 3);
    let mut attributes = json!({"POSITION": positions});
    for (set, (joints, weights)) in sets.iter().enumerate() {
        attributes[format!("JOINTS_{set}")] = json!(maker.add(joints, 5121, "VEC4", 3, false));
        attributes[format!("WEIGHTS_{set}")] = json!(maker.floats(weights, "VEC4", 4));
    }
    maker.body(json!({
        "nodes": [
            {"mesh": 0, "skin": 0, "translation": [9, 9, 9]},
            {"name": "low", "children": [2]},
            {"name": "high", "translation": [0, 2, 0]},
        ],
        "skins": [{"joints": [1, 2]}],
        "meshes": [{"primitives": [{"attributes": attributes}]}],
    }))
}

#[test]
fn any_number_of_sets_counts_and_weights_are_scaled_to_one() {
    // Both sets name the joint "high"; all weights together are 4, of which 3 are its.
    let first = ([1, 0, 0, 0].repeat(3), [1.0, 1.0, 0.0, 0.0].repeat(3));
    let second = ([1, 9, 0, 0].repeat(3), [2.0, 0.0, 0.0, 0.0].repeat(3));
    let body = two_joints(&[first, second]).unwrap();
    // No inverse bind matrices: a joint's own matrix moves the vertex. The node's translation is ignored.
    assert_eq!(body.assembly().positions()[0], Point::new(0.0, 1.5, 0.0));
    assert_eq!(body.influences(VertexId(0)), [(0, 0.25), (1, 0.75)]);
    assert_eq!(body.parts().all()[body.parts().of(FaceId(0))].name, "high");
    assert_eq!(body.skeleton().joints[1].position, Point::new(0.0, 2.0, 0.0));
}

#[test]
fn vertices_without_weight_follow_the_root_and_are_reported() {
    let body = two_joints(&[(vec![1; 12], vec![0.0; 12])]).unwrap();
    assert_eq!(body.assembly().positions()[1], Point::new(1.0, 0.0, 0.0));
    assert!(
        matches!(&body.notes()[0], Note::NoWeight { vertices: 3, joint, .. } if joint == "low"),
        "{:?}",
        body.notes()
    );
    let body = two_joints(&[]).unwrap();
    assert!(matches!(&body.notes()[0], Note::NoJoints { .. }));
    assert_eq!(body.assembly().positions()[0], Point::new(9.0, 9.0, 9.0));
}

#[test]
fn joints_and_weights_that_cannot_be_are_faults() {
    let fault = two_joints(&[(vec![7; 12], vec![1.0; 12])]).unwrap_err().to_string();
    assert!(fault.contains("joint 7") && fault.contains("vertex 0"), "{fault}");
    let fault = two_joints(&[(vec![0; 12], vec![f32::NAN; 12])]).unwrap_err().to_string();
    assert!(fault.contains("weight of vertex 0 is not finite"), "{fault}");
}

/// A triangle on an animated node; `times` and `values` are those of its translation.
fn moving(times: &[f32], values: &[f32], interpolation: &str) -> Result<Body, BodyError> {
    let mut maker = Maker::default();
    let positions = maker.floats(&TRIANGLE, "VEC3", 3);
    let input = maker.floats(times, "SCALAR", 1);
    let output = maker.floats(values, "VEC3", 3);
    maker.body(json!({
        "nodes": [{"mesh": 0, "name": "hand"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": positions}}]}],
        "animations": [{
            "name": "wave",
            "samplers": [{"input": input, "output": output, "interpolation": interpolation}],
            "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
        }],
    }))
}

#[test]
fn keys_out_of_order_name_their_sampler() {
    for (times, expected) in [([0.0, 2.0, 1.0], "key 2"), ([0.0, f32::NAN, 1.0], "key 1")] {
        let fault = moving(&times, &[0.0; 9], "LINEAR").unwrap_err().to_string();
        assert!(fault.contains("animation 0 sampler 0") && fault.contains(expected), "{fault}");
    }
    let fault = moving(&[0.0, 1.0], &[0.0; 9], "LINEAR").unwrap_err().to_string();
    assert!(fault.contains("9 numbers for 2 keys"), "{fault}");
}

#[test]
fn a_motion_has_both_ends_and_a_lead_in_starts_at_rest() {
    let body = moving(&[0.0, 1.0], &[1., 0., 0., 3., 0., 0.], "LINEAR").unwrap();
    let mut pose = Pose::default();
    let mut motion = SurfaceMotion::default();
    body.motion(at(0, 0.25), at(0, 0.5), &mut pose, &mut motion).unwrap();
    assert_eq!((motion.positions_t0[0].x, motion.positions_t1[0].x), (1.5, 2.0));
    let playback = Playback { clip: Some(0), lead_in: 2.0, wrap: Wrap::Loop, start: 0.0 };
    let x = |time: f64| posed(&body, playback.at(time)).positions()[0].x;
    assert_eq!([-2.0, -1.0, 0.0, 0.5, 1.5].map(x), [0.0, 0.5, 1.0, 2.0, 2.0]);
    // It starts and ends gently.
    assert!(x(-1.98) < 1e-4 && x(-0.02) > 1.0 - 1e-4);
}

/// Ten nodes in a row, each scaled by 10³⁸: harmless at rest.
#[test]
fn a_pose_at_infinity_is_an_error_not_a_number() {
    let mut maker = Maker::default();
    let positions = maker.floats(&TRIANGLE, "VEC3", 3);
    let input = maker.floats(&[0.0], "SCALAR", 1);
    let output = maker.floats(&[1e38; 3], "VEC3", 3);
    let mut nodes: Vec<Value> = (1..10).map(|child| json!({"children": [child]})).collect();
    nodes.push(json!({"mesh": 0, "name": "tip"}));
    let channels: Vec<Value> =
        (0..10).map(|node| json!({"sampler": 0, "target": {"node": node, "path": "scale"}})).collect();
    let body = maker.body(json!({
        "nodes": nodes,
        "meshes": [{"primitives": [{"attributes": {"POSITION": positions}}]}],
        "animations": [{"samplers": [{"input": input, "output": output}], "channels": channels}],
    }));
    let error = body.unwrap().pose(at(0, 0.0), &mut Pose::default()).unwrap_err();
    assert!(matches!(&error, BodyError::NotFinite { piece, .. } if piece == "tip"), "{error}");
}

/// Morph targets in normalised bytes on a mesh of normalised shorts, shown by two nodes with weights of their own.
#[test]
fn quantised_morphs_and_instances_with_their_own_weights() {
    let mut maker = Maker::default();
    let shorts: Vec<u8> =
        [0_i16, 0, 0, 0, 32767, 0, 0, 0, 0, 32767, 0, 0].iter().flat_map(|v| v.to_le_bytes()).collect();
    let positions = maker.add(&shorts, 5122, "VEC3", 3, true);
    maker.views[0]["byteStride"] = json!(8);
    let up: Vec<u8> = [[0, 0, 127_u8, 0]; 3].concat();
    let target = maker.add(&up, 5120, "VEC3", 3, true);
    maker.views[1]["byteStride"] = json!(4);
    let body = maker.body(json!({
        "extensionsUsed": ["KHR_mesh_quantization"],
        "extensionsRequired": ["KHR_mesh_quantization"],
        "nodes": [
            {"mesh": 0, "name": "left", "weights": [1.0]},
            {"mesh": 0, "name": "right", "translation": [5, 0, 0], "scale": [-1, 2, 1]},
        ],
        "meshes": [{"weights": [0.25], "primitives": [{"attributes": {"POSITION": positions}, "targets": [{"POSITION": target}]}]}],
    }));
    let body = body.unwrap();
    let expected =
        [[0., 0., 1.], [1., 0., 1.], [0., 1., 1.], [5., 0., 0.25], [4., 0., 0.25], [5., 2., 0.25]].map(Point::from);
    assert!(difference(&unwelded(&body, When::Bind), &expected) < 1e-12);
    assert_eq!(body.parts().all().len(), 2);
    assert_eq!(body.parts().faces(&Patterns::new("r*")), [FaceId(1)]);
}

/// A fin on a sheet, and the same square twice with a seam between: one body, nothing refused, and the way back.
#[test]
fn crowded_edges_are_parted_and_seams_closed() {
    let mut maker = Maker::default();
    let fin = maker.floats(&[0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., -1., 0., 1., 0.], "VEC3", 3);
    let corners = maker.add(&[0, 1, 2, 1, 0, 3, 0, 1, 4], 5121, "SCALAR", 9, false);
    let seam = maker.floats(&[5., 0., 0., 6., 0., 0., 5., 1., 0., 6., 0., 0., 5., 1., 0., 6., 1., 0.], "VEC3", 3);
    let strip = maker.add(&[0, 1, 2, 3, 5, 4], 5121, "SCALAR", 6, false);
    let body = maker.body(json!({
        "nodes": [{"mesh": 0, "name": "fin"}, {"mesh": 1, "name": "seam"}],
        "meshes": [
            {"primitives": [{"attributes": {"POSITION": fin}, "indices": corners}]},
            {"primitives": [{"attributes": {"POSITION": seam}, "indices": strip}]},
        ],
    }));
    let body = body.unwrap();
    assert_eq!(body.crowded_edges(), 1);
    assert!(matches!(body.notes(), [Note::Detached { edges: 1, vertices: 2, .. }]), "{:?}", body.notes());
    assert_eq!(body.parts().components(), 3);
    // 5 vertices, 2 copies, and 6 of which 2 are welded away.
    assert_eq!(body.assembly().mesh().vertex_count(), 5 + 2 + 4);
    assert_eq!([4, 5, 6, 7].map(|running| body.file_vertex(running)), [(0, 4), (0, 0), (0, 1), (1, 0)]);
    assert_eq!(body.piece_positions(1, &posed(&body, When::Bind)).len(), 6);
}

/// Two triangles that share an edge in space, but are moved by different joints: lips that touch.
#[test]
fn what_moves_apart_is_not_welded() {
    let mut maker = Maker::default();
    let positions = maker.floats(&[0., 0., 0., 1., 0., 0., 0., 1., 0., 1., 0., 0., 0., 0., 0., 0., -1., 0.], "VEC3", 3);
    let joints = maker.add(&[[0, 0, 0, 0].repeat(3), [1, 0, 0, 0].repeat(3)].concat(), 5121, "VEC4", 6, false);
    let weights = maker.add(&[255, 0, 0, 0].repeat(6), 5121, "VEC4", 6, true);
    let body = maker.body(json!({
        "nodes": [{"mesh": 0, "skin": 0}, {"name": "upper"}, {"name": "lower"}],
        "skins": [{"joints": [1, 2]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": positions, "JOINTS_0": joints, "WEIGHTS_0": weights}}]}],
    }));
    assert_eq!(body.unwrap().parts().components(), 2);
}

#[test]
fn pieces_are_selected_by_node_or_mesh() {
    let make = || {
        let mut maker = Maker::default();
        maker.floats(&TRIANGLE, "VEC3", 3);
        maker.file(json!({
            "nodes": [{"mesh": 0, "name": "Body_low"}, {"mesh": 1, "name": "Cape"}],
            "meshes": [
                {"name": "skin", "primitives": [{"attributes": {"POSITION": 0}}]},
                {"name": "cloth", "primitives": [{"attributes": {"POSITION": 0}}]},
            ],
        }))
    };
    for (patterns, expected) in [("Body*", vec!["Body_low"]), ("cl?th", vec!["Cape"]), ("*", vec!["Body_low", "Cape"])]
    {
        let patterns = Patterns::new(patterns);
        let body = Body::read(&make(), |piece| piece.matches(&patterns)).unwrap();
        assert_eq!(body.pieces().map(|piece| piece.name.as_str()).collect::<Vec<_>>(), expected);
    }
    let error = Body::read(&make(), |_| false).unwrap_err().to_string();
    assert!(error.contains("Body_low, Cape"), "{error}");
}

#[test]
fn a_matrix_that_a_clip_moves_is_taken_apart() {
    let mut maker = Maker::default();
    let positions = maker.floats(&TRIANGLE, "VEC3", 3);
    let input = maker.floats(&[0.0], "SCALAR", 1);
    let output = maker.floats(&[7., 0., 0.], "VEC3", 3);
    // A mirrored quarter turn about z, twice the size.
    let body = maker.body(json!({
        "nodes": [{"mesh": 0, "matrix": [0, -2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 3, 0, 0, 1]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": positions}}]}],
        "animations": [{
            "samplers": [{"input": input, "output": output}],
            "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
        }],
    }));
    let body = body.unwrap();
    assert!(matches!(body.notes(), [Note::MatrixAnimated { node: 0 }]));
    let shown = |x: f64| [Point::new(x, 0., 0.), Point::new(x, -2., 0.), Point::new(x - 2., 0., 0.)];
    assert!(difference(&unwelded(&body, When::Bind), &shown(3.0)) < 1e-12);
    assert!(difference(&unwelded(&body, at(0, 0.0)), &shown(7.0)) < 1e-12);
}
