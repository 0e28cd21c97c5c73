//! When characters pinch themselves, against what another program counted (see the README of the shared data).

use body::{Body, Sampling, When};
use geometry::FaceId;
use geometry::bvh::{BoxTree, Hierarchy as _};

use crate::shared::{at, open, posed};

/// Pairs of faces that pass through each other, by the full analysis.
fn pairs(body: &Body, when: When) -> usize {
    let assembly = body.assembly();
    let pose = posed(body, when);
    let bounds = |face| assembly.face_bounds(FaceId(face), pose.positions());
    let tree = BoxTree::build(assembly.mesh().faces().len(), bounds);
    gia::Analyser::default().analyse(assembly.mesh(), pose.positions(), &tree).pair_count()
}

#[test]
fn cesium_man_is_clean_at_rest_and_walks_through_himself() {
    let Some(body) = open("characters/CesiumMan.glb") else { return };
    let profile = body.profile(&[0], Sampling::default()).unwrap();
    assert_eq!((profile.components, profile.boundary_edges, profile.faces), (1, 0, 4672));
    assert_eq!(profile.rest.pairs, 0);
    // The walk has 30 keys a second; "0.53 s" is its sixteenth.
    assert_eq!(pairs(&body, at(0, 16.0 / 30.0)), 111);
    let worst = &profile.clips[0].worst;
    let names = worst.parts.iter().map(|pair| pair.parts.map(|part| body.parts().all()[part].name.as_str()));
    println!("CesiumMan: {} pairs at {:.2} s: {:?}", worst.pairs, worst.time, names.collect::<Vec<_>>());
    assert!(worst.pairs >= 100);
}

#[test]
fn the_human_pinches_where_its_clips_say() {
    let Some(body) = open("human/human.glb") else { return };
    let clips: Vec<usize> = (0..body.animations().len()).collect();
    let profile = body.profile(&clips, Sampling::default()).unwrap();
    assert_eq!((profile.vertices, profile.faces, profile.components, profile.boundary_edges), (13380, 26756, 1, 0));
    assert_eq!(profile.rest.pairs, 0);
    let expected = [
        ("elbow_fold", 91),
        ("squat", 426),
        ("arm_to_side", 342),
        ("belly_rub", 621),
        ("walk", 209),
        ("sit", 828),
        ("twist_reach", 438),
    ];
    for (clip, (name, pairs)) in profile.clips.iter().zip(expected) {
        let info = &body.animations()[clip.clip];
        println!("{} {:.2} s: {} pairs at {:.2} s", info.name, info.duration, clip.worst.pairs, clip.worst.time);
        assert_eq!(info.name, name);
        assert_eq!(clip.worst.pairs, pairs, "{name}");
    }
}

#[test]
fn the_profile_counts_what_the_analysis_counts() {
    let Some(body) = open("characters/Mage.glb") else { return };
    let clip = body.animation("2H_Melee_Attack_Chop").unwrap();
    let profile = body.profile(&[clip], Sampling { per_second: 4.0, ..Sampling::default() }).unwrap();
    for sample in &profile.clips[0].samples {
        assert_eq!(sample.pairs, pairs(&body, at(clip, sample.time)), "at {} s", sample.time);
    }
    assert_eq!(profile.rest.pairs, pairs(&body, When::Bind));
    assert_eq!(profile.rest.parts.iter().map(|pair| pair.pairs).sum::<usize>(), profile.rest.pairs);
}
