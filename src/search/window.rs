/// The values that matter to whoever asks: only a value strictly between alpha and beta has to be exact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// What has to be exceeded; −∞ if anything may be worth it.
    pub alpha: f64,
    /// What must not be exceeded; +∞ if nothing is too much.
    pub beta: f64,
}

impl Window {
    /// Every value matters.
    pub const OPEN: Self = Self { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };
}
