use crate::memory::NoMemory;
use crate::state::GameState;

/// The states before the micro-moves made last, for taking them back at once: in a search, almost every micro-move is taken back soon, and
/// copying a state is cheaper than undoing cells.
#[derive(Debug, Default)]
pub(super) struct SavedSteps {
    /// Used as a ring once it is full.
    steps: Vec<SavedStep>,
    /// How many steps have been saved and not dropped; the last one is in the place before.
    count: usize,
}

#[derive(Clone, Copy, Debug)]
struct SavedStep {
    /// Addresses before and behind the cells.
    start: u64,
    end: u64,
    before: GameState,
}

/// Two turns of three micro-moves, and two more.
const STEPS: usize = 8;

impl SavedSteps {
    /// Gets all the memory that saving takes.
    pub fn reserve(&mut self) -> Result<(), NoMemory> {
        Ok(self.steps.try_reserve_exact(STEPS - self.steps.len())?)
    }

    /// Saves the state before a micro-move that will be written at `start`; [`finish`](Self::finish) tells where it ends.
    #[inline]
    pub fn begin(&mut self, start: u64, before: &GameState) -> Result<(), NoMemory> {
        match self.steps.get_mut(self.count % STEPS) {
            // Member by member: a whole one would be copied twice.
            Some(slot) => {
                (slot.start, slot.end) = (start, u64::MAX);
                slot.before = *before;
            }
            None => {
                self.reserve()?;
                self.steps.push(SavedStep { start, end: u64::MAX, before: *before });
            }
        }
        self.count += 1;
        Ok(())
    }

    /// The micro-move begun last ends here.
    #[inline]
    pub fn finish(&mut self, end: u64) {
        if let Some(step) = self.last_mut() {
            step.end = end;
        }
    }

    /// The start of the micro-move that ends at `end`, and the state before it, if it was saved.
    #[inline]
    pub fn ending_at(&self, end: u64) -> Option<(u64, &GameState)> {
        let step = self.steps.get(self.count.wrapping_sub(1) % STEPS)?;
        (step.end == end && self.count > 0).then_some((step.start, &step.before))
    }

    /// Drops what lies at `address` or behind, where other cells will be written.
    #[inline]
    pub fn cut(&mut self, address: u64) {
        while self.last_mut().is_some_and(|step| step.start >= address) {
            if let Some(step) = self.last_mut() {
                (step.start, step.end) = (0, u64::MAX);
            }
            self.count -= 1;
        }
    }

    #[inline]
    fn last_mut(&mut self) -> Option<&mut SavedStep> {
        if self.count == 0 { None } else { self.steps.get_mut((self.count - 1) % STEPS) }
    }
}
