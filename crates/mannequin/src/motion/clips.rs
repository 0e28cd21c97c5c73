//! Gestures over time, as keys.
//!
//! | clip | what it pinches |
//! |---|---|
//! | `elbow` | the right forearm against the upper arm |
//! | `squat` | calves against thighs, thighs against the belly; the feet stay where they are |
//! | `arms_to_side` | arms against the trunk; then they spread |
//! | `belly_rub` | the right hand in the belly, in circles |
//! | `clasp` | the hands in each other |
//! | `walk` | little: a stride that loops, for clothes in motion |
//! | `demo` | elbow, knees, arms and belly one after the other |
//! | `cross` | forearms against the chest and each other |
//! | `chin` | the chin against neck and chest |
//! | `sit` | thighs against the belly |
//! | `heel` | the right calf and heel against thigh and buttock |
//! | `foot_on_foot` | the right sole against the left instep |
//! | `tuck` | the right hand between the left arm and the trunk |
//! | `knees` | the knees against each other |
//! | `elbow_fast` | as `elbow`, folded and opened within two keys |
//! | `elbow_long` | as `elbow`, folded for 200 keys |
//! | `elbow_turning` | as `elbow`, while the figure turns round once |
//! | `elbow_again` | as `elbow`, half opened and folded again |
//! | `elbow_to_side` | forearm against upper arm against trunk: three surfaces at once |
//!
//! All but `walk` begin and end in the bind pose.

use super::gesture::Gesture;
use super::pose::Pose;
use super::walk::walk;
use crate::exact::ease;
use crate::field::Figure;
use crate::rig::Rig;

/// Keys a second.
pub const KEYS_PER_SECOND: f64 = 24.0;

/// A clip as keys.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    pub name: &'static str,
    pub poses: Vec<Pose>,
}

/// When something begins, is complete, begins to end and is over. Seconds.
type Span = [f64; 4];

/// A clip's name, its length in seconds, and what is done at each time.
type Score = (&'static str, f64, fn(f64) -> Gesture);

/// Clips that came later, after the others so that numbers of those stay what they are.
const LATER: [Score; 12] = [
    ("cross", 3.5, |t| Gesture { cross: during([0.1, 1.3, 2.1, 3.3], t), ..Gesture::default() }),
    ("chin", 3.0, |t| Gesture { chin: during([0.1, 1.0, 1.8, 2.8], t), ..Gesture::default() }),
    ("sit", 3.75, |t| Gesture { sit: during([0.1, 1.4, 2.2, 3.6], t), ..Gesture::default() }),
    ("heel", 3.0, |t| Gesture { heel: during([0.1, 1.2, 1.8, 2.9], t), ..Gesture::default() }),
    ("foot_on_foot", 3.0, |t| Gesture { step: during([0.1, 1.2, 1.8, 2.9], t), ..Gesture::default() }),
    ("tuck", 3.5, |t| Gesture { tuck: during([0.1, 1.3, 2.1, 3.3], t), ..Gesture::default() }),
    ("knees", 3.0, |t| Gesture { knees: during([0.1, 1.0, 1.7, 2.8], t), ..Gesture::default() }),
    ("elbow_fast", 2.0, |t| Gesture {
        fold: during([0.5, 0.5 + TWO_KEYS, 1.0, 1.0 + TWO_KEYS], t),
        ..Gesture::default()
    }),
    ("elbow_long", 10.5, |t| Gesture { fold: during([0.1, 1.1, 9.45, 10.4], t), ..Gesture::default() }),
    ("elbow_turning", 4.0, |t| Gesture {
        fold: during([0.1, 1.1, 2.9, 3.9], t),
        turned: ease(0.4, 3.6, t),
        ..Gesture::default()
    }),
    ("elbow_again", 4.0, |t| Gesture {
        fold: during([0.1, 1.0, 3.0, 3.9], t) * (1.0 - HALF_OPEN * during([1.2, 1.9, 2.0, 2.7], t)),
        ..Gesture::default()
    }),
    ("elbow_to_side", 3.5, |t| Gesture {
        fold: BESIDE * during([0.1, 1.2, 2.1, 3.2], t),
        press: during([0.3, 1.3, 2.0, 3.3], t),
        ..Gesture::default()
    }),
];

/// The time between three keys, in seconds.
const TWO_KEYS: f64 = 2.0 / KEYS_PER_SECOND;
/// The part of its fold that an elbow opens before it closes again.
const HALF_OPEN: f64 = 0.45;
/// The part of its fold that an elbow beside the trunk has, besides that of an arm pressed to the side.
const BESIDE: f64 = 0.84;

/// Every clip.
pub(crate) fn all(rig: &Rig, figure: &Figure) -> Vec<Keys> {
    let gestures: [Score; 6] = [
        ("elbow", 3.0, elbow),
        ("squat", 3.75, squat),
        ("arms_to_side", 4.0, arms_to_side),
        ("belly_rub", 5.0, belly_rub),
        ("clasp", 3.5, clasp),
        ("demo", 8.0, demo),
    ];
    let mut clips: Vec<Keys> = gestures
        .into_iter()
        .map(|(name, seconds, gesture)| sample(name, seconds, |t| gesture(t).pose(rig, figure)))
        .collect();
    let stride = sample("walk", 1.0, |t| walk(rig, t % 1.0));
    clips.insert(clips.len() - 1, stride);
    clips.extend(
        LATER.into_iter().map(|(name, seconds, gesture)| sample(name, seconds, |t| gesture(t).pose(rig, figure))),
    );
    clips
}

fn sample(name: &'static str, seconds: f64, pose: impl Fn(f64) -> Pose) -> Keys {
    let last = (seconds * KEYS_PER_SECOND).round() as usize;
    Keys { name, poses: (0..=last).map(|key| pose(key as f64 / KEYS_PER_SECOND)).collect() }
}

fn during([begin, complete, ending, over]: Span, t: f64) -> f64 {
    ease(begin, complete, t) * (1.0 - ease(ending, over, t))
}

fn elbow(t: f64) -> Gesture {
    Gesture { fold: during([0.1, 1.1, 1.9, 2.9], t), ..Gesture::default() }
}

fn squat(t: f64) -> Gesture {
    Gesture { squat: during([0.1, 1.4, 2.2, 3.6], t), ..Gesture::default() }
}

fn arms_to_side(t: f64) -> Gesture {
    let press = during([0.1, 1.0, 1.7, 2.5], t);
    Gesture { press, spread: during([2.0, 2.9, 3.0, 3.9], t), ..Gesture::default() }
}

fn belly_rub(t: f64) -> Gesture {
    // Three circles between arriving and leaving.
    let circle = 3.0 * ease(0.7, 4.3, t);
    Gesture { rub: during([0.1, 1.0, 4.0, 4.9], t), circle, ..Gesture::default() }
}

fn clasp(t: f64) -> Gesture {
    Gesture { clasp: during([0.1, 1.3, 2.2, 3.4], t), ..Gesture::default() }
}

fn demo(t: f64) -> Gesture {
    Gesture {
        fold: during([0.2, 1.0, 1.4, 2.1], t),
        squat: during([1.8, 2.8, 3.3, 4.4], t),
        press: during([4.2, 5.0, 5.3, 6.0], t),
        rub: during([5.5, 6.2, 7.1, 7.8], t),
        circle: ease(5.9, 7.5, t),
        ..Gesture::default()
    }
}
