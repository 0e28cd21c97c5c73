//! Scenes, runs and the step that composes every stage.
