use crate::board::PieceType;
use crate::state::DicePool;

/// Three dice as a multiset, with the number of ordered outcomes out of 216 that show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roll {
    /// The three faces.
    pub dice: DicePool,
    /// 6 for three different faces, 3 for a pair, 1 for a triple.
    pub weight: u8,
}

impl Roll {
    /// Number of different rolls.
    pub const COUNT: usize = 56;
    /// Sum of the weights of all rolls.
    pub const TOTAL_WEIGHT: u32 = 216;

    /// All rolls, faces ascending within a roll, rolls in lexicographic order: 111, 112, …, 666.
    pub const ALL: [Self; Self::COUNT] = all_rolls();

    /// All rolls by descending weight, lexicographic within a weight: 123, 124, …, 456, 112, …, 566, 111, …, 666. The order in
    /// which chance nodes sum their values.
    pub const BY_WEIGHT: [Self; Self::COUNT] = by_weight();
}

const fn all_rolls() -> [Roll; Roll::COUNT] {
    let mut rolls = [Roll { dice: DicePool::EMPTY, weight: 0 }; Roll::COUNT];
    let (mut count, mut first) = (0, 0);
    while first < 6 {
        let mut second = first;
        while second < 6 {
            let mut third = second;
            while third < 6 {
                let faces = [PieceType::ALL[first], PieceType::ALL[second], PieceType::ALL[third]];
                let weight = match (first == second, second == third) {
                    (false, false) => 6,
                    (true, true) => 1,
                    _ => 3,
                };
                rolls[count] = Roll { dice: pool(&faces), weight };
                count += 1;
                third += 1;
            }
            second += 1;
        }
        first += 1;
    }
    rolls
}

/// A pool of at most three faces, in constants.
pub(super) const fn pool(faces: &[PieceType]) -> DicePool {
    DicePool::from_faces(faces).expect("at most three faces")
}

const fn by_weight() -> [Roll; Roll::COUNT] {
    let mut rolls = Roll::ALL;
    let mut count = 0;
    let weights = [6, 3, 1];
    let mut at = 0;
    while at < weights.len() {
        let mut index = 0;
        while index < Roll::COUNT {
            if Roll::ALL[index].weight == weights[at] {
                rolls[count] = Roll::ALL[index];
                count += 1;
            }
            index += 1;
        }
        at += 1;
    }
    rolls
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_cover_all_outcomes() {
        assert_eq!(Roll::ALL.iter().map(|roll| u32::from(roll.weight)).sum::<u32>(), Roll::TOTAL_WEIGHT);
        let of_weight = |weight| Roll::ALL.iter().filter(|roll| roll.weight == weight).count();
        assert_eq!([6, 3, 1].map(of_weight), [20, 30, 6]);
    }

    #[test]
    fn orders_start_and_end_as_published() {
        let text = |rolls: &[Roll], range: std::ops::Range<usize>| {
            rolls[range].iter().map(|roll| roll.dice.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(text(&Roll::ALL, 0..3), "ppp ppn ppb");
        assert_eq!(text(&Roll::ALL, 54..56), "qkk kkk");
        assert_eq!(text(&Roll::BY_WEIGHT, 0..5), "pnb pnr pnq pnk pbr");
        assert_eq!(text(&Roll::BY_WEIGHT, 19..22), "rqk ppn ppb");
        assert_eq!(text(&Roll::BY_WEIGHT, 49..51), "qkk ppp");
    }
}
