#!/usr/bin/env bash
# Builds the jar of the JVM binding, target/dicechess-VERSION.jar, from the library in RELEASE, see `make build`.
# With `test` warnings are errors, the oldest JDK must build it too, and the tests and the examples run; with `demo`
# only the examples run, and that without Maven.
# Usage: RELEASE=FOLDER bindings/java/build.sh [test | demo]
set -euo pipefail
cd "$(dirname "$0")"

if [ "${1:-}" = demo ] && ! (. ../jdks.sh) 2>/dev/null; then
    echo "skipped: the Java examples (no JDK 17 or newer in JAVA_HOME, PATH or /usr/lib/jvm)"
    exit 0
fi
. ../jdks.sh

# Prints what a command has to say only if it fails.
quietly() {
    local log
    log=$(mktemp)
    if ! "$@" >"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        return 1
    fi
    rm -f "$log"
}

platform=linux-$(uname -m)
natives=target/natives/$platform
mkdir -p "$natives"
strip --strip-unneeded "$RELEASE/libdicechess.so" -o "$natives/libdicechess.so"
includes=(-I../../include -I"$newest/include" -I"$newest/include/linux")
compile=("${CC:-cc}" -std=c11 -O2 -Wall -Wextra -Wpedantic -Wno-unused-parameter -fPIC -shared)
strict=false
if [ "${1:-}" = test ]; then
    compile+=(-Werror)
    strict=true
fi
"${compile[@]}" -fvisibility=hidden -pthread "${includes[@]}" src/main/native/*.c -o "$natives/libdicechess_jni.so" \
    -L"$RELEASE" -ldicechess -Wl,-rpath,'$ORIGIN'

if [ "${1:-}" = demo ]; then
    classes=target/demo
    options=(-Ddicechess.library.path="$natives" -cp "$classes")
    "$newest/bin/javac" --release 17 -d "$classes" $(find src/main/java -name '*.java')
    if [ "$(feature_of "$newest")" -ge 22 ]; then
        "$newest/bin/javac" --release 22 -cp "$classes" -d "$classes" $(find src/main/java22 -name '*.java')
        options+=(--enable-native-access=ALL-UNNAMED)
    fi
    for example in LegalTurns BestTurn; do
        "$newest/bin/java" "${options[@]}" "../../examples/java/$example.java" ../../examples/data/positions.dfen
    done
    exit 0
fi

# Builds the jar with one JDK.
package() { JAVA_HOME=$1 quietly mvn --batch-mode -ntp package -DskipTests -Ddicechess.strict=$strict; }

if [ "$strict" = true ] && [ "$oldest" != "$newest" ]; then
    echo "== Built by Java $(feature_of "$oldest")"
    package "$oldest"
fi
package "$newest"
[ "${1:-}" = test ] || exit 0

# What the tests of the loader look at: a library of another ABI, under the same name.
mkdir -p target/other-abi
"${compile[@]}" -Wl,-soname,libdicechess.so src/test/native/other_abi.c -o target/other-abi/libdicechess.so
"${compile[@]}" "${includes[@]}" src/main/native/*.c -o target/other-abi/libdicechess_jni.so \
    -Ltarget/other-abi -ldicechess -Wl,--unresolved-symbols=ignore-all

# Runs the suite on one JDK with one back end.
run() {
    local jdk=$1 backend=$2 options="-Xms256m -Xmx256m -XX:+AlwaysPreTouch -Ddicechess.backend=$2"
    [ "$(feature_of "$jdk")" -lt 22 ] || options+=" --enable-native-access=ALL-UNNAMED"
    echo "== Java $(feature_of "$jdk"), $backend"
    JAVA_HOME=$oldest mvn --batch-mode -ntp surefire:test \
        -Djvm="$jdk/bin/java" -Ddicechess.vm="$options" -Dsurefire.reportNameSuffix="$backend"
}

if [ "$(feature_of "$newest")" -ge 22 ]; then
    run "$newest" panama
else
    echo "skipped: the suite on the Panama back end (no JDK 22 or newer in JAVA_HOME, PATH or /usr/lib/jvm)"
fi
run "$oldest" jni

for jdk in "$newest" "$oldest"; do
    echo "== Examples, Java $(feature_of "$jdk")"
    JAVA_HOME=$jdk ./examples.sh
    [ "$newest" != "$oldest" ] || break
done
