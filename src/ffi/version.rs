//! Versions. The `#define`s are those of the header, the functions return those of the library that runs.
//!
//! A binding compares `dicechess_abi_version()` with `DICECHESS_ABI_VERSION` once and refuses to go on if they differ.
//! All three functions are thread-safe and cannot fail.

use std::ffi::c_char;

use super::guard::boundary;

/// Grows with every incompatible change of the API or of the conventions.
pub const DICECHESS_VERSION_MAJOR: u32 = 0;
/// Grows with every addition; while the major number is 0, with every incompatible change too.
pub const DICECHESS_VERSION_MINOR: u32 = 1;
/// Grows with every release that changes neither of the others.
pub const DICECHESS_VERSION_PATCH: u32 = 0;
/// All three in one: major × 10000 + minor × 100 + patch.
pub const DICECHESS_VERSION_NUMBER: u32 =
    DICECHESS_VERSION_MAJOR * 10000 + DICECHESS_VERSION_MINOR * 100 + DICECHESS_VERSION_PATCH;
/// Grows whenever a program that was built against an older header could go wrong with this library.
pub const DICECHESS_ABI_VERSION: u32 = 1;

/// The library's `DICECHESS_VERSION_NUMBER`.
#[unsafe(no_mangle)]
pub extern "C" fn dicechess_version_number() -> u32 {
    boundary!(else 0, { DICECHESS_VERSION_NUMBER })
}

/// The library's version as text, such as `0.1.0`. Never NULL, never freed.
#[unsafe(no_mangle)]
pub extern "C" fn dicechess_version_string() -> *const c_char {
    boundary!(else c"".as_ptr(), { concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast() })
}

/// The library's `DICECHESS_ABI_VERSION`.
#[unsafe(no_mangle)]
pub extern "C" fn dicechess_abi_version() -> u32 {
    boundary!(else 0, { DICECHESS_ABI_VERSION })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_package() {
        let numbers = [DICECHESS_VERSION_MAJOR, DICECHESS_VERSION_MINOR, DICECHESS_VERSION_PATCH];
        assert_eq!(numbers.map(|number| number.to_string()).join("."), env!("CARGO_PKG_VERSION"));
        assert_eq!(dicechess_version_number(), numbers[0] * 10000 + numbers[1] * 100 + numbers[2]);
    }
}
