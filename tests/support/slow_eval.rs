//! Slow twin, part three: the three evaluators, in centipawns from the view of one side.

use super::slow_rules::{Position, Square, face_of, squares};
use super::slow_turns::attacks;

/// Worth by die face: pawn, knight, bishop, rook, queen, king.
const WORTH: [i32; 6] = [100, 300, 300, 500, 900, 10_000];

pub fn material(position: &Position, black: bool) -> i32 {
    let side = |color| -> i32 { men(position, color).map(|(_, face)| WORTH[face - 1]).sum() };
    side(black) - side(!black)
}

pub fn standard(position: &Position, black: bool) -> i32 {
    let king_attacked =
        men(position, black).any(|(square, face)| face == 6 && attackers(position, square, !black) > 0);
    material(position, black) - if king_attacked { 2000 } else { 0 }
}

pub fn aggressive(position: &Position, black: bool) -> i32 {
    let score = standard(position, black);
    let Some((king, _)) = men(position, !black).find(|&(_, face)| face == 6) else {
        return score;
    };
    let mut storm = 0;
    let mut proximity = 0;
    for (square, face) in men(position, black) {
        // Ranks a pawn has advanced from its second rank; negative on its first.
        let advanced = if black { 6 - square.0 } else { square.0 - 1 };
        let pull = [0, 15, 15, 25, 40, 0][face - 1];
        proximity += pull * (8 - distance(square, king));
        if face == 1 {
            storm += 15 * i32::from(advanced);
        }
    }
    let ring: usize = squares()
        .filter(|&square| distance(square, king) == 1)
        .map(|square| attackers(position, square, black))
        .sum();
    score + storm + proximity + 25 * ring as i32
}

/// The men of one side with their die faces, ascending by square.
fn men(position: &Position, black: bool) -> impl Iterator<Item = (Square, usize)> {
    squares()
        .filter(move |&square| position.holds(square, black))
        .map(|square| (square, usize::from(face_of(position.at(square)))))
}

/// How many men of one side attack the square.
fn attackers(position: &Position, target: Square, black: bool) -> usize {
    men(position, black).filter(|&(square, _)| attacks(position, square).contains(&target)).count()
}

/// King steps between two squares.
fn distance(a: Square, b: Square) -> i32 {
    i32::from((a.0 - b.0).abs().max((a.1 - b.1).abs()))
}
