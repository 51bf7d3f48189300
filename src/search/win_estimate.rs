use crate::board::Color;

/// What rollouts say about a game. The three chances are means over all rollouts and add up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinEstimate {
    /// The chance that White wins.
    pub white_win: f64,
    /// The chance that Black wins.
    pub black_win: f64,
    /// The chance that neither has won when the rollouts end.
    pub undecided: f64,
    /// Rollouts that count.
    pub rollouts: u32,
    /// The standard error of `white_win`; infinite for one rollout, which says nothing about how far others would be from it.
    pub standard_error: f64,
    /// How many times more rollouts would be needed for this standard error if each ended with a win or without one: `p(1 − p)` for
    /// `p = white_win` over the variance found. Infinite if no variance was found, as with one rollout.
    pub variance_reduction: f64,
}

impl WinEstimate {
    /// The chance that `color` wins.
    #[must_use]
    pub const fn win(&self, color: Color) -> f64 {
        match color {
            Color::White => self.white_win,
            Color::Black => self.black_win,
        }
    }
}

/// How one rollout divides the probability of 1 among the outcomes.
#[derive(Clone, Copy)]
pub(super) struct Shares {
    won: [f64; 2],
    undecided: f64,
}

impl Shares {
    pub const UNDECIDED: Self = Self { won: [0.0; 2], undecided: 1.0 };

    /// Lets `color` win what is undecided with the given probability.
    pub fn decide(&mut self, color: Color, probability: f64) {
        self.won[color.index()] += probability * self.undecided;
        self.undecided *= 1.0 - probability;
    }

    pub const fn undecided(&self) -> f64 {
        self.undecided
    }
}

/// Running means and variance of rollouts.
///
/// Source: B. P. Welford, Note on a method for calculating corrected sums of squares and products, Technometrics 4 (1962).
#[derive(Clone, Copy, Default)]
pub(super) struct Statistics {
    rollouts: u32,
    white_win: f64,
    black_win: f64,
    undecided: f64,
    /// Sum of the squared deviations of White's shares from their mean.
    squares: f64,
}

impl Statistics {
    /// Below this a variance is rounding.
    const NEGLIGIBLE_VARIANCE: f64 = 1e-12;

    pub const fn rollouts(&self) -> u32 {
        self.rollouts
    }

    pub fn add(&mut self, shares: &Shares) {
        self.rollouts += 1;
        let count = f64::from(self.rollouts);
        let [white, black] = shares.won;
        let deviation = white - self.white_win;
        self.white_win += deviation / count;
        self.squares += deviation * (white - self.white_win);
        self.black_win += (black - self.black_win) / count;
        self.undecided += (shares.undecided - self.undecided) / count;
    }

    pub fn standard_error(&self) -> f64 {
        if self.rollouts <= 1 { f64::INFINITY } else { (self.variance() / f64::from(self.rollouts)).sqrt() }
    }

    pub fn estimate(&self) -> WinEstimate {
        let variance = self.variance();
        WinEstimate {
            white_win: self.white_win,
            black_win: self.black_win,
            undecided: self.undecided,
            rollouts: self.rollouts,
            standard_error: self.standard_error(),
            variance_reduction: if variance <= Self::NEGLIGIBLE_VARIANCE {
                f64::INFINITY
            } else {
                self.white_win * (1.0 - self.white_win) / variance
            },
        }
    }

    fn variance(&self) -> f64 {
        if self.rollouts <= 1 { 0.0 } else { self.squares / f64::from(self.rollouts - 1) }
    }
}
