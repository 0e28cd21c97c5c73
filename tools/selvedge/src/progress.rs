//! The bar that shows when work takes more than a second.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Work that takes less time than this shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the bar's clock moves.
const TICK: Duration = Duration::from_millis(100);

/// Steps of a known number on the way to a result. The bar goes away when this is dropped.
pub struct Progress {
    bar: ProgressBar,
    watcher: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Begins work of so many steps; `quiet` work shows nothing, and neither does work whose standard error is no terminal.
    pub fn new(steps: usize, quiet: bool) -> Self {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} ({elapsed})") {
            bar.set_style(style);
        }
        let watcher = (!quiet).then(|| {
            let (done, wait) = channel();
            let shown = bar.clone();
            (done, std::thread::spawn(move || show_if_slow(&shown, &wait)))
        });
        Self { bar, watcher }
    }

    /// Says what is being done now; the step before is done.
    pub fn step(&self, what: impl Into<String>) {
        if !self.bar.message().is_empty() {
            self.bar.inc(1);
        }
        self.bar.set_message(what.into());
    }
}

fn show_if_slow(bar: &ProgressBar, done: &Receiver<()>) {
    if done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
        bar.set_draw_target(ProgressDrawTarget::stderr());
        bar.enable_steady_tick(TICK);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((done, thread)) = self.watcher.take() {
            drop(done);
            // The watcher only draws: if it failed, the work is still good.
            let _ = thread.join();
        }
        self.bar.finish_and_clear();
    }
}
