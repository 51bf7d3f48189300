use std::ops::ControlFlow::{self, Continue};

use crate::state::GameState;

use super::legal::{Ending, Node, Wanted};
use super::{FinalStates, Guard, Halt, Roll};

/// Counts of one kind, over rolls that count alike or by their weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerftCounts {
    /// Legal turns of the last ply, over all sequences of turns before it.
    pub turns: u64,
    /// Those of `turns` that take a king.
    pub king_captures: u64,
    /// Distinct end states of the last ply, over the distinct end states of each roll before it.
    pub finals: u64,
    /// Rolls of the last ply with which nothing can be played, over all sequences of turns before it.
    pub passes: u64,
}

/// How many turns a position offers some plies deep: the usual check of a move generator, over dice.
///
/// Every roll of a ply is followed by every legal turn. A pass goes on to the next ply, a king capture ends the sequence. Counts that
/// would exceed 64 bits stop there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// Every roll counts once.
    pub plain: PerftCounts,
    /// Every roll counts by its weight of 216; weights of successive plies multiply.
    pub weighted: PerftCounts,
}

impl Perft {
    /// Over all 56 rolls of the first ply; the dice of `state` are ignored. All zero for 0 plies. Time grows by a factor of thousands
    /// with each ply.
    ///
    /// # Errors
    /// [`Halt::Memory`], which takes a position that no game shows.
    pub fn of_all_rolls(state: &GameState, plies: u32) -> Result<Self, Halt> {
        Counter::default().all_rolls(state, plies)
    }

    /// Over the dice of `state` in the first ply, counted with weight 1.
    ///
    /// # Errors
    /// As [`of_all_rolls`](Self::of_all_rolls).
    pub fn of_roll(state: &GameState, plies: u32) -> Result<Self, Halt> {
        Counter::default().roll(state, plies)
    }
}

/// Counts depth-first. `spare` holds the lists of end states that no ply is using, so that there is one list a ply and not one a roll.
#[derive(Default)]
struct Counter {
    spare: Vec<FinalStates>,
}

impl Counter {
    fn all_rolls(&mut self, state: &GameState, plies: u32) -> Result<Perft, Halt> {
        let mut sum = Perft::default();
        if plies > 0 {
            for roll in Roll::ALL {
                let counts = self.roll(&state.with_dice(roll.dice), plies)?;
                sum.plain.add(&counts.plain, 1, 1);
                sum.weighted.add(&counts.weighted, u64::from(roll.weight), u64::from(roll.weight));
            }
        }
        Ok(sum)
    }

    fn roll(&mut self, state: &GameState, plies: u32) -> Result<Perft, Halt> {
        if plies == 0 {
            return Ok(Perft::default());
        }
        let mut finals = self.spare.pop().unwrap_or_default();
        finals.generate_within(&Guard::NONE, state)?;
        let counts = match plies {
            1 => last_ply(state, &finals),
            _ => self.inner_ply(state, &finals, plies - 1)?,
        };
        if self.spare.try_reserve(1).is_ok() {
            self.spare.push(finals);
        }
        Ok(counts)
    }

    fn inner_ply(&mut self, state: &GameState, finals: &FinalStates, plies: u32) -> Result<Perft, Halt> {
        let mut sum = Perft::default();
        if finals.states().is_empty() && count_king_captures(state) == 0 {
            let mut passed = *state;
            passed.end_turn();
            return self.all_rolls(&passed, plies);
        }
        for (after, &turns) in finals.states().iter().zip(finals.turn_counts()) {
            let counts = self.all_rolls(after, plies)?;
            sum.plain.add(&counts.plain, u64::from(turns), 1);
            sum.weighted.add(&counts.weighted, u64::from(turns), 1);
        }
        Ok(sum)
    }
}

fn last_ply(state: &GameState, finals: &FinalStates) -> Perft {
    let quiet = finals.turn_counts().iter().map(|&count| u64::from(count)).sum::<u64>();
    let king_captures = count_king_captures(state);
    let turns = quiet + king_captures;
    let counts = PerftCounts {
        turns,
        king_captures,
        finals: finals.states().len() as u64,
        passes: u64::from(turns == 0),
    };
    Perft { plain: counts, weighted: counts }
}

impl PerftCounts {
    /// Adds counts that are reached by so many sequences of turns and of distinct states.
    fn add(&mut self, counts: &Self, turns: u64, finals: u64) {
        let add =
            |sum: &mut u64, count: u64, times: u64| *sum = sum.saturating_add(count.saturating_mul(times));
        add(&mut self.turns, counts.turns, turns);
        add(&mut self.king_captures, counts.king_captures, turns);
        add(&mut self.passes, counts.passes, turns);
        add(&mut self.finals, counts.finals, finals);
    }
}

fn count_king_captures(state: &GameState) -> u64 {
    let mut count = 0;
    let wanted = Wanted { king_captures: true, quiet_cost: 0 };
    let _: ControlFlow<()> = Node::root(state).visit_turns(wanted, &mut |_, _, ending| {
        count += u64::from(ending == Ending::KingCapture);
        Continue(())
    });
    count
}
