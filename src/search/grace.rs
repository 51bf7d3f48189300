use std::cell::Cell;

use super::SearchControl;

/// Asks a control to go on, but takes no for an answer only after some steps: without them a search that is stopped before it begins
/// would have nothing to choose from.
pub(super) struct Grace<'a> {
    control: &'a SearchControl,
    steps_left: Cell<usize>,
}

impl<'a> Grace<'a> {
    /// So many turns are listed or ranked by material whatever the control says. Half a millisecond, and more turns than nearly all
    /// positions have.
    const TURNS: usize = 1 << 14;

    pub const fn new(control: &'a SearchControl) -> Self {
        Self { control, steps_left: Cell::new(Self::TURNS) }
    }

    /// Whether the next `turns` turns may be looked at.
    pub fn allows(&self, turns: usize) -> bool {
        let left = self.steps_left.get();
        self.steps_left.set(left.saturating_sub(turns));
        left > 0 || !self.control.is_cancelled()
    }
}
