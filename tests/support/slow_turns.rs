//! Slow twin, part two: micro-moves, legal turns, rolls, perft and king-capturing rolls.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::data_files::{OnePly, PerftSums};
use super::slow_rules::{
    CAPTURE, DOUBLE_PUSH, EMPTY, EN_PASSANT, KING_SIDE, Move, PROMOTION, Position, QUEEN_SIDE, Square,
    face_of, forward, is_black, on_board, squares,
};

/// A legal turn and the position right after its last micro-move.
#[derive(Clone, Debug)]
pub struct Turn {
    pub moves: Vec<Move>,
    pub captures_king: bool,
    pub dice_spent: usize,
    pub end: Position,
}

impl Turn {
    /// UCI moves joined by spaces.
    pub fn text(&self) -> String {
        self.moves.iter().map(Move::uci).collect::<Vec<_>>().join(" ")
    }
}

const STRAIGHT: [Square; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [Square; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const JUMPS: [Square; 8] = [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)];

/// Squares that the piece on `from` attacks, ascending; for a pawn its two diagonals, occupied or not.
pub fn attacks(position: &Position, from: Square) -> Vec<Square> {
    let piece = position.at(from);
    let mut found = Vec::new();
    let mut walk = |directions: &[Square], reach: i8| {
        for (up, right) in directions {
            for distance in 1..=reach {
                let to = (from.0 + up * distance, from.1 + right * distance);
                if !on_board(to) {
                    break;
                }
                found.push(to);
                if position.at(to) != EMPTY {
                    break;
                }
            }
        }
    };
    match piece.to_ascii_lowercase() {
        b'p' => walk(&[(forward(is_black(piece)), 1), (forward(is_black(piece)), -1)], 1),
        b'n' => walk(&JUMPS, 1),
        b'b' => walk(&DIAGONAL, 7),
        b'r' => walk(&STRAIGHT, 7),
        b'q' => walk(&[STRAIGHT, DIAGONAL].concat(), 7),
        b'k' => walk(&[STRAIGHT, DIAGONAL].concat(), 1),
        other => panic!("no piece: {}", char::from(other)),
    }
    found.sort();
    found
}

/// Micro-moves of one piece type, whether the dice pay for them or not.
pub fn moves_of_face(position: &Position, face: u8) -> Vec<Move> {
    let mut moves = Vec::new();
    for from in squares() {
        if !position.holds(from, position.black_to_move) || face_of(position.at(from)) != face {
            continue;
        }
        if face == 1 {
            pawn_moves(position, from, &mut moves);
            continue;
        }
        for to in attacks(position, from) {
            if position.is_empty(to) {
                moves.push(Move { from, to, flag: 0 });
            } else if position.holds(to, !position.black_to_move) {
                moves.push(Move { from, to, flag: CAPTURE });
            }
        }
    }
    if face == 6 {
        castling_moves(position, &mut moves);
    }
    moves
}

fn pawn_moves(position: &Position, from: Square, moves: &mut Vec<Move>) {
    let black = position.black_to_move;
    let ahead = forward(black);
    let last_rank = if black { 0 } else { 7 };
    let second_rank = if black { 6 } else { 1 };
    let mut advance = |to: Square, plain_flag: u8, promotes: bool| {
        if promotes {
            // Queen, rook, bishop, knight.
            for piece in [3, 2, 1, 0] {
                moves.push(Move { from, to, flag: PROMOTION + plain_flag + piece });
            }
        } else {
            moves.push(Move { from, to, flag: plain_flag });
        }
    };

    let one = (from.0 + ahead, from.1);
    let two = (from.0 + 2 * ahead, from.1);
    if on_board(one) && position.is_empty(one) {
        advance(one, 0, one.0 == last_rank);
        if from.0 == second_rank && position.is_empty(two) {
            advance(two, DOUBLE_PUSH, false);
        }
    }
    for side in [1, -1] {
        let to = (from.0 + ahead, from.1 + side);
        if on_board(to) && position.holds(to, !black) {
            let takes_king = face_of(position.at(to)) == 6;
            advance(to, CAPTURE, to.0 == last_rank && !takes_king);
        }
    }
    let capturing_rank = if black { 2 } else { 5 };
    for &to in &position.en_passant {
        let diagonally_ahead = to.0 == from.0 + ahead && (to.1 - from.1).abs() == 1;
        if to.0 == capturing_rank && diagonally_ahead && position.is_empty(to) {
            let victim = position.at((to.0 - ahead, to.1));
            if victim == Position::piece(b'p', !black) {
                advance(to, EN_PASSANT, false);
            }
        }
    }
}

fn castling_moves(position: &Position, moves: &mut Vec<Move>) {
    let black = position.black_to_move;
    let rank = if black { 7 } else { 0 };
    let king_home = (rank, 4);
    if position.at(king_home) != Position::piece(b'k', black) {
        return;
    }
    let first_right = if black { 2 } else { 0 };
    let wings: [(usize, i8, &[i8], i8, u8); 2] =
        [(0, 7, &[5, 6], 6, KING_SIDE), (1, 0, &[1, 2, 3], 2, QUEEN_SIDE)];
    for (wing, corner, between, king_file, flag) in wings {
        let free = between.iter().all(|&file| position.is_empty((rank, file)));
        let rook_home = position.at((rank, corner)) == Position::piece(b'r', black);
        if position.castling[first_right + wing] && rook_home && free {
            moves.push(Move { from: king_home, to: (rank, king_file), flag });
        }
    }
}

/// Micro-moves of all faces in the pool, in the order of the dice.
pub fn moves(position: &Position) -> Vec<Move> {
    let mut faces = Vec::new();
    for &face in &position.dice {
        if !faces.contains(&face) {
            faces.push(face);
        }
    }
    faces.into_iter().flat_map(|face| moves_of_face(position, face)).collect()
}

/// All legal turns: those that capture a king, then those that spend as many dice as can be spent.
pub fn legal_turns(position: &Position) -> Vec<Turn> {
    let mut captures = Vec::new();
    let mut normal = Vec::new();
    walk_turns(position, &mut Vec::new(), 0, &mut captures, &mut normal);
    let most = captures.iter().chain(&normal).map(|turn| turn.dice_spent).max();
    normal.retain(|turn| Some(turn.dice_spent) == most);
    captures.extend(normal);
    captures
}

/// Tells whether any path was recorded below the node.
fn walk_turns(
    node: &Position,
    played: &mut Vec<Move>,
    spent: usize,
    captures: &mut Vec<Turn>,
    normal: &mut Vec<Turn>,
) -> bool {
    let mut recorded = false;
    for step in moves(node) {
        if node.dice_after(&step).is_none() {
            continue;
        }
        let next = node.make(&step);
        let dice_spent = spent + node.dice.len() - next.dice.len();
        played.push(step);
        if node.captures_king(&step) {
            captures.push(Turn { moves: played.clone(), captures_king: true, dice_spent, end: next });
        } else if !walk_turns(&next, played, dice_spent, captures, normal) {
            normal.push(Turn { moves: played.clone(), captures_king: false, dice_spent, end: next });
        }
        played.pop();
        recorded = true;
    }
    recorded
}

/// Distinct first moves of legal turns, sorted by their text.
pub fn first_moves(turns: &[Turn]) -> Vec<String> {
    let texts: BTreeSet<String> = turns.iter().map(|turn| turn.moves[0].uci()).collect();
    texts.into_iter().collect()
}

/// Distinct states after the end of the turns that capture no king.
pub fn finals(turns: &[Turn]) -> HashSet<Position> {
    turns.iter().filter(|turn| !turn.captures_king).map(|turn| turn.end.end_turn()).collect()
}

/// The 56 sorted rolls in lexicographic order, each with the number of ordered outcomes out of 216.
pub fn weighted_rolls() -> Vec<([u8; 3], u64)> {
    let mut rolls = Vec::new();
    for a in 1..=6 {
        for b in a..=6 {
            for c in b..=6 {
                let weight = match (a == b, b == c) {
                    (true, true) => 1,
                    (false, false) => 6,
                    _ => 3,
                };
                rolls.push(([a, b, c], weight));
            }
        }
    }
    rolls
}

/// What the turns of all 56 rolls add up to.
pub fn perft_one_ply(position: &Position) -> OnePly {
    let mut total = OnePly::default();
    for (roll, weight) in weighted_rolls() {
        let turns = legal_turns(&position.with_dice(&roll));
        let count = |amount: usize, plain: &mut u64, weighted: &mut u64| {
            *plain += amount as u64;
            *weighted += amount as u64 * weight;
        };
        let captures = turns.iter().filter(|turn| turn.captures_king).count();
        let sums = &mut total.sums;
        count(turns.len(), &mut sums.turns, &mut sums.turns_weighted);
        count(finals(&turns).len(), &mut sums.finals, &mut sums.finals_weighted);
        count(captures, &mut sums.king_captures, &mut sums.king_captures_weighted);
        count(usize::from(turns.is_empty()), &mut total.pass_rolls, &mut total.pass_rolls_weighted);
    }
    total
}

/// The one-ply sums behind every first turn: along all paths for turns and king captures, over the distinct final states
/// of a roll for finals. A pass goes on, a king capture does not.
pub fn perft_two_plies(position: &Position) -> PerftSums {
    let mut total = PerftSums::default();
    let mut known: HashMap<Position, PerftSums> = HashMap::new();
    for (roll, weight) in weighted_rolls() {
        let turns = legal_turns(&position.with_dice(&roll));
        let mut ends: HashMap<Position, u64> = HashMap::new();
        for turn in turns.iter().filter(|turn| !turn.captures_king) {
            *ends.entry(turn.end.end_turn()).or_default() += 1;
        }
        if turns.is_empty() {
            ends.insert(position.end_turn(), 1);
        }
        for (end, paths) in ends {
            let next = *known.entry(end).or_insert_with_key(|end| perft_one_ply(end).sums);
            total.turns += paths * next.turns;
            total.turns_weighted += paths * weight * next.turns_weighted;
            total.finals += next.finals;
            total.finals_weighted += weight * next.finals_weighted;
            total.king_captures += paths * next.king_captures;
            total.king_captures_weighted += paths * weight * next.king_captures_weighted;
        }
    }
    total
}

/// With how many of the 216 ordered rolls the opponent of `defender_black` takes a king of the defender.
pub fn king_capture_rolls(position: &Position, defender_black: bool) -> u64 {
    if !position.has_king(defender_black) {
        return 0;
    }
    let mut attacker = position.clone();
    attacker.black_to_move = !defender_black;
    let wins = |roll: &[u8; 3]| can_capture_king(&attacker.with_dice(roll));
    weighted_rolls().iter().filter(|(roll, _)| wins(roll)).map(|(_, weight)| weight).sum()
}

fn can_capture_king(node: &Position) -> bool {
    moves(node).iter().any(|step| {
        node.dice_after(step).is_some()
            && (node.captures_king(step) || (node.dice.len() > 1 && can_capture_king(&node.make(step))))
    })
}
