//! Games as a stream of bytes.

pub(super) mod frame;
