#!/usr/bin/env bash
# Checks that the programs a make target needs are there, and installs the missing ones on Debian and Ubuntu.
# Usage: tools/setup.sh PROGRAM...
set -euo pipefail

# The Debian package that brings a program; nothing for programs that come with Rust.
package_of() {
    case $1 in
        gcc | g++ | clang | make | pkg-config | cmake | valgrind) echo "$1" ;;
        readelf | nm) echo binutils ;;
        mvn) echo maven ;;
        javac) jdk_package ;;
    esac
}

# The oldest JDK that is enough, where the system still has it.
jdk_package() {
    if apt-cache show openjdk-17-jdk-headless >/dev/null 2>&1; then
        echo openjdk-17-jdk-headless
    else
        echo default-jdk-headless
    fi
}

have() { command -v "$1" >/dev/null 2>&1; }

# Prints how to get Rust and stops: a compiler is the user's choice, not ours to install.
need_rust() {
    cat >&2 <<END
$1
Rust $(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml) or newer is needed, with rustfmt and clippy. Install it from https://rustup.rs or, on
Debian 13, Ubuntu 24.04 and newer, with
    apt-get install rustup && rustup default stable
An older toolchain of rustup is brought up to date with
    rustup update stable && rustup component add rustfmt clippy
END
    exit 1
}

check_rust() {
    local wanted found
    have cargo || need_rust "cargo is missing."
    wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
    found=$(rustc --version | cut -d' ' -f2)
    if [ "$(printf '%s\n' "$wanted" "$found" | sort -V | head -n 1)" != "$wanted" ]; then
        need_rust "rustc $found is too old."
    fi
}

cd "$(dirname "$0")/.."
packages=()
for program in "$@"; do
    case $program in
        cargo) check_rust ;;
        rustfmt | cargo-clippy) have "$program" || need_rust "$program is missing." ;;
        *) have "$program" || packages+=("$(package_of "$program")") ;;
    esac
done
# gcc without the C library's headers cannot build anything.
if have gcc && ! echo '#include <stdio.h>' | gcc -E -x c - >/dev/null 2>&1; then
    packages+=(libc6-dev)
fi
[ ${#packages[@]} -eq 0 ] && exit 0

install="apt-get install --yes --no-install-recommends ${packages[*]} libc6-dev"
if ! have apt-get; then
    echo "Missing: ${packages[*]}. Install them with your system's package manager and run make again." >&2
    exit 1
elif [ "$(id -u)" -eq 0 ]; then
    sudo=()
elif have sudo; then
    sudo=(sudo)
else
    printf 'Missing: %s. Install them as root with\n    %s\n' "${packages[*]}" "$install" >&2
    exit 1
fi
echo "Installing ${packages[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
export DEBIAN_FRONTEND=noninteractive
# A stale package list is no reason to stop: the packages may be known all the same.
"${sudo[@]}" apt-get update >"$log" 2>&1 || true
# shellcheck disable=SC2086 # the command is a list of words
if ! "${sudo[@]}" $install >>"$log" 2>&1; then
    tail -n 20 "$log" >&2
    printf 'Could not install them. As root, run\n    %s\n' "$install" >&2
    exit 1
fi
