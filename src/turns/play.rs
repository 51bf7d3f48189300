use std::fmt;
use std::ops::ControlFlow;

use crate::board::{PieceType, Square};
use crate::state::{GameState, MicroMove};

use super::Turn;
use super::legal::{Node, Step};
use super::micro_moves::Geometry;

/// A legal turn and what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedTurn {
    /// The micro-moves.
    pub turn: Turn,
    /// The state after it: the turn ended, the other side to move, no dice. After a king capture the turn is not ended, since the game is
    /// over: the winner is still to move, with the dice that were left.
    pub state: GameState,
    /// Whether the turn took a king.
    pub takes_king: bool,
}

/// Why a turn is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason} (micro-move {}, byte {offset})", .move_index + 1)]
pub struct IllegalTurn {
    /// What is wrong.
    pub reason: IllegalTurnReason,
    /// Which micro-move is wrong, from 0; the number of micro-moves if what is wrong is that the turn ends there.
    pub move_index: usize,
    /// Where in the text that micro-move begins.
    pub offset: usize,
}

/// What is wrong with an [`IllegalTurn`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalTurnReason {
    /// Not two squares and at most a promotion letter.
    Syntax,
    /// No man of the side to move stands there.
    NoOwnMan(Square),
    /// No die left shows the man's type; castling needs a king die and a rook die.
    DieMissing(PieceType),
    /// The man cannot go there.
    Unreachable(Square),
    /// A pawn that reaches the last rank needs one of the letters q r b n, unless it takes a king.
    PromotionMissing,
    /// Nothing promotes here, or not to this.
    PromotionUnexpected,
    /// The move before took a king, which ends the game.
    GameOver,
    /// The turn could have spent more dice.
    DiceLeft {
        /// Dice that the turn spends.
        spent: usize,
        /// Dice that the longest turn spends.
        possible: usize,
    },
}

impl fmt::Display for IllegalTurnReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax => f.write_str("expected two squares and at most a promotion letter, such as e7e8q"),
            Self::NoOwnMan(square) => write!(f, "expected a man of the side to move on {square}"),
            Self::DieMissing(face) => write!(f, "expected a die that shows {}", face.letter() as char),
            Self::Unreachable(square) => write!(f, "the man cannot go to {square}"),
            Self::PromotionMissing => f.write_str("expected a promotion letter: q, r, b or n"),
            Self::PromotionUnexpected => f.write_str(
                "expected no promotion, or one to q, r, b or n by a pawn that reaches the last rank",
            ),
            Self::GameOver => f.write_str("expected the turn to end: the move before took a king"),
            Self::DiceLeft { spent, possible } => {
                write!(
                    f,
                    "expected a turn that spends {possible} dice, as some turn can; this one spends {spent}"
                )
            }
        }
    }
}

/// Plays a turn given as UCI texts of its micro-moves, e.g. `e2e4 g1f3`. ASCII whitespace of any kind and length stands between them
/// and may stand around them; a pass is a text without micro-moves.
///
/// # Errors
/// If the turn is not legal, with the first thing that is wrong. A wrong order of correct micro-moves counts as wrong.
pub fn play_turn(state: &GameState, text: &str) -> Result<PlayedTurn, IllegalTurn> {
    let mut node = Node::root(state);
    let mut takes_king = false;
    let mut move_index = 0;
    for word in text.split_ascii_whitespace() {
        let offset = word.as_ptr() as usize - text.as_ptr() as usize;
        let illegal = |reason| IllegalTurn { reason, move_index, offset };
        let written = WrittenMove::parse(word).ok_or(illegal(IllegalTurnReason::Syntax))?;
        if takes_king {
            return Err(illegal(IllegalTurnReason::GameOver));
        }
        let (micro_move, step) = written.find(&node).ok_or_else(|| illegal(written.reason(&node)))?;
        takes_king = matches!(step, Step::KingCapture(_));
        let (Step::KingCapture(pool) | Step::Onward(pool)) = step;
        node = node.child(micro_move, pool);
        move_index += 1;
    }
    let possible = if takes_king { node.cost } else { Node::root(state).longest() };
    if node.cost < possible {
        let reason = IllegalTurnReason::DiceLeft { spent: node.cost, possible };
        return Err(IllegalTurn { reason, move_index, offset: text.len() });
    }
    if takes_king {
        node.state = node.state.with_dice(node.pool);
    } else {
        node.state.end_turn();
    }
    Ok(PlayedTurn { turn: node.turn, state: node.state, takes_king })
}

/// A micro-move as its text names it.
#[derive(Clone, Copy)]
struct WrittenMove {
    origin: Square,
    destination: Square,
    promotion: Option<PieceType>,
}

impl WrittenMove {
    fn parse(word: &str) -> Option<Self> {
        let (squares, rest) = word.as_bytes().split_first_chunk::<4>()?;
        let promotion = match rest {
            [] => None,
            [letter] if letter.is_ascii_lowercase() => Some(PieceType::from_letter(*letter)?),
            _ => return None,
        };
        let [from_file, from_rank, to_file, to_rank] = *squares;
        Some(Self {
            origin: Square::from_text([from_file, from_rank])?,
            destination: Square::from_text([to_file, to_rank])?,
            promotion,
        })
    }

    /// The payable move that the text names.
    fn find(self, node: &Node) -> Option<(MicroMove, Step)> {
        let found = node.visit_steps(|micro_move, step| {
            if self.names(micro_move) {
                ControlFlow::Break((micro_move, step))
            } else {
                ControlFlow::Continue(())
            }
        });
        found.break_value()
    }

    fn names(self, micro_move: MicroMove) -> bool {
        (self.origin, self.destination, self.promotion)
            == (micro_move.origin(), micro_move.destination(), micro_move.promotion())
    }

    /// Why no payable move is the one that the text names.
    fn reason(self, node: &Node) -> IllegalTurnReason {
        let color = node.state.side_to_move();
        let Some(man) = node.state.piece_at(self.origin).filter(|man| man.color == color) else {
            return IllegalTurnReason::NoOwnMan(self.origin);
        };
        if !node.pool.contains(man.piece_type) {
            return IllegalTurnReason::DieMissing(man.piece_type);
        }
        let promotes = |promotion| Self { promotion, ..self }.find(node).is_some();
        match self.promotion {
            Some(_) if promotes(None) || promotes(Some(PieceType::Queen)) => {
                return IllegalTurnReason::PromotionUnexpected;
            }
            None if promotes(Some(PieceType::Queen)) => return IllegalTurnReason::PromotionMissing,
            _ => {}
        }
        let castles = Geometry::of(&node.state)
            .castlings(&node.state)
            .any(|castling| castling.origin() == self.origin && castling.destination() == self.destination);
        if castles {
            IllegalTurnReason::DieMissing(PieceType::Rook)
        } else {
            IllegalTurnReason::Unreachable(self.destination)
        }
    }
}
