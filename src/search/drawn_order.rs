use crate::board::PieceType;
use crate::memory::{NoMemory, TryGrow};
use crate::state::GameState;
use crate::turns::Turn;

/// The turn at `index` of `turns` as they would be listed if faces were tried in the order in which the dice fell instead of
/// ascending. `turns` are the legal turns of `state` with the dice `drawn` that take no king, in the usual order.
///
/// Dice keep their places when others are spent: after 1 2 1 has lost its first die, 2 comes before 1.
///
/// # Errors
/// If there is no memory for what the turns are grouped by.
///
/// # Panics
/// If there is no such index.
pub(super) fn turn_in_drawn_order(
    state: &GameState,
    drawn: [PieceType; 3],
    turns: &[Turn],
    index: usize,
) -> Result<Turn, NoMemory> {
    let (mut state, mut dice, mut turns, mut index) = (*state, drawn.map(Some), turns, index);
    for depth in 0.. {
        // All turns left begin with the same `depth` micro-moves. Those whose next one is paid by the same face, and among these those
        // with the same next one, lie together.
        let next = |turn: &Turn| turn.moves()[depth];
        let face = |turn: &Turn| state.piece_at(next(turn).origin()).map(|piece| piece.piece_type);
        let mut by_face = Vec::new();
        for group in turns.chunk_by(|a, b| face(a) == face(b)) {
            let die = dice.iter().position(|&die| die == face(&group[0]));
            by_face.try_push((die, by_face.len(), group))?;
        }
        by_face.sort_unstable_by_key(|&(die, place, _)| (die, place));
        turns = group_at(by_face.iter().map(|&(_, _, group)| group), &mut index);
        turns = group_at(turns.chunk_by(|a, b| next(a) == next(b)), &mut index);
        if turns[0].moves().len() == depth + 1 {
            break;
        }
        let castling = next(&turns[0]).is_castling().then_some(PieceType::Rook);
        for paid in [face(&turns[0]), castling].into_iter().flatten() {
            if let Some(die) = dice.iter_mut().find(|die| **die == Some(paid)) {
                *die = None;
            }
        }
        state.make_micro_move(next(&turns[0]));
    }
    Ok(turns[0])
}

/// The group that holds the turn at `index` of all groups together; `index` becomes its place in the group.
fn group_at<'a>(groups: impl IntoIterator<Item = &'a [Turn]>, index: &mut usize) -> &'a [Turn] {
    for group in groups {
        match index.checked_sub(group.len()) {
            Some(rest) => *index = rest,
            None => return group,
        }
    }
    panic!("fewer turns than the index says");
}
