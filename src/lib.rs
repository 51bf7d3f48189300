//! Engine core for dice chess.
