#!/usr/bin/env bash
# Runs the threaded C and Rust tests under the thread sanitizer, with the library and Rust's standard
# library instrumented. Needs a nightly toolchain with its sources: rustup component add rust-src
# --toolchain nightly. `make tsan` calls it. A program with a race must be reported, or all the silence
# means nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
target=x86_64-unknown-linux-gnu
build=$(realpath -m "${TARGET:-target}/tsan")
library=$build/$target/release
programs=$build/programs
export RUSTFLAGS=-Zsanitizer=thread CARGO_TARGET_DIR=$build
# Memory that is not to be had is something that programs ask about, not a defect.
export TSAN_OPTIONS="halt_on_error=1 exitcode=66 allocator_may_return_null=1"

instrumented() {
    local subcommand=$1
    shift
    cargo +nightly "$subcommand" --quiet -Zbuild-std --target $target --release "$@"
}

# Debian's clang has an older runtime than Rust's nightly: rustc links both the program and its runtime.
link() {
    local source=$1 program=$2
    clang -std=c11 -O1 -g -pthread -fsanitize=thread -Dmain=c_main -Iinclude -Itests/c_abi -c "$source" -o "$program.o"
    rustc +nightly --edition 2024 -O $RUSTFLAGS -Cunsafe-allow-abi-mismatch=sanitizer -Clink-arg="$program.o" \
        -L"$library" -ldicechess -Clink-arg=-Wl,-rpath,"$library" "$programs/main.rs" -o "$program"
}

instrumented build --lib
soname=$(readelf -d "$library/libdicechess.so" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')
ln -sf libdicechess.so "$library/$soname"
mkdir -p "$programs"
cat >"$programs/main.rs" <<'END'
unsafe extern "C" {
    fn c_main(argc: i32, argv: *const *const i8) -> i32;
}

fn main() {
    let arguments = [c"program".as_ptr(), std::ptr::null()];
    std::process::exit(unsafe { c_main(1, arguments.as_ptr()) });
}
END
cat >"$programs/race.c" <<'END'
#include <pthread.h>
static int shared;
static void *count(void *unused) {
    for (int i = 0; i < 1000; i++) shared++;
    return unused;
}
int main(int argc, char **argv) {
    (void)argc, (void)argv;
    pthread_t thread;
    if (pthread_create(&thread, NULL, count, NULL) != 0) return 1;
    count(NULL);
    return pthread_join(thread, NULL);
}
END

code=0
link "$programs/race.c" "$programs/race"
"$programs/race" >"$programs/race.log" 2>&1 || code=$?
if [ "$code" -ne 66 ] || ! grep -q "data race" "$programs/race.log"; then
    echo "the race of the control was not reported (exit status $code)" >&2
    exit 1
fi
echo "control: its race was reported"

for source in $(grep -l 'pthread_create\|\.threads = ' tests/c_abi/*.c); do
    # Its stacks are too small for the sanitizer's frames.
    [ "$source" = tests/c_abi/stack.c ] && continue
    echo "$source"
    program=$programs/$(basename "$source" .c)
    link "$source" "$program"
    "$program"
done
export TSAN_OPTIONS="$TSAN_OPTIONS suppressions=$PWD/tests/thread_sanitizer.supp"
instrumented test --test search_parallel --test transposition_table --test tape --lib
echo "thread sanitizer: no report"
