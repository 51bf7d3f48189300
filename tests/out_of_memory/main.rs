//! Memory that runs out: whichever allocation of a call through the C ABI fails, alone or with all after it, the call says so or does
//! without, changes nothing, loses nothing, prints nothing, and succeeds once there is memory again.  An allocation that cannot report its failure would end the test process.

// A global allocator and calls of the C ABI cannot be written without.
#![allow(unsafe_code)]

mod allocator;
mod cached;
mod evaluators;
mod games;
mod harness;
mod lists;
mod positions;
mod states;
mod streams;
mod tables;
