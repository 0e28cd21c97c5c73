//! Scenes, runs and the step that composes every stage.
pub mod scene;
