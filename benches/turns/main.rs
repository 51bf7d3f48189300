//! Micro-moves, turns and whole chance nodes, each beside another way of doing the same work: plain chess beside `cozy-chess`, lists beside
//! making every position, the class lattice beside one hash set a roll.

#[path = "../../tests/support/data_files.rs"]
#[allow(dead_code)]
mod data_files;
#[path = "../support/paired.rs"]
mod paired;

mod chess;
mod positions;
mod rolls;
mod text;
mod walk;

fn main() {
    let harness = paired::Harness::from_args();
    let boards = positions::boards();
    let rolled = positions::rolled();
    chess::makes(&harness, &boards);
    chess::generation(&harness, &boards);
    chess::perft(&harness, &boards);
    rolls::path_lists(&harness, &boards, &rolled);
    rolls::final_states(&harness, &rolled);
    rolls::chance_nodes(&harness, &boards);
    text::forms(&harness, &boards);
}
