//! Garments for the mannequin, cut from its own surface by the tailor.
//!
//! A shirt over trousers, and a single sleeve for whoever looks at one elbow. Hems lie at a height rather than where the
//! rig blends two joints, so the form that the tailor sees follows joints by height there.
//!
//! Coordinates have four decimals: a tenth of a millimetre is far below the thickness of cloth, files stay small, and the
//! last bit of a platform's mathematics does not show.

use anyhow::{Result, anyhow, ensure};
use cloth_io::{Group, GroupKind, Piece, Polygons};
use geometry::Point;
use mannequin::Mannequin;
use tailor::{Form, FormJoint, Garment, Order};

/// Decimals of a coordinate, in metres.
const DECIMALS: f64 = 1e4;

/// The joints that the shirt covers, on a form whose trunk ends at [`SHIRT_HEM`].
const SHIRT_COVER: &str = "Spine*,Neck:0.45,*Shoulder,*Arm*,*ForeArm*,!*Hand*";
/// How far the shirt is from the skin, in metres: farther than the trousers by more than two edges sag into a round hip.
const SHIRT_EASE: f64 = 0.028;
/// The height of the shirt's hem, in metres: the widest part of the hips.
const SHIRT_HEM: f64 = 0.875;
/// Where trousers are from the skin, in metres.
const TROUSERS_EASE: f64 = 0.015;
/// The joints that the trousers cover.
const TROUSERS_COVER: &str = "Hips,*UpLeg*,*Leg,*LegBend";
/// The length of the edges of both, in metres.
const EDGE: f64 = 0.019;
/// The sleeve begins at this part of the upper arm, below the armpit, so that it is a tube.
const SLEEVE_FROM: f64 = 0.3;
/// It is closer, in metres.
const SLEEVE_EASE: f64 = 0.012;
/// And finer, in metres: some forty edges go around the elbow.
const SLEEVE_EDGE: f64 = 0.009;
/// Over which height or length a form goes over from one joint to another, in metres: some edges of the body.
const RAMP: f64 = 0.04;

/// Every garment, by the name of its file.
pub fn garments(mannequin: &Mannequin) -> Result<Vec<Piece>> {
    let form = form(mannequin);
    let shirt = cut(&hemmed(&form), SHIRT_COVER, SHIRT_EASE, EDGE)?;
    let trousers = cut(&form, TROUSERS_COVER, TROUSERS_EASE, EDGE)?;
    let sleeve = cut(&sleeved(&form)?, "RightForeArm*", SLEEVE_EASE, SLEEVE_EDGE)?;
    Ok(vec![
        piece("shirt", &shirt, &[]),
        piece("trousers", &trousers, &[("waist", "waistband")]),
        piece("sleeve", &sleeve, &[("cuff_right", "armhole"), ("cuff_right_2", "cuff")]),
    ])
}

fn cut(form: &Form, cover: &str, ease: f64, edge: f64) -> Result<Garment> {
    let order = Order { ease, edge, ..Order::new(form, cover.parse()?) };
    let garment = tailor::make(form, &order)?;
    ensure!(garment.measure.crossings.is_clean(), "the garment over {cover} is not clean");
    Ok(garment)
}

/// The mannequin as the tailor sees it.
fn form(mannequin: &Mannequin) -> Form {
    let joints = mannequin.joints().iter();
    let follows =
        |list: &[mannequin::Influence; 4]| list.iter().map(|&(j, w)| (usize::from(j), f64::from(w))).collect();
    Form {
        positions: mannequin.positions.clone(),
        triangles: mannequin.triangles.clone(),
        joints: joints
            .map(|joint| FormJoint { name: joint.name.clone(), parent: joint.parent, position: joint.position })
            .collect(),
        influences: mannequin.influences.iter().map(follows).collect(),
    }
}

/// How far a value is over a limit, from 0 to 1 along [`RAMP`] around it.
fn over(value: f64, limit: f64) -> f64 {
    (0.5 + (value - limit) / RAMP).clamp(0.0, 1.0)
}

/// The form whose trunk and legs follow the spine above the hem, and a foot below it.
fn hemmed(form: &Form) -> Form {
    let is_lower = |joint: usize| {
        let name = &form.joints[joint].name;
        name.starts_with("Spine")
            || ["Hips", "Leg", "Foot", "Toe"].iter().any(|part| name.ends_with(part) || name.contains("Leg"))
    };
    let spine = place_of(form, "Spine").unwrap_or_default();
    let foot = place_of(form, "LeftFoot").unwrap_or_default();
    let follow = |(place, list): (&Point, &Vec<(usize, f64)>)| {
        let share: f64 = list.iter().filter(|(joint, _)| is_lower(*joint)).map(|(_, weight)| weight).sum();
        let above = over(place.y, SHIRT_HEM);
        let rest = list.iter().filter(|(joint, _)| !is_lower(*joint)).copied();
        rest.chain([(spine, share * above), (foot, share * (1.0 - above))]).collect()
    };
    Form { influences: form.positions.iter().zip(&form.influences).map(follow).collect(), ..form.clone() }
}

/// The form whose right arm follows the forearm from a part of the upper arm on, down to the wrist.
fn sleeved(form: &Form) -> Result<Form> {
    let at = |name: &str| place_of(form, name).ok_or_else(|| anyhow!("the mannequin has no {name}"));
    let (shoulder, upper, fore) = (at("RightShoulder")?, at("RightArm")?, at("RightForeArm")?);
    let from = form.joints[upper].position;
    let arm = form.joints[fore].position - from;
    let is_arm = |joint: usize| {
        form.joints[joint].name.starts_with("RightArm") || form.joints[joint].name.starts_with("RightForeArm")
    };
    let follow = |(place, list): (&Point, &Vec<(usize, f64)>)| {
        let share: f64 = list.iter().filter(|(joint, _)| is_arm(*joint)).map(|(_, weight)| weight).sum();
        let beyond = over((place - from).dot(&arm.normalize()), SLEEVE_FROM * arm.norm());
        let rest = list.iter().filter(|(joint, _)| !is_arm(*joint)).copied();
        rest.chain([(fore, share * beyond), (shoulder, share * (1.0 - beyond))]).collect()
    };
    Ok(Form { influences: form.positions.iter().zip(&form.influences).map(follow).collect(), ..form.clone() })
}

fn place_of(form: &Form, joint: &str) -> Option<usize> {
    form.joints.iter().position(|j| j.name == joint)
}

/// A garment as a file holds it: face by face as the groups have them, some of which get another name.
fn piece(name: &str, garment: &Garment, renamed: &[(&str, &str)]) -> Piece {
    let mut polygons = Polygons::default();
    let mut groups = Vec::new();
    for group in &garment.groups {
        let first = polygons.len() as u32;
        group.faces.iter().for_each(|&face| polygons.push(&garment.triangles[face as usize]));
        let name = renamed.iter().find(|(old, _)| *old == group.name).map_or(group.name.as_str(), |(_, new)| new);
        let members = (first..polygons.len() as u32).collect();
        groups.push(Group { name: name.to_owned(), kind: GroupKind::Group, polygons: members });
    }
    // Adding zero makes −0 an ordinary zero, which reads better in a file.
    let positions = garment.positions.iter().map(|p| p.map(|x| (x * DECIMALS).round() / DECIMALS + 0.0)).collect();
    Piece { name: name.to_owned(), positions, polygons, groups, ..Piece::default() }
}
