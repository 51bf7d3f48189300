use super::UtilityBounds;

/// The number that [`TranspositionTable::bind`](crate::tt::TranspositionTable::bind) compares: everything that stored
/// search values depend on besides the position.
///
/// `evaluator` and the first half of `rescore` are numbers that tell evaluators apart, chosen by whoever hands them
/// out; the second half of `rescore` is its weight. A weight of 0 counts as no rescorer, because it never calls one.
#[must_use]
pub fn table_fingerprint(evaluator: u64, bounds: &UtilityBounds, rescore: Option<(u64, f64)>) -> u64 {
    let rescore = rescore.filter(|&(_, weight)| weight != 0.0);
    let (rescorer, weight) = rescore.map_or((0, 0), |(rescorer, weight)| (rescorer, weight.to_bits()));
    let inputs = [
        evaluator,
        bounds.terminal_loss().to_bits(),
        bounds.leaf_min().to_bits(),
        bounds.leaf_max().to_bits(),
        bounds.terminal_win().to_bits(),
        u64::from(rescore.is_some()),
        rescorer,
        weight,
    ];
    inputs.into_iter().fold(0, |hash, input| mix(hash ^ input))
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014), a bijection, after an increment that moves 0 away from 0.
pub(super) const fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}
