use std::convert::Infallible;
use std::fmt;

use crate::eval::{Aggressive, Material};
use crate::state::GameState;
use crate::turns::{Halt, Turn, TurnList};

use super::one_ply::{best_by_caution, best_by_evaluator, best_by_rollouts};
use super::shortlist::MAX_TURNS;
use super::{Expectimax, JvmRandom, MonteCarlo, MonteCarloError, SearchControl, SearchError};

/// The players that are built in.
///
/// All but [`Random`](Self::Random) take a king if they can, in as few micro-moves as possible. Where several turns are
/// equally good, one of them is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Player {
    /// Any legal turn, all equally likely.
    Random = 0,
    /// Most [material](Material) after the turn.
    Greedy = 1,
    /// Best [`Standard`](crate::eval::Standard) score after the turn, less the 10 000 centipawns of a king times the probability that the
    /// opponent's next roll takes it.
    Cautious = 2,
    /// Best [`Aggressive`] score after the turn.
    Aggressive = 3,
    /// Most wins after the turn, in millionths, as [`MonteCarlo`] estimates them in 120 rollouts of up to 40 turns.
    MonteCarlo = 4,
    /// [`Expectimax`] with default options over material.
    Expectimax = 5,
}

/// No player has that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub struct UnknownPlayer<'a> {
    /// The name.
    pub name: &'a str,
}

impl fmt::Display for UnknownPlayer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown player {:?}, expected one of", self.name)?;
        Player::ALL
            .iter()
            .enumerate()
            .try_for_each(|(index, player)| write!(f, "{} {player}", if index == 0 { "" } else { "," }))
    }
}

/// Why a player has no turn to play.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum PlayerError {
    /// The position has too many legal turns.
    #[error(transparent)]
    TooLarge(#[from] Halt),
    /// The estimate failed.
    #[error(transparent)]
    MonteCarlo(#[from] MonteCarloError),
    /// The search failed.
    #[error(transparent)]
    Expectimax(#[from] SearchError<Infallible>),
}

impl Player {
    /// All players.
    pub const ALL: [Self; 6] =
        [Self::Random, Self::Greedy, Self::Cautious, Self::Aggressive, Self::MonteCarlo, Self::Expectimax];

    const ROLLOUTS: MonteCarlo =
        MonteCarlo { rollouts: 120, max_plies: 40, target_error: 0.0, min_rollouts: 120 };

    /// The player with this [name](Self::name), lower case only.
    ///
    /// # Errors
    /// If there is none; the message lists all names.
    pub fn from_name(name: &str) -> Result<Self, UnknownPlayer<'_>> {
        Self::ALL.into_iter().find(|player| player.name() == name).ok_or(UnknownPlayer { name })
    }

    /// The player's name: `random`, `greedy`, `cautious`, `aggressive`, `monte-carlo` or `expectimax`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Cautious => "cautious",
            Self::Aggressive => "aggressive",
            Self::MonteCarlo => "monte-carlo",
            Self::Expectimax => "expectimax",
        }
    }

    /// The turn that this player plays in `state` with its dice; `None` if it must pass.
    ///
    /// Random, greedy and aggressive players never ask `control`. Cautious ones pay a unit of work a legal turn, those of Monte Carlo
    /// what [`MonteCarlo::estimate`] does; a comparison of only some turns being worth nothing, they play greedily when stopped before
    /// the last turn is scored. An interrupted expectimax player plays the best turn found so far.
    ///
    /// Draws from `random`, if there is a legal turn: one index among the best turns, or among all for the random player, in generation
    /// order, even if there is one turn only. Before that, and only if no turn takes a king, Monte Carlo draws what its estimates draw, one
    /// after the other in generation order. Expectimax draws as [`Expectimax::search`] does: not at all if some turn takes a king, which
    /// is then the first of the shortest.
    ///
    /// # Errors
    /// If `state`, or a position that an estimate comes through, has more than four million legal turns, which takes a board that no game
    /// shows.
    pub fn choose_turn(
        self,
        state: &GameState,
        control: &SearchControl,
        random: &mut JvmRandom,
    ) -> Result<Option<Turn>, PlayerError> {
        let stopped_or =
            |best: Option<Vec<Turn>>, turns: &[Turn]| best.unwrap_or_else(|| greediest(state, turns));
        match self {
            Self::Random => {
                let list = list_turns(state)?;
                Ok(random.choose(list.turns()).copied())
            }
            Self::Greedy => choose_best(state, random, |turns, _| Ok(greediest(state, turns))),
            Self::Cautious => choose_best(state, random, |turns, _| {
                Ok(stopped_or(best_by_caution(state, turns, control), turns))
            }),
            Self::Aggressive => choose_best(state, random, |turns, _| {
                let Ok(best) = best_by_evaluator(state, turns, &Aggressive);
                Ok(best)
            }),
            Self::MonteCarlo => choose_best(state, random, |turns, random| {
                Ok(stopped_or(best_by_rollouts(state, turns, &Self::ROLLOUTS, control, random)?, turns))
            }),
            Self::Expectimax => Ok(Expectimax::new(&Material).search(state, control, random)?.turn),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

fn list_turns(state: &GameState) -> Result<TurnList, Halt> {
    let mut list = TurnList::new();
    list.generate(state, MAX_TURNS)?;
    Ok(list)
}

/// Draws one of the shortest turns that take a king or, if none does, one of those that `best` likes best.
fn choose_best(
    state: &GameState,
    random: &mut JvmRandom,
    best: impl FnOnce(&[Turn], &mut JvmRandom) -> Result<Vec<Turn>, MonteCarloError>,
) -> Result<Option<Turn>, PlayerError> {
    let list = list_turns(state)?;
    let best = match list.king_captures() {
        0 => best(list.turns(), random)?,
        king_captures => shortest(&list.turns()[..king_captures]),
    };
    Ok(random.choose(&best).copied())
}

fn greediest(state: &GameState, turns: &[Turn]) -> Vec<Turn> {
    let Ok(best) = best_by_evaluator(state, turns, &Material);
    best
}

/// Those of `turns` with the fewest micro-moves.
fn shortest(turns: &[Turn]) -> Vec<Turn> {
    let length = turns.iter().map(|turn| turn.moves().len()).min();
    turns.iter().filter(|turn| Some(turn.moves().len()) == length).copied().collect()
}
