//! What to call a loop: from the names of the joints under it, its side and its height.
//!
//! Joint names differ from rig to rig, but nearly all say arm, leg, neck or spine in one of a few ways. Where they say
//! nothing, the loop gets a number: a wrong name would be worse.

use crate::form::Form;
use geometry::Point;

/// Parts of the body a loop can go around.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Region {
    Neck,
    Arm,
    LowerLeg,
    UpperLeg,
    Torso,
}

/// Words in joint names, lower case, and where they place a joint; the first that fits counts, so that "forearm" is found
/// before "arm" and "`lower_leg`" before "leg".
const WORDS: [(&str, Region); 38] = [
    ("neck", Region::Neck),
    ("head", Region::Neck),
    ("jaw", Region::Neck),
    ("clavicle", Region::Torso),
    ("collar", Region::Torso),
    ("shoulder", Region::Arm),
    ("finger", Region::Arm),
    ("thumb", Region::Arm),
    ("metacarpal", Region::Arm),
    ("hand", Region::Arm),
    ("wrist", Region::Arm),
    ("elbow", Region::Arm),
    ("arm", Region::Arm),
    ("toe", Region::LowerLeg),
    ("foot", Region::LowerLeg),
    ("ankle", Region::LowerLeg),
    ("calf", Region::LowerLeg),
    ("shin", Region::LowerLeg),
    ("knee", Region::LowerLeg),
    ("lowerleg", Region::LowerLeg),
    ("lower_leg", Region::LowerLeg),
    ("leg_joint_l_2", Region::LowerLeg),
    ("leg_joint_r_2", Region::LowerLeg),
    ("leg_joint_l_3", Region::LowerLeg),
    ("leg_joint_r_3", Region::LowerLeg),
    ("upleg", Region::UpperLeg),
    ("upperleg", Region::UpperLeg),
    ("thigh", Region::UpperLeg),
    ("leg", Region::UpperLeg),
    ("spine", Region::Torso),
    ("chest", Region::Torso),
    ("torso", Region::Torso),
    ("breast", Region::Torso),
    ("pelvis", Region::Torso),
    ("hip", Region::Torso),
    ("root", Region::Torso),
    ("waist", Region::Torso),
    ("body", Region::Torso),
];

/// A loop as seen by who names it.
pub(crate) struct Sight {
    /// The middle of its vertices.
    pub center: Point,
    /// Whether it lies above the middle of the garment.
    pub above: bool,
    /// How much the body under it follows each joint.
    pub shares: Vec<f64>,
}

/// Names for loops, all different, in their order.
pub(crate) fn name_all(form: &Form, sights: &[Sight]) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(sights.len());
    let mut unnamed = 0;
    for sight in sights {
        let name = name(form, sight).unwrap_or_else(|| {
            unnamed += 1;
            format!("loop_{unnamed}")
        });
        let same = names.iter().filter(|n| **n == name || n.starts_with(&format!("{name}_"))).count();
        names.push(if same == 0 { name } else { format!("{name}_{}", same + 1) });
    }
    names
}

fn name(form: &Form, sight: &Sight) -> Option<String> {
    let mut votes = [0.0; 5];
    for (joint, share) in form.joints.iter().zip(&sight.shares) {
        if let Some(region) = region(&joint.name) {
            votes[region as usize] += share;
        }
    }
    let regions = [Region::Neck, Region::Arm, Region::LowerLeg, Region::UpperLeg, Region::Torso];
    // Legs and torso share the hips: a loop there goes around the torso if it goes around both legs.
    let best = regions.into_iter().max_by(|a, b| votes[*a as usize].total_cmp(&votes[*b as usize]))?;
    if votes[best as usize] <= 0.0 {
        return None;
    }
    let side = side(form, sight);
    let sided = |name: &str| side.map_or_else(|| name.to_owned(), |side| format!("{name}_{side}"));
    Some(match (best, side) {
        (Region::Neck, _) => "neck".to_owned(),
        (Region::Arm, Some(_)) => sided("cuff"),
        (Region::LowerLeg, Some(_)) => sided("ankle"),
        (Region::UpperLeg, Some(_)) => sided("leg"),
        _ if sight.above && is_neckline(form, sight) => "neck".to_owned(),
        _ if sight.above => "waist".to_owned(),
        _ => "hem".to_owned(),
    })
}

/// Where a joint's name places it.
fn region(name: &str) -> Option<Region> {
    let name = name.to_lowercase();
    WORDS.iter().find(|(word, _)| name.contains(word)).map(|&(_, region)| region)
}

/// Left or right: as the joints under the loop say, and where they say nothing, by which side of the body it lies on.
fn side(form: &Form, sight: &Sight) -> Option<&'static str> {
    let mut votes = [0.0; 2];
    for (joint, share) in form.joints.iter().zip(&sight.shares) {
        match side_in_name(&joint.name) {
            Some("left") => votes[0] += share,
            Some(_) => votes[1] += share,
            None => {}
        }
    }
    // Both sides alike: a loop around the middle.
    if votes[0] > 2.0 * votes[1] && votes[0] > SIDED {
        return Some("left");
    }
    if votes[1] > 2.0 * votes[0] && votes[1] > SIDED {
        return Some("right");
    }
    let bounds = form.bounds();
    let off = (sight.center.x - bounds.center().x) / bounds.extents().x.max(f64::MIN_POSITIVE);
    (votes == [0.0; 2] && off.abs() > OFF_CENTER).then_some(if off > 0.0 { "left" } else { "right" })
}

/// A loop is on a side when the joints of that side hold at least this share under it.
const SIDED: f64 = 0.25;
/// Where names say nothing, a loop is on a side when it is off the middle by this part of the character's width.
const OFF_CENTER: f64 = 0.05;

/// Left or right as joint names say it: the word, or a lone L or R.
fn side_in_name(name: &str) -> Option<&'static str> {
    let lower = name.to_lowercase();
    if lower.contains("left") {
        return Some("left");
    }
    if lower.contains("right") {
        return Some("right");
    }
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    words.find_map(|word| match word {
        "l" => Some("left"),
        "r" => Some("right"),
        _ => None,
    })
}

/// Whether a loop around the upper torso lies nearer to the head than to the hips: then it is a neckline.
fn is_neckline(form: &Form, sight: &Sight) -> bool {
    let lowest = |words: &[&str]| {
        let is_meant = |name: &str| words.iter().any(|word| name.to_lowercase().contains(word));
        // Only joints that move the surface: nodes that hold meshes may stand on the floor.
        let moves = |joint: usize| form.influences.iter().flatten().any(|&(j, weight)| j == joint && weight > 0.0);
        let meant = (0..form.joints.len()).filter(|&j| is_meant(&form.joints[j].name) && moves(j));
        let heights = meant.map(|j| form.joints[j].position.y);
        heights.reduce(f64::min)
    };
    match (lowest(&["neck", "head"]), lowest(&["hip", "pelvis", "spine", "torso"])) {
        (Some(neck), Some(hips)) => sight.center.y - hips > neck - sight.center.y,
        _ => false,
    }
}
