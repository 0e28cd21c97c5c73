//! Characters and demanding or hostile files from elsewhere, against analytic answers, a naive implementation and another
//! program's results. Shared data is not part of the repository: where it is not there, its tests say so and pass.

mod analytic;
mod from_three;
mod hostile;
mod made;
mod mutations;
mod naive;
mod pinches;
mod shared;
