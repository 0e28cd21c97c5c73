//! The figure in motion: poses and clips.
//!
//! 1. [`pose`]: a turn for every joint, and where that puts them.
//! 2. [`reach`]: hands and feet put in their place by two bones.
//! 3. [`gesture`]: fold an elbow, squat, press the arms to the sides, rub the belly, clasp the hands, as amounts.
//! 4. [`closing`]: more of them, for chest, collar, belly, buttock, feet, armpit and knees.
//! 5. [`walk`]: a step and its mirror image.
//! 6. [`clips`]: gestures over time, sampled.
//!
//! Not here: dynamics. Balance is by eye.

pub(crate) mod clips;
mod closing;
mod gesture;
pub(crate) mod pose;
mod reach;
mod walk;
