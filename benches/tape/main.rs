//! The alteration tape: make and unmake beside copying the state, replay, seeking, sealing, and what a turn takes in bytes.

#[path = "../support/paired.rs"]
mod paired;

mod games;
mod make;
mod replay;
mod size;

fn main() {
    let harness = paired::Harness::from_args();
    make::beside_copying(&harness);
    replay::streams(&harness);
    replay::moving(&harness);
    size::bytes_per_turn(&harness);
}
