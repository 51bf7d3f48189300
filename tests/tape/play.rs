//! Random games from the slow implementation of the rules, as calls and the states that they lead to.

use dicechess::board::{PieceType, Square};
use dicechess::state::{DicePool, GameState, MicroMove};

use crate::support::random_positions::Random;
use crate::support::slow_rules::{Move, Position};
use crate::support::slow_turns::moves;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    Roll(DicePool),
    Make(MicroMove),
    EndTurn,
}

/// A call and the state behind it.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    pub call: Call,
    pub after: GameState,
}

pub struct Game {
    pub root: GameState,
    pub played: Vec<Played>,
}

pub fn state_of(position: &Position) -> GameState {
    position.dfen().parse().expect("the slow implementation writes valid DFEN")
}

pub fn micro_move_of(step: &Move) -> MicroMove {
    let index = |(rank, file): (i8, i8)| (rank * 8 + file) as u16;
    MicroMove::from_bits(index(step.to) | index(step.from) << 6 | u16::from(step.flag) << 12).expect("a flag")
}

pub fn square(name: &str) -> Square {
    Square::from_text(name.as_bytes().try_into().expect("two letters")).expect("a square")
}

pub fn pool(faces: &[u8]) -> DicePool {
    let faces: Vec<_> = faces.iter().filter_map(|&face| PieceType::from_face(face)).collect();
    DicePool::from_faces(&faces).expect("at most three dice")
}

/// A game of up to `turns` turns from `start`: rolls, micro-moves as long as dice can be spent, sometimes an early end, a second
/// roll or a turn without dice. Stops when a king falls, in the middle of the turn.
pub fn random_game(start: &str, turns: usize, random: &mut Random) -> Game {
    game(start, turns, random, |_, _| true)
}

/// The same, but no king falls before all turns are played.
pub fn endless_game(start: &str, turns: usize, random: &mut Random) -> Game {
    game(start, turns, random, |position, step| !position.captures_king(step))
}

fn game(start: &str, turns: usize, random: &mut Random, wanted: impl Fn(&Position, &Move) -> bool) -> Game {
    let mut position = Position::parse(start);
    let mut game = Game { root: state_of(&position), played: Vec::new() };
    for _ in 0..turns {
        if position.dice.is_empty() && !random.once_in(20) {
            let roll: Vec<u8> = (0..3).map(|_| 1 + random.below(6) as u8).collect();
            position = position.with_dice(&roll);
            game.push(Call::Roll(pool(&roll)), &position);
        }
        loop {
            let payable: Vec<Move> = moves(&position)
                .into_iter()
                .filter(|step| position.dice_after(step).is_some() && wanted(&position, step))
                .collect();
            if payable.is_empty() || random.once_in(30) {
                break;
            }
            let step = random.pick(&payable);
            position = position.make(&step);
            game.push(Call::Make(micro_move_of(&step)), &position);
            if !position.has_king(false) || !position.has_king(true) {
                return game;
            }
            if random.once_in(60) {
                let roll = [1 + random.below(6) as u8];
                position = position.with_dice(&roll);
                game.push(Call::Roll(pool(&roll)), &position);
            }
        }
        position = position.end_turn();
        game.push(Call::EndTurn, &position);
    }
    game
}

impl Game {
    fn push(&mut self, call: Call, position: &Position) {
        self.played.push(Played { call, after: state_of(position) });
    }
}

pub const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Castling on both sides, promotions, en passant of both colors and a clock and a move number about to stop.
pub const SHARP: &str = "r3k2r/1P1p1p2/8/2pP3p/pP2p1P1/8/P1P2p1P/R3K2R b KQkq b3c6 125 2147483646";
