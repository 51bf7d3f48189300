//! Chance nodes and root searches, each beside another way of doing the same work.

#[path = "../../tests/support/data_files.rs"]
#[allow(dead_code)]
mod data_files;
#[path = "../support/paired.rs"]
mod paired;
#[path = "../turns/positions.rs"]
#[allow(dead_code)]
mod positions;
#[path = "../turns/walk.rs"]
mod walk;

mod chance_nodes;
mod root_searches;
mod threads;

fn main() {
    let harness = paired::Harness::from_args();
    let boards = positions::boards();
    let rolled = positions::rolled();
    chance_nodes::values(&harness, &boards);
    chance_nodes::evaluator_calls(&harness, &boards);
    root_searches::depth_two(&harness, &rolled);
    root_searches::deeper(&harness);
    threads::scaling(&harness, &rolled);
}
