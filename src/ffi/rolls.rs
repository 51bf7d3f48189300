//! Rolls: the 56 different rolls of three dice, and what a side can do with all of them.
//!
//! Rolls are numbered by their faces in lexicographic order: 0 is 1 1 1, 1 is 1 1 2, 55 is 6 6 6. A dicechess_rolls holds one
//! expansion of a position for all rolls at once, which costs a fraction of 56 turn lists. It can be filled again and again and keeps its
//! memory, 128 bytes and more for each state. It is thread-compatible and depends on no other handle.

use std::collections::HashSet;
use std::ops::ControlFlow::{Break, Continue};
use std::ops::Range;

use crate::ffi::state::dicechess_state;
use crate::ffi::turns::refused;
use crate::memory::NoMemory;
use crate::state::{DicePool, GameState};
use crate::turns::{ClassLattice, Clocks, Expansion, Guard, Halt, Roll, RollOutcome, Scope};

use super::argument::argument;
use super::error::{Outcome, dicechess_error};
use super::guard::boundary;
use super::handle::{Handle, HandleCell, free};
use super::status::dicechess_status;

/// The number of different rolls.
pub const DICECHESS_ROLLS: usize = 56;
/// The number of ordered outcomes of three dice: the sum of all weights.
pub const DICECHESS_TOTAL_WEIGHT: u32 = 216;

/// What a side can do with every roll.
pub struct dicechess_rolls {
    cell: HandleCell<ExpandedRolls>,
}

/// An expansion and its end states.
pub(super) struct ExpandedRolls {
    lattice: ClassLattice,
    expansion: Expansion,
    /// Distinct end states, class by class. Two classes may share a state.
    states: Vec<GameState>,
    classes: Vec<(DicePool, Range<usize>)>,
    /// Indices into `states`, roll by roll.
    finals: Vec<usize>,
    /// Where each roll begins in `finals`; the next one's beginning ends it.
    starts: [usize; Roll::COUNT + 1],
}

impl Handle for dicechess_rolls {
    type Value = ExpandedRolls;
    const WORD: u32 = 0x726f_6c6c;

    fn cell(&self) -> &HandleCell<ExpandedRolls> {
        &self.cell
    }
}

impl ExpandedRolls {
    fn new() -> Self {
        Self {
            lattice: ClassLattice::new(),
            expansion: Expansion::default(),
            states: Vec::new(),
            classes: Vec::new(),
            finals: Vec::new(),
            starts: [0; Roll::COUNT + 1],
        }
    }

    fn clear(&mut self) {
        self.expansion = Expansion::default();
        self.states.clear();
        self.classes.clear();
        self.finals.clear();
        self.starts = [0; Roll::COUNT + 1];
    }

    fn expand(&mut self, root: &GameState, limit: usize) -> Outcome {
        self.clear();
        let outcome = self.collect(root, limit);
        if outcome.is_err() {
            self.clear();
        }
        outcome
    }

    fn collect(&mut self, root: &GameState, limit: usize) -> Outcome {
        let Self { lattice, expansion, states, classes, finals, starts } = self;
        let guard = Guard { max_states: limit, ..Guard::NONE };
        let mut room = Ok(());
        let expanded =
            lattice.expand_within(&guard, root, Clocks::Exact, Scope::Everything, |class, ends| {
                room = if states.len() + ends.len() > limit {
                    Err(refused(Halt::TooMany(limit)))
                } else {
                    states
                        .try_reserve(ends.len())
                        .and_then(|()| classes.try_reserve(1))
                        .map_err(|_| NoMemory.into())
                };
                if room.is_err() {
                    return Break(());
                }
                classes.push((class, states.len()..states.len() + ends.len()));
                states.extend_from_slice(ends);
                Continue(())
            });
        room?;
        *expansion = expanded.map_err(refused)?;
        for (index, roll) in Roll::ALL.iter().enumerate() {
            let mut of_roll = expansion.final_classes(roll.dice).peekable();
            let first = of_roll.next();
            let several = of_roll.peek().is_some();
            let mut seen = HashSet::new();
            for class in first.into_iter().chain(of_roll) {
                let Some((_, range)) = classes.iter().find(|(known, _)| *known == class) else { continue };
                finals.try_reserve(range.len()).map_err(NoMemory::from)?;
                if several {
                    seen.try_reserve(range.len()).map_err(NoMemory::from)?;
                }
                finals.extend(range.clone().filter(|&at| !several || seen.insert(states[at])));
            }
            starts[index + 1] = finals.len();
        }
        Ok(())
    }

    /// The end states of one roll.
    fn of_roll(&self, roll: usize) -> impl ExactSizeIterator<Item = &GameState> {
        self.finals[self.starts[roll]..self.starts[roll + 1]].iter().map(|&at| &self.states[at])
    }

    fn spent(&self, roll: usize) -> u8 {
        self.expansion.final_classes(Roll::ALL[roll].dice).next().map_or(0, |class| class.len() as u8)
    }

    fn takes_king(&self, roll: usize) -> bool {
        self.expansion.outcome(Roll::ALL[roll].dice) == RollOutcome::KingCapture
    }
}

/// The table of rolls: three ascending faces of each in `faces`, an array of 56 × 3, and the number of ordered outcomes of each in `weights`,
/// an array of 56: 6 for three different faces, 3 for a pair, 1 for a triple. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_roll_table(
    faces: *mut u8,
    weights: *mut u8,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let faces = argument!(0, faces).arrays::<3>().arrays::<DICECHESS_ROLLS>().output()?;
        let weights = argument!(1, weights).arrays::<DICECHESS_ROLLS>().output()?;
        faces.put(Roll::ALL.map(|roll| roll.dice.slots()))?;
        weights.put(Roll::ALL.map(|roll| roll.weight))
    })
}

/// Makes an expansion of nothing: every roll is a pass. `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_rolls_new(
    out: *mut *mut dicechess_rolls,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, out, {
        let cell = HandleCell::new::<dicechess_rolls>(ExpandedRolls::new());
        argument!(0, out).new_handle()?.put(dicechess_rolls { cell })
    })
}

/// Frees an expansion. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_rolls_free(rolls: *mut dicechess_rolls) {
    // SAFETY: the conventions of the header: NULL or a handle of this type.
    boundary!(else (), { unsafe { free(rolls) } })
}

/// Finds what the side to move of `state` can do with every roll. The dice of `state` do not matter.
///
/// `DICECHESS_ERR_LIMIT` if there are more than `limit` end states in all, see `DICECHESS_NO_LIMIT`; `DICECHESS_ERR_MEMORY`. Every roll is
/// then a pass. A game has thousands of end states, a board full of queens millions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_rolls_expand(
    rolls: *mut dicechess_rolls,
    state: *const dicechess_state,
    limit: usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let state = *argument!(1, state).shared()?;
        argument!(0, rolls).exclusive()?.expand(&state, limit)
    })
}

/// What can be done with each roll, in optional arrays of 56: whether some turn takes a king (1 or
/// 0), the most dice that a turn spends, and how many distinct states the legal turns that take no
/// king lead to. Each of those turns spends that many dice. Where every legal turn takes a king,
/// that is what the longest of them spends, and there are no states. All 0: the roll is a pass.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_rolls_outcomes(
    rolls: *const dicechess_rolls,
    takes_king: *mut u8,
    dice_spent: *mut u8,
    final_counts: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let takes_king = argument!(1, takes_king).arrays::<DICECHESS_ROLLS>().optional_output()?;
        let dice_spent = argument!(2, dice_spent).arrays::<DICECHESS_ROLLS>().optional_output()?;
        let final_counts = argument!(3, final_counts).arrays::<DICECHESS_ROLLS>().optional_output()?;
        let rolls = argument!(0, rolls).shared()?;
        if let Some(takes_king) = takes_king {
            takes_king.put(std::array::from_fn(|roll| u8::from(rolls.takes_king(roll))))?;
        }
        if let Some(dice_spent) = dice_spent {
            dice_spent.put(std::array::from_fn(|roll| rolls.spent(roll)))?;
        }
        if let Some(final_counts) = final_counts {
            final_counts.put(std::array::from_fn(|roll| rolls.of_roll(roll).len()))?;
        }
        Ok(())
    })
}

/// The keys of the distinct states that one roll leads to without taking a king. `capacity` counts elements; `required` (optional) receives
/// their number. Nothing is written unless all fit: `DICECHESS_ERR_BUFFER`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_rolls_keys(
    rolls: *const dicechess_rolls,
    roll: usize,
    keys: *mut u64,
    capacity: usize,
    required: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let keys = argument!(2, keys).buffer(capacity, argument!(4, required))?;
        let rolls = argument!(0, rolls).shared()?;
        keys.fill(rolls.of_roll(argument!(1, roll).below(DICECHESS_ROLLS)?).map(GameState::key))
    })
}

/// Makes `state` one of the distinct states that a roll leads to, in the order of `dicechess_rolls_keys`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_rolls_final_state(
    rolls: *const dicechess_rolls,
    roll: usize,
    index: usize,
    state: *mut dicechess_state,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let rolls = argument!(0, rolls).shared()?;
        let mut finals = rolls.of_roll(argument!(1, roll).below(DICECHESS_ROLLS)?);
        let index = argument!(2, index).below(finals.len())?;
        let mut state = argument!(3, state).exclusive()?;
        if let Some(found) = finals.nth(index) {
            *state = *found;
        }
        Ok(())
    })
}
