//! Gives the shared library the name that programs record when they link to it.
//!
//! While the version is 0.x every minor release may break the ABI, so the name carries both numbers
//! (`libdicechess.so.0.1`); from 1.0 on it carries the major number alone.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let version = |part: &str| env::var(format!("CARGO_PKG_VERSION_{part}")).expect("cargo sets the version");
    let abi = match version("MAJOR").as_str() {
        "0" => format!("0.{}", version("MINOR")),
        major => major.to_owned(),
    };
    match env::var("CARGO_CFG_TARGET_OS").expect("cargo sets the target").as_str() {
        "linux" | "android" | "freebsd" => {
            println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libdicechess.so.{abi}");
            // The Rust runtime registers destructors of its own that must not outlive the code, so unloading is off.
            println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
        }
        "macos" => {
            println!("cargo::rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libdicechess.{abi}.dylib");
        }
        _ => {}
    }
}
