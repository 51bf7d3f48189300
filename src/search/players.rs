use std::convert::Infallible;
use std::fmt;

use crate::eval::Material;
use crate::memory::{NoMemory, TryGrow};
use crate::state::GameState;
use crate::turns::{Halt, Turn};

use super::one_ply::{best_by_aggression, best_by_caution, best_by_material, best_by_rollouts};
use super::root_turns::RootTurns;
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
    /// Best [`Aggressive`](crate::eval::Aggressive) score after the turn.
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
    /// The turns cannot be listed.
    #[error(transparent)]
    TooLarge(#[from] Halt),
    /// The estimate failed.
    #[error(transparent)]
    MonteCarlo(#[from] MonteCarloError),
    /// The search failed.
    #[error(transparent)]
    Expectimax(#[from] SearchError<Infallible>),
}

impl From<NoMemory> for PlayerError {
    fn from(no_memory: NoMemory) -> Self {
        Self::TooLarge(no_memory.into())
    }
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
    /// All players ask `control` while they list turns and before each group of 64 turns that they look at, and a stopped one plays a
    /// legal turn all the same. Cautious ones pay a unit of work a legal turn, those of Monte Carlo what [`MonteCarlo::estimate`] does, the
    /// others nothing. A comparison of only some turns being worth nothing, cautious, aggressive and Monte Carlo players play
    /// greedily when stopped before the last turn is scored; greedy and random ones choose among the turns that they came to, some
    /// sixteen thousand at least. An interrupted expectimax player plays the best turn found so far.
    ///
    /// Of a position with more than four million legal turns the shortest turns that take a king
    /// count or, if none does, one turn for each of the first million distinct end states.
    ///
    /// Draws from `random`, if there is a legal turn: one index among the best turns, or among all for the random player, in generation
    /// order, even if there is one turn only. Before that, and only if no turn takes a king, Monte Carlo draws what its estimates draw, one
    /// after the other in generation order. Expectimax draws as [`Expectimax::search`] does: not at all if some turn takes a king, which
    /// is then the first of the shortest.
    ///
    /// # Errors
    /// If there is not enough memory, or a search beyond the first turn meets a position that is too large for it.
    pub fn choose_turn(
        self,
        state: &GameState,
        control: &SearchControl,
        random: &mut JvmRandom,
    ) -> Result<Option<Turn>, PlayerError> {
        let root = match self {
            Self::Expectimax => {
                return Ok(Expectimax::new(&Material).search(state, control, random)?.turn);
            }
            _ => RootTurns::of(state, control)?,
        };
        let turns = root.turns();
        if self == Self::Random {
            return Ok(random.choose(turns).copied());
        }
        if !root.king_captures().is_empty() {
            return Ok(random.choose(&shortest(root.king_captures())?).copied());
        }
        let best = match self {
            Self::Aggressive => best_by_aggression(state, turns, control)?,
            Self::Cautious => best_by_caution(state, turns, control)?,
            Self::MonteCarlo => best_by_rollouts(state, turns, &Self::ROLLOUTS, control, random)?,
            Self::Greedy | Self::Random | Self::Expectimax => None,
        };
        let best = best.map_or_else(|| best_by_material(state, turns, control), Ok)?;
        Ok(random.choose(&best).copied())
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Those of `turns` with the fewest micro-moves.
fn shortest(turns: &[Turn]) -> Result<Vec<Turn>, NoMemory> {
    let length = turns.iter().map(|turn| turn.moves().len()).min();
    let mut shortest = Vec::new();
    for turn in turns.iter().filter(|turn| Some(turn.moves().len()) == length) {
        shortest.try_push(*turn)?;
    }
    Ok(shortest)
}
