use thiserror::Error;

/// The scale of search values: where wins, losses and leaf scores lie on it.
///
/// `terminal_loss < leaf_min <= leaf_max < terminal_win`, all finite. Star1 and Star2 cut on the strength of these
/// numbers, so an evaluator whose scores leave `leaf_min..=leaf_max` makes cuts unsound (never memory-unsafe): material
/// with promotions reaches 10 300, and aggressive scores can exceed that. A `leaf_max` of 100 000
/// covers every built-in evaluator at the price of weaker cuts; the [default](Self::default) keeps the usual scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UtilityBounds {
    terminal_loss: f64,
    leaf_min: f64,
    leaf_max: f64,
    terminal_win: f64,
}

/// Which bound is wrong, and what it has to be.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("{field} is {value}, expected {expected}")]
pub struct InvalidUtilityBounds {
    /// The name of the first bound that is wrong.
    pub field: &'static str,
    /// What it was.
    pub value: f64,
    /// What was expected.
    pub expected: &'static str,
}

impl UtilityBounds {
    /// Bounds from their four values, in ascending order.
    ///
    /// # Errors
    /// The first bound that is not finite or not in order.
    pub fn new(
        terminal_loss: f64,
        leaf_min: f64,
        leaf_max: f64,
        terminal_win: f64,
    ) -> Result<Self, InvalidUtilityBounds> {
        let check = |field, value: f64, in_order, expected| {
            let expected = if value.is_finite() { expected } else { "a finite number" };
            if value.is_finite() && in_order {
                Ok(())
            } else {
                Err(InvalidUtilityBounds { field, value, expected })
            }
        };
        check("terminal_loss", terminal_loss, true, "a finite number")?;
        check("leaf_min", leaf_min, terminal_loss < leaf_min, "more than terminal_loss")?;
        check("leaf_max", leaf_max, leaf_min <= leaf_max, "at least leaf_min")?;
        check("terminal_win", terminal_win, leaf_max < terminal_win, "more than leaf_max")?;
        Ok(Self { terminal_loss, leaf_min, leaf_max, terminal_win })
    }

    /// The value of a lost king.
    #[inline]
    #[must_use]
    pub const fn terminal_loss(&self) -> f64 {
        self.terminal_loss
    }

    /// The least score of a leaf.
    #[inline]
    #[must_use]
    pub const fn leaf_min(&self) -> f64 {
        self.leaf_min
    }

    /// The greatest score of a leaf.
    #[inline]
    #[must_use]
    pub const fn leaf_max(&self) -> f64 {
        self.leaf_max
    }

    /// The value of a captured enemy king.
    #[inline]
    #[must_use]
    pub const fn terminal_win(&self) -> f64 {
        self.terminal_win
    }
}

impl Default for UtilityBounds {
    /// Loss −10⁹, leaves −10 000 to 10 000, win 10 001.
    fn default() -> Self {
        Self { terminal_loss: -1e9, leaf_min: -10_000.0, leaf_max: 10_000.0, terminal_win: 10_001.0 }
    }
}
