//! Progress over frames: a bar on a terminal, a plain line per frame elsewhere.

use crate::common::complain;
use driver::FrameReport;
use driver::run::Progress;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::Instant;

/// Shows how a run goes, on standard error.
pub struct FrameBar {
    show: Show,
    started: Instant,
    done: u32,
    total: u32,
}

enum Show {
    Nothing,
    Lines,
    Bar(ProgressBar),
}

impl FrameBar {
    /// A bar, lines, or nothing.
    pub fn new(quiet: bool) -> Self {
        let show = match (quiet, std::io::stderr().is_terminal()) {
            (true, _) => Show::Nothing,
            (false, true) => Show::Bar(bar()),
            (false, false) => Show::Lines,
        };
        Self { show, started: Instant::now(), done: 0, total: 0 }
    }

    /// Shows what happened.
    pub fn show(&mut self, progress: &Progress) {
        match progress {
            Progress::Begin { frame, left } => self.begin(*frame, *left),
            Progress::LeadIn(seconds) => self.lead_in(*seconds),
            Progress::Frame(report) => self.frame(report),
        }
    }

    fn begin(&mut self, frame: u32, left: u32) {
        (self.started, self.total) = (Instant::now(), left);
        if let Show::Bar(bar) = &self.show {
            bar.set_length(u64::from(left));
            bar.set_message(format!("frame {frame}"));
        }
    }

    fn lead_in(&self, seconds: f64) {
        let text = format!("lead-in of {seconds} s");
        match &self.show {
            Show::Nothing => {}
            Show::Lines => complain(&text),
            Show::Bar(bar) => bar.set_message(text),
        }
    }

    fn frame(&mut self, report: &FrameReport) {
        self.done += 1;
        let FrameReport { frame, crossings, max_stretch, seconds, .. } = report;
        let each = self.started.elapsed().as_secs_f64() / f64::from(self.done);
        let left = each * f64::from(self.total.saturating_sub(self.done));
        match &self.show {
            Show::Nothing => {}
            Show::Lines => complain(&format!(
                "frame {frame} ({} of {}): {seconds:.3} s, {crossings} crossings, stretch {max_stretch:.3}, {left:.0} s left",
                self.done, self.total
            )),
            Show::Bar(bar) => {
                bar.set_message(format!("frame {frame}, {each:.3} s/frame, {left:.0} s left, {crossings} crossings"));
                bar.inc(1);
            }
        }
    }
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::new(0);
    match ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

impl Drop for FrameBar {
    fn drop(&mut self) {
        if let Show::Bar(bar) = &self.show {
            bar.finish_and_clear();
        }
    }
}
