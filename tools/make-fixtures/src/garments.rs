//! Garments for the mannequin, cut from its own surface by the tailor.
//!
//! A shirt over trousers, a single sleeve for whoever looks at one elbow, a skirt and a glove;
//! beside them a folded sheet that nobody wears. Hems lie at a height rather than where the rig blends two joints, so the form that
//! the tailor sees follows joints by height there.
//!
//! Coordinates have four decimals: a tenth of a millimetre is far below the thickness of cloth, files stay small, and the
//! last bit of a platform's mathematics does not show.

mod fold;
mod skirt;

use anyhow::{Result, anyhow, ensure};
use cloth_io::{Group, GroupKind, Piece, Polygons};
use geometry::{Point, Vector};
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
/// How far trousers are from the skin, in metres.
const TROUSERS_EASE: f64 = 0.018;
/// How much wider the legs of the trousers are, and the heights between which they become so: below the shirt's hem and
/// where the legs are apart. Metres.
const LEGS_EASE: f64 = 0.008;
const LEGS_FROM: [f64; 2] = [0.72, 0.58];
/// The joints that the trousers cover.
const TROUSERS_COVER: &str = "Hips,*UpLeg*,*Leg,*LegBend";
/// The length of the edges of both, in metres.
const EDGE: f64 = 0.019;
/// The sleeve begins at this part of the upper arm, below the armpit, so that it is a tube.
const SLEEVE_FROM: f64 = 0.3;
/// It is looser than trousers, in metres: an elbow needs room to fold.
const SLEEVE_EASE: f64 = 0.020;
/// And finer, in metres: some forty edges go around the elbow.
const SLEEVE_EDGE: f64 = 0.0095;
/// The joints that the glove covers, how far it is from the skin and how long its edges are, in metres.
const GLOVE_COVER: &str = "LeftHand*";
const GLOVE_EASE: f64 = 0.0035;
const GLOVE_EDGE: f64 = 0.006;
/// The length of the edges of the skirt at its hem, in metres: it hangs free but for the knees.
const SKIRT_EDGE: f64 = 0.042;
/// The length of the edges of the folded sheet, in metres.
const FOLD_EDGE: f64 = 0.008;
/// Garments that can be cut, and the length of their edges, in metres.
const EDGES: [(&str, f64); 6] = [
    ("shirt", EDGE),
    ("trousers", EDGE),
    ("sleeve", SLEEVE_EDGE),
    ("skirt", SKIRT_EDGE),
    ("glove", GLOVE_EDGE),
    ("fold", FOLD_EDGE),
];
/// How much longer edges of coarse garments are: a third of the triangles.
const COARSER: f64 = 1.75;
/// Over which height or length a form goes over from one joint to another, in metres: some edges of the body.
const RAMP: f64 = 0.04;

/// Every garment, by the name of its file.
pub fn garments(mannequin: &Mannequin) -> Result<Vec<Piece>> {
    let shirt = shirt(mannequin, EDGE)?;
    let mut all = vec![shirt];
    for (name, edge) in EDGES.into_iter().filter(|(name, _)| *name != "shirt") {
        all.extend(with_edges(mannequin, name, edge)?);
    }
    for name in ["shirt", "trousers", "sleeve"] {
        let coarse = cut_anew(mannequin, name, COARSER)?;
        all.extend(coarse.map(|piece| Piece { name: format!("{name}-coarse"), ..piece }));
    }
    Ok(all)
}

/// The garment of a name with edges so many times as long as usual; `None` if there is none of that name.
pub fn cut_anew(mannequin: &Mannequin, name: &str, longer: f64) -> Result<Option<Piece>> {
    let edge = EDGES.iter().find(|(known, _)| *known == name).map(|(_, edge)| edge * longer);
    Ok(edge.map(|edge| with_edges(mannequin, name, edge)).transpose()?.flatten())
}

fn with_edges(mannequin: &Mannequin, name: &str, edge: f64) -> Result<Option<Piece>> {
    let form = form(mannequin);
    Ok(Some(match name {
        "shirt" => shirt(mannequin, edge)?,
        "trousers" => {
            let trousers = with_wide_legs(cut(&form, TROUSERS_COVER, TROUSERS_EASE, edge)?);
            piece("trousers", &trousers, &[("waist", "waistband")])
        }
        "sleeve" => {
            let sleeve = cut(&sleeved(&form)?, "RightForeArm*", SLEEVE_EASE, edge)?;
            piece("sleeve", &sleeve, &[("cuff_right", "armhole"), ("cuff_right_2", "cuff")])
        }
        "skirt" => skirt::skirt(edge),
        "fold" => fold::fold(edge),
        "glove" => glove(&form, edge)?,
        _ => return Ok(None),
    }))
}

/// A glove on the left hand: close, and with edges short enough for fingers.
fn glove(form: &Form, edge: f64) -> Result<Piece> {
    Ok(piece("glove", &cut(form, GLOVE_COVER, GLOVE_EASE, edge)?, &[("cuff_left", "cuff")]))
}

/// The shirt with edges of some length, in metres.
pub fn shirt(mannequin: &Mannequin, edge: f64) -> Result<Piece> {
    Ok(piece("shirt", &cut(&hemmed(&form(mannequin)), SHIRT_COVER, SHIRT_EASE, edge)?, &[]))
}

/// A garment over some joints of a form, refused unless it is clean.
pub fn cut(form: &Form, cover: &str, ease: f64, edge: f64) -> Result<Garment> {
    let order = Order { ease, edge, ..Order::new(form, cover.parse()?) };
    let garment = tailor::make(form, &order)?;
    ensure!(garment.measure.crossings.is_clean(), "the garment over {cover} is not clean");
    Ok(garment)
}

/// Trousers rather than leggings: the legs are let out along their normals.
fn with_wide_legs(trousers: Garment) -> Garment {
    let normals = normals(&trousers.positions, &trousers.triangles);
    let [from, to] = LEGS_FROM;
    let let_out = |(place, normal): (&Point, &Vector)| {
        let part = ((from - place.y) / (from - to)).clamp(0.0, 1.0);
        place + normal * (LEGS_EASE * part * part * (3.0 - 2.0 * part))
    };
    Garment { positions: trousers.positions.iter().zip(&normals).map(let_out).collect(), ..trousers }
}

/// Unit normals of vertices, weighted by the areas of faces.
fn normals(positions: &[Point], triangles: &[[u32; 3]]) -> Vec<Vector> {
    let mut sums = vec![Vector::zeros(); positions.len()];
    for triangle in triangles {
        let [a, b, c] = triangle.map(|v| positions[v as usize]);
        let normal = (b - a).cross(&(c - a));
        for v in triangle {
            sums[*v as usize] += normal;
        }
    }
    sums.into_iter().map(|sum| sum.try_normalize(0.0).unwrap_or_default()).collect()
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
pub fn piece(name: &str, garment: &Garment, renamed: &[(&str, &str)]) -> Piece {
    let mut polygons = Polygons::default();
    let mut groups = Vec::new();
    for group in &garment.groups {
        let first = polygons.len() as u32;
        group.faces.iter().for_each(|&face| polygons.push(&garment.triangles[face as usize]));
        let name = renamed.iter().find(|(old, _)| *old == group.name).map_or(group.name.as_str(), |(_, new)| new);
        let members = (first..polygons.len() as u32).collect();
        groups.push(Group { name: name.to_owned(), kind: GroupKind::Group, polygons: members });
    }
    let positions = garment.positions.iter().map(rounded).collect();
    Piece { name: name.to_owned(), positions, polygons, groups, ..Piece::default() }
}

pub(crate) fn rounded(place: &Point) -> Point {
    // Adding zero makes −0 an ordinary zero, which reads better in a file.
    place.map(|x| (x * DECIMALS).round() / DECIMALS + 0.0)
}
