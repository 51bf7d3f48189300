#!/usr/bin/env bash
# Runs every C and C++ program of tests/c_abi and examples twice: built with the address and undefined-behaviour sanitizers,
# and plain under valgrind, which also sees what happens inside the library. `make sanitize` calls it without arguments; with the path of
# a program it runs that one.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${RELEASE:?directory of the built library}" "${PROGRAMS:?directory for the built programs}" "${CC:=cc}" "${CXX:=c++}"
mkdir -p "$PROGRAMS"
# Memory that is not to be had is something that programs ask about, not a defect.
export ASAN_OPTIONS=allocator_may_return_null=1

# Runs a command that must succeed; its output is shown only if it does not.
quietly() {
    local output
    if ! output=$("$@" 2>&1); then
        printf '%s\nfailed: %s\n' "$output" "$*" >&2
        exit 1
    fi
}

# Compiles C or C++ file $1 as $2 with the remaining flags.
compile() {
    local source=$1 program=$2 compiler=("$CC" -std=c11)
    [[ $source == *.cpp ]] && compiler=("$CXX" -std=c++17)
    shift 2
    "${compiler[@]}" -Wall -Wextra -Wpedantic -Werror -g -pthread "$@" -Iinclude -Itests/c_abi "$source" -o "$program" \
        -L"$RELEASE" -ldicechess -Wl,-rpath,"$RELEASE"
}

check() {
    local source=$1 program arguments=()
    program=$PROGRAMS/$(basename "$source" | tr . -)
    [[ $source == examples/* ]] && arguments=(examples/data/positions.dfen)
    [[ $source == */record_game.c ]] && arguments=(play "$program.dct" 2026)
    echo "$source"
    compile "$source" "$program-sanitized" -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
    quietly "$program-sanitized" "${arguments[@]}"
    compile "$source" "$program-plain" -O1
    quietly valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,possible \
        --suppressions=tests/valgrind.supp "$program-plain" "${arguments[@]}"
}

# One program for each processor at a time; this script calls itself for one of them.
if [ $# -eq 1 ]; then
    check "$1"
else
    shopt -s nullglob
    printf '%s\0' tests/c_abi/*.{c,cpp} examples/{c,cpp}/* | xargs -0 -n 1 -P "$(nproc)" tests/sanitize.sh
fi
