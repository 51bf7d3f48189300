use std::fmt;
use std::ops::ControlFlow;

use crate::board::{Color, Piece, PieceType, Square};
use crate::state::{DicePool, GameState, MicroMove};

use super::Turn;
use super::legal::{Node, Step, Wanted};
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalTurn {
    /// What is wrong.
    pub reason: IllegalTurnReason,
    /// The first micro-move with which no legal turn goes on, from 0; the number of micro-moves if a legal turn goes on
    /// after all of them.
    pub move_index: usize,
    /// Where in the text that micro-move begins.
    pub offset: usize,
    /// Whose turn it is.
    pub color: Color,
    /// The dice that the micro-moves before it leave.
    pub dice_left: DicePool,
}

impl fmt::Display for IllegalTurn {
    /// Writes the reason, the dice left in DFEN's letters, and the place.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { reason, move_index, offset, color, dice_left } = *self;
        write!(f, "{reason}; {}", if dice_left.is_empty() { "no dice are left" } else { "dice left: " })?;
        dice_left.faces().try_for_each(|face| write!(f, "{}", Piece::new(color, face).letter() as char))?;
        write!(f, " (micro-move {}, byte {offset})", move_index + 1)
    }
}

impl std::error::Error for IllegalTurn {}

/// What is wrong with an [`IllegalTurn`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalTurnReason {
    /// Not two squares and at most a promotion letter.
    Syntax,
    /// No man of the side to move stands there.
    NoOwnMan(Square),
    /// No die left shows this man's type; castling needs a king die and a rook die.
    DieMissing(Piece),
    /// The man cannot go there.
    Unreachable(Square),
    /// A pawn that reaches the last rank needs one of the letters q r b n, unless it takes a king.
    PromotionMissing,
    /// Nothing promotes here, or not to this.
    PromotionUnexpected,
    /// The move before took a king, which ends the game.
    GameOver,
    /// The micro-move can be made, but every turn that goes on with it spends too few dice.
    SpendsTooFew {
        /// The most dice that a turn with it spends.
        spent: usize,
        /// Dice that the longest turn spends.
        possible: usize,
    },
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
            Self::DieMissing(man) => write!(f, "expected a die that shows {}", man.letter() as char),
            Self::Unreachable(square) => write!(f, "the man cannot go to {square}"),
            Self::PromotionMissing => f.write_str("expected a promotion letter: q, r, b or n"),
            Self::PromotionUnexpected => f.write_str(
                "expected no promotion, or one to q, r, b or n by a pawn that reaches the last rank",
            ),
            Self::GameOver => f.write_str("expected the turn to end: the move before took a king"),
            Self::SpendsTooFew { spent, possible } => {
                write!(
                    f,
                    "expected a turn that spends as many dice as can be spent, {possible}; with this micro-move at most {spent}"
                )
            }
            Self::DiceLeft { spent, possible } => {
                write!(
                    f,
                    "expected a turn that spends as many dice as can be spent, {possible}; this one spends {spent}"
                )
            }
        }
    }
}

/// Plays a turn given as UCI texts of its micro-moves, e.g. `e2e4 g1f3`. ASCII whitespace of any kind and length stands between them
/// and may stand around them; a pass is a text without micro-moves.
///
/// # Errors
/// If the turn is not legal, with the first micro-move with which no legal turn goes on. A wrong order of correct
/// micro-moves counts as wrong.
pub fn play_turn(state: &GameState, text: &str) -> Result<PlayedTurn, IllegalTurn> {
    let mut node = Node::root(state);
    let possible = node.longest();
    let mut takes_king = false;
    let mut move_index = 0;
    let illegal = |reason, move_index, offset, dice_left| {
        Err(IllegalTurn { reason, move_index, offset, color: state.side_to_move(), dice_left })
    };
    for word in text.split_ascii_whitespace() {
        let offset = word.as_ptr() as usize - text.as_ptr() as usize;
        let illegal = |reason| illegal(reason, move_index, offset, node.pool);
        let Some(written) = WrittenMove::parse(word) else { return illegal(IllegalTurnReason::Syntax) };
        if takes_king {
            return illegal(IllegalTurnReason::GameOver);
        }
        let Some((micro_move, step)) = written.find(&node) else { return illegal(written.reason(&node)) };
        takes_king = matches!(step, Step::KingCapture(_));
        let (Step::KingCapture(pool) | Step::Onward(pool)) = step;
        let child = node.child(micro_move, pool);
        if !takes_king && !goes_on(&child, possible) {
            let spent = child.cost + child.longest();
            return illegal(IllegalTurnReason::SpendsTooFew { spent, possible });
        }
        node = child;
        move_index += 1;
    }
    if !takes_king && node.cost < possible {
        let reason = IllegalTurnReason::DiceLeft { spent: node.cost, possible };
        return illegal(reason, move_index, text.len(), node.pool);
    }
    if takes_king {
        node.state = node.state.with_dice(node.pool);
    } else {
        node.state.end_turn();
    }
    Ok(PlayedTurn { turn: node.turn, state: node.state, takes_king })
}

/// Whether some legal turn goes through `node`, where no king was taken. The longest turn spends `possible` dice.
fn goes_on(node: &Node, possible: usize) -> bool {
    let wanted = Wanted { king_captures: true, quiet_cost: possible };
    node.cost == possible || node.visit_turns(wanted, &mut |_, _, _| ControlFlow::Break(())).is_break()
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
            return IllegalTurnReason::DieMissing(man);
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
            IllegalTurnReason::DieMissing(Piece::new(color, PieceType::Rook))
        } else {
            IllegalTurnReason::Unreachable(self.destination)
        }
    }
}
