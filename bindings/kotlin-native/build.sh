#!/usr/bin/env bash
# Builds the Kotlin/Native binding, dicechess.klib and the C interface below it, dicechess-c.klib, and with `test` its tests and example.
# Usage: bindings/kotlin-native/build.sh ENV OUTPUT [test], where ENV is the env.sh of tools/kotlin-native-setup.sh.
# RELEASE is the directory of the built libraries; `make build` makes what is in it.
set -euo pipefail
cd "$(dirname "$0")/../.."
environment=$1 output=$2
binding=bindings/kotlin-native
release=$(realpath "$RELEASE")
mkdir -p "$output"

# The compiler needs libraries of its own; programs run without them.
run() { (source "$environment" && "$@"); }
kotlin() {
    run kotlinc-native -target linux_x64 -Werror -opt-in=kotlinx.cinterop.ExperimentalForeignApi \
        -opt-in=kotlin.concurrent.atomics.ExperimentalAtomicApi -opt-in=kotlin.ExperimentalUnsignedTypes "$@"
}
program() {
    kotlin -library "$output/dicechess-c.klib" -library "$output/dicechess.klib" "$@"
}

run cinterop -def $binding/dicechess.def -target linux_x64 -compiler-option -Iinclude -o "$output/dicechess-c"
kotlin $binding/src/*.kt -library "$output/dicechess-c.klib" -produce library -o "$output/dicechess"
echo "built $output/dicechess-c.klib and $output/dicechess.klib"
[ "${3:-}" = test ] || exit 0

shared="-L $release -rpath $release"
program $binding/test/*.kt -friend-modules "$output/dicechess.klib" -generate-test-runner \
    -linker-options "$shared" -o "$output/tests"
"$output/tests.kexe" >"$output/tests.log" || {
    grep -v -e '^\[ RUN' -e '^\[       OK' -e '^\[---' "$output/tests.log" >&2
    exit 1
}
grep -e 'tests.* ran' -e PASSED "$output/tests.log"

# The program of the README compiles.
sed -n '/^```kotlin$/,/^```$/{/^```/!p}' $binding/README.md >"$output/readme.kt"
program "$output/readme.kt" -produce library -o "$output/readme"

# The example says what its C twin says, bad lines included, with either library. Only its speed may differ.
example=examples/kotlin-native/best_turn.kt
program $example -linker-options "$shared" -o "$output/best_turn"
# A directory without the shared library, or the linker would prefer it.
mkdir -p "$output/static"
ln -sf "$release/libdicechess.a" "$output/static/libdicechess.a"
program $example -linker-options "-L $output/static $(cat "$release/libdicechess.native-static-libs")" \
    -o "$output/best_turn_static"
if readelf -d "$output/best_turn_static.kexe" | grep -q libdicechess; then
    echo "$output/best_turn_static.kexe needs the shared library" >&2
    exit 1
fi
"${CC:-cc}" -std=c11 -O2 -Iinclude examples/c/best_turn.c -o "$output/best_turn_c" -L"$release" -ldicechess \
    -Wl,-rpath,"$release"
{ cat examples/data/positions.dfen && printf '\n8/8 w - - 0 1\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 K'; } >"$output/positions.dfen"
say() {
    local code=0
    "$@" <"$output/positions.dfen" 2>&1 >"$output/said" | cat >"$output/complaints" || code=$?
    sed 's/^  speed .*/  speed/' "$output/said"
    cat "$output/complaints"
    echo "exit code $code"
}
say "$output/best_turn_c" >"$output/expected"
for name in best_turn best_turn_static; do
    say "$output/$name.kexe" | diff "$output/expected" - || {
        echo "$name does not say what examples/c/best_turn.c says" >&2
        exit 1
    }
done
echo "example: $(grep -c 'best turn' "$output/expected") positions as in C, with the shared and with the static library"
