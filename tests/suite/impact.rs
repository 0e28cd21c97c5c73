//! Continuous collision on published data with exact answers.

mod funnel;
mod queries;
