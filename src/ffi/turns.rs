//! Turns: the legal turns of a state with its dice.
//!
//! A dicechess_turns is a list that can be filled again and again and keeps its memory, eight bytes a turn. It is
//! thread-compatible, remembers the state that it was filled for and depends on no other handle. Turns that take a king come first; each
//! group is in the specified order. An empty list is a pass. Functions take constant time unless they say otherwise.

use std::ffi::c_char;
use std::fmt::Write;

use arrayvec::ArrayString;

use crate::ffi::state::dicechess_state;
use crate::state::GameState;
use crate::turns::{FinalStates, Guard, Halt, Turn, TurnList};

use super::argument::argument;
use super::error::dicechess_error;
use super::guard::boundary;
use super::handle::{Handle, HandleCell, free};
use super::micro_move::dicechess_micro_move;
use super::remembered_turns::{self, RememberingPosition};
use super::status::{DICECHESS_ERR_LIMIT, DICECHESS_ERR_MEMORY, dicechess_status};

/// Bytes that hold the UCI text of any turn with its terminating zero.
pub const DICECHESS_TURN_MAX: usize = 18;
/// Passed as a limit: as many as there are.
pub const DICECHESS_NO_LIMIT: usize = -1isize as usize;

/// A list of turns.
pub struct dicechess_turns {
    cell: HandleCell<StateTurns>,
}

/// A state and its turns, or some of them.
pub(super) struct StateTurns {
    state: GameState,
    all: TurnList,
    distinct: FinalStates,
    /// Which of the two lists is meant. The other one is left over from an earlier use.
    is_distinct: bool,
}

impl Handle for dicechess_turns {
    type Value = StateTurns;
    const WORD: u32 = 0x7475_726c;

    fn cell(&self) -> &HandleCell<StateTurns> {
        &self.cell
    }
}

impl StateTurns {
    pub(super) fn state(&self) -> &GameState {
        &self.state
    }

    pub(super) fn turns(&self) -> &[Turn] {
        if self.is_distinct { self.distinct.turns() } else { self.all.turns() }
    }

    /// Fills the list with the turns at a position's head, which are remembered there.
    pub(super) fn fill_from(&mut self, position: &RememberingPosition, limit: usize) -> Result<(), Halt> {
        self.state = *position.state();
        self.is_distinct = false;
        remembered_turns::fill(&mut self.all, position, limit)
    }

    fn king_captures(&self) -> usize {
        if self.is_distinct { 0 } else { self.all.king_captures() }
    }

    /// See `dicechess_turns_final_state`.
    fn final_state(&self, index: usize) -> GameState {
        if self.is_distinct {
            return self.distinct.states()[index];
        }
        Replay::new(self.state).final_state(&self.all.turns()[index], index < self.all.king_captures())
    }

    /// The keys of all final states in order.
    fn final_keys(&self) -> impl ExactSizeIterator<Item = u64> {
        let mut replay = Replay::new(self.state);
        self.turns().iter().enumerate().map(move |(index, turn)| {
            if self.is_distinct {
                return self.distinct.states()[index].key();
            }
            replay.final_state(turn, index < self.all.king_captures()).key()
        })
    }
}

/// Plays turns of one state. Neighbours in a list mostly differ in their last micro-move, so what came before it is kept.
struct Replay {
    /// The state before each micro-move of `turn`, with the dice left.
    before: [GameState; 3],
    turn: Turn,
}

impl Replay {
    fn new(state: GameState) -> Self {
        Self { before: [state; 3], turn: Turn::PASS }
    }

    fn final_state(&mut self, turn: &Turn, takes_king: bool) -> GameState {
        let (moves, known) = (turn.moves(), self.turn.moves());
        let shared = moves.iter().zip(known).take_while(|(new, old)| new == old).count();
        let start = shared.min(moves.len().saturating_sub(1)).min(known.len().saturating_sub(1));
        let mut state = self.before[start];
        for (&micro_move, before) in moves[start..].iter().zip(&mut self.before[start..]) {
            *before = state;
            let dice = state.dice_after(micro_move).unwrap_or_default();
            state.make_micro_move(micro_move);
            state = state.with_dice(dice);
        }
        self.turn = *turn;
        if !takes_king {
            state.end_turn();
        }
        state
    }
}

/// A position that has too many turns or states.
#[cold]
pub(super) fn too_large(refusal: Halt) -> dicechess_error {
    let status = match refusal {
        Halt::TooMany(_) => DICECHESS_ERR_LIMIT,
        Halt::Memory | Halt::Stopped => DICECHESS_ERR_MEMORY,
    };
    dicechess_error::new(status, refusal)
}

/// The same where the caller has set the limit, which is parameter 2 wherever there is one.
pub(super) fn refused(refusal: Halt) -> dicechess_error {
    let error = too_large(refusal);
    if error.code == DICECHESS_ERR_LIMIT { error.with_field(2) } else { error }
}

/// The micro-moves of a turn, and 0 for those that it does not have.
pub(super) fn packed(turn: &Turn) -> [u16; 3] {
    let mut moves = [0; 3];
    moves.iter_mut().zip(turn.moves()).for_each(|(packed, micro_move)| *packed = micro_move.bits());
    moves
}

/// Makes an empty list. `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_turns_new(
    out: *mut *mut dicechess_turns,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, out, {
        let empty = StateTurns {
            state: GameState::initial(),
            all: TurnList::new(),
            distinct: FinalStates::new(),
            is_distinct: false,
        };
        argument!(0, out)
            .new_handle()?
            .put(dicechess_turns { cell: HandleCell::new::<dicechess_turns>(empty) })
    })
}

/// Frees a list. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_turns_free(turns: *mut dicechess_turns) {
    // SAFETY: the conventions of the header: NULL or a handle of this type.
    boundary!(else (), { unsafe { free(turns) } })
}

/// Fills a list with all legal turns of `state`. Different orders of micro-moves are different turns. Linear in the turns.
///
/// `DICECHESS_ERR_LIMIT` if there are more than `limit`, see `DICECHESS_NO_LIMIT`; `DICECHESS_ERR_MEMORY`. The list is then empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_turns_generate(
    turns: *mut dicechess_turns,
    state: *const dicechess_state,
    limit: usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let state = *argument!(1, state).shared()?;
        let mut turns = argument!(0, turns).exclusive()?;
        turns.state = state;
        turns.is_distinct = false;
        turns.all.generate(&state, limit).map_err(refused)
    })
}

/// Fills a list with one turn, the first in order, for each distinct state that the legal turns lead to. Turns that take a king are left
/// out, and so is a pass. Linear in the turns; 150 bytes for each distinct state.
///
/// `DICECHESS_ERR_LIMIT` if there are more than `limit`; `DICECHESS_ERR_MEMORY`. The list is then empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_turns_generate_distinct(
    turns: *mut dicechess_turns,
    state: *const dicechess_state,
    limit: usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let state = *argument!(1, state).shared()?;
        let mut turns = argument!(0, turns).exclusive()?;
        turns.state = state;
        turns.is_distinct = true;
        turns.distinct.generate_within(&Guard { max_states: limit, ..Guard::NONE }, &state).map_err(refused)
    })
}

/// How many turns there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_turns_count(
    turns: *const dicechess_turns,
    count: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let count = argument!(1, count).count()?;
        count.put(argument!(0, turns).shared()?.turns().len())
    })
}

/// How many of the turns take a king. They come first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_turns_king_captures(
    turns: *const dicechess_turns,
    count: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let count = argument!(1, count).count()?;
        count.put(argument!(0, turns).shared()?.king_captures())
    })
}

/// The micro-moves of one turn, in an array of three, and how many they are, 1 to 3. Further elements are 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_turns_get(
    turns: *const dicechess_turns,
    index: usize,
    moves: *mut dicechess_micro_move,
    length: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let length = argument!(3, length).count()?;
        let moves = argument!(2, moves).arrays::<3>().output()?;
        let turns = argument!(0, turns).shared()?;
        let turn = turns.turns()[argument!(1, index).below(turns.turns().len())?];
        moves.put(packed(&turn))?;
        length.put(turn.moves().len())
    })
}

/// The UCI text of one turn, micro-moves separated by spaces. `DICECHESS_TURN_MAX` bytes always suffice. See "Text".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_turns_to_uci(
    turns: *const dicechess_turns,
    index: usize,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let buffer = argument!(2, buffer).text_buffer(capacity, argument!(4, required))?;
        let turns = argument!(0, turns).shared()?;
        let turn = turns.turns()[argument!(1, index).below(turns.turns().len())?];
        let mut text = ArrayString::<{ DICECHESS_TURN_MAX - 1 }>::new();
        // Three micro-moves of five letters and two spaces fit.
        let _ = write!(text, "{turn}");
        buffer.write(&text)
    })
}

/// Makes `state` what one turn leads to: the other side to move, without dice. If the turn takes a king the game is over: then the
/// winner is still to move, with the dice that were left.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_turns_final_state(
    turns: *const dicechess_turns,
    index: usize,
    state: *mut dicechess_state,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let turns = argument!(0, turns).shared()?;
        let index = argument!(1, index).below(turns.turns().len())?;
        *argument!(2, state).exclusive()? = turns.final_state(index);
        Ok(())
    })
}

/// All turns in one call: three micro-moves a turn (the unused ones 0), the number of micro-moves, and the key of the final state, as of
/// `dicechess_turns_final_state`. Each of the three arrays is optional; those given have room for `capacity` turns, of
/// three elements each in `moves`. `required` (optional) receives the number of turns. Nothing is written unless all fit:
/// `DICECHESS_ERR_BUFFER`. Linear in the turns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_turns_fill(
    turns: *const dicechess_turns,
    moves: *mut dicechess_micro_move,
    lengths: *mut u8,
    keys: *mut u64,
    capacity: usize,
    required: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let required = argument!(5, required);
        let count = required.optional_count()?;
        let moves = argument!(1, moves).arrays::<3>().optional_buffer(capacity, required)?;
        let lengths = argument!(2, lengths).optional_buffer(capacity, required)?;
        let keys = argument!(3, keys).optional_buffer(capacity, required)?;
        let turns = argument!(0, turns).shared()?;
        let list = turns.turns();
        if let Some(count) = count {
            count.put(list.len())?;
        }
        if let Some(moves) = moves {
            moves.fill(list.iter().map(packed))?;
        }
        if let Some(lengths) = lengths {
            lengths.fill(list.iter().map(|turn| turn.moves().len() as u8))?;
        }
        if let Some(keys) = keys {
            keys.fill(turns.final_keys())?;
        }
        Ok(())
    })
}
