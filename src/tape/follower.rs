use std::ops::ControlFlow;

use super::cell::Cell;
use super::error::TapeError;
use super::tape::Tape;
use super::tape_state::TapeState;

/// A value that is a function of the state at a tape's head and can be updated cell by cell, such as a key, a material balance or the
/// first layer of a neural network.
pub trait Fold {
    /// Sets the value to that of a state.
    fn reset(&mut self, tape_state: &TapeState);
    /// Follows a cell forward.
    fn redo(&mut self, cell: Cell);
    /// Follows a cell backwards.
    fn undo(&mut self, cell: Cell);
}

/// A [`Fold`] with its own place on a tape. It holds no reference to the tape.
#[derive(Clone, Debug)]
pub struct Follower<F> {
    fold: F,
    address: u64,
    cuts: u64,
}

impl<F: Fold> Follower<F> {
    /// Starts at the tape's head.
    pub fn new(mut fold: F, tape: &Tape) -> Self {
        fold.reset(tape.tape_state());
        Self { fold, address: tape.head(), cuts: tape.cuts }
    }

    /// The value at the place that was synchronised last.
    pub const fn value(&self) -> &F {
        &self.fold
    }

    /// Follows the tape to its head: over the cells between, or from the state if cells that were followed have been cut off since. A
    /// follower that is synchronised before every write never has to start over. One tape per follower.
    ///
    /// # Errors
    /// If a spilled chunk cannot be read; the value is then one of a state in between, and the next call goes on from there.
    pub fn sync(&mut self, tape: &Tape) -> Result<&F, TapeError> {
        let in_step = self.cuts == tape.cuts || self.cuts + 1 == tape.cuts && self.address <= tape.last_cut;
        let gone = self.address < tape.info().horizon;
        if !in_step || gone {
            self.fold.reset(tape.tape_state());
            self.address = tape.head();
        }
        self.cuts = tape.cuts;
        let forward = self.address <= tape.head();
        let (fold, address) = (&mut self.fold, &mut self.address);
        let start = *address;
        tape.run(start, tape.head(), |at, cell| {
            if forward {
                fold.redo(cell);
                *address = at + 1;
            } else {
                fold.undo(cell);
                *address = at;
            }
            ControlFlow::Continue(())
        })?;
        Ok(&self.fold)
    }
}
