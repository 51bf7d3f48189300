//! Arithmetic of rescoring: the search's value of a root candidate mixed with a second evaluator's score of it.

/// `(1 − weight) · search + weight · rescore`, or `search` alone, at any weight, if the candidate is tainted by a roll
/// that loses the king: a static score knows nothing of such rolls and would hide them.
#[inline]
#[must_use]
pub fn blend(search: f64, rescore: f64, weight: f64, loss_tainted: bool) -> f64 {
    if loss_tainted { search } else { (1.0 - weight) * search + weight * rescore }
}

/// The alpha with which to search a candidate whose value will be [blended](blend) with `rescore`, so that whatever is
/// cut would not have reached `best`, the best blended value so far.
///
/// The blend is solved for the search value, `t = (pred(best) − weight · rescore) / (1 − weight)`, and each step is
/// moved down by one ulp (`pred`, the next smaller double) against rounding; −∞, no pruning, where there is nothing to
/// solve: `best` NaN or −∞, `weight` NaN or at least 1, `t` NaN. A weight of 0 or less leaves `best` as it is. Never
/// more than `best`, since a tainted candidate will not be blended.
#[inline]
#[must_use]
pub fn transformed_alpha(best: f64, rescore: f64, weight: f64) -> f64 {
    if best.is_nan() || best == f64::NEG_INFINITY || weight.is_nan() || weight >= 1.0 {
        return f64::NEG_INFINITY;
    }
    if weight <= 0.0 {
        return best;
    }
    let solved = (best.next_down() - weight * rescore) / (1.0 - weight);
    if solved.is_nan() { f64::NEG_INFINITY } else { best.min(solved.next_down()) }
}
