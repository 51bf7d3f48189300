#!/usr/bin/env bash
# Compiles the benchmarks of the JVM binding and their twin in C, for the jar that build.sh has made and the library in
# RELEASE. Each kind of work runs once on each back end, and must give what it gives in C. With --bench all are then
# measured beside C, or those whose title contains the word.
# Usage: RELEASE=FOLDER bindings/java/benches/run.sh [--bench [WORD]]
set -euo pipefail
cd "$(dirname "$0")"
. ../../jdks.sh

built=../target/benches
jar=../target/dicechess-0.1.0.jar
mkdir -p "$built"
twin=$PWD/$built/twin
"${CC:-cc}" -std=c11 -O2 -Wall -Wextra -Wpedantic -Werror -I../../../include src/main/c/twin.c -o "$twin" \
    -L"$RELEASE" -ldicechess -Wl,-rpath,"$RELEASE"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
JAVA_HOME=$newest mvn --batch-mode -ntp process-classes >"$log" 2>&1 || { cat "$log" >&2; exit 1; }

# Options of a JDK's virtual machine for one back end; JMH itself uses what newer ones warn of.
options() {
    local version
    version=$(feature_of "$1")
    echo -n "-Xms256m -Xmx256m -XX:+UseSerialGC -Ddicechess.backend=$2"
    [ "$version" -lt 22 ] || echo -n " --enable-native-access=ALL-UNNAMED"
    [ "$version" -lt 24 ] || echo -n " --sun-misc-unsafe-memory-access=allow"
}

classes=$built/classes:$built/lib/*:$jar
back_ends=()
add() {
    local vm
    vm=$(options "$1" "$2")
    back_ends+=("$3, Java $(feature_of "$1")" "$1/bin/java" "$vm")
}
if [ "$(feature_of "$newest")" -ge 22 ]; then
    add "$newest" panama Panama
else
    echo "skipped: benchmarks on the Panama back end (no JDK 22 or newer in JAVA_HOME, PATH or /usr/lib/jvm)"
fi
[ "$newest" = "$oldest" ] || add "$newest" jni JNI
add "$oldest" jni JNI

for ((at = 0; at < ${#back_ends[@]}; at += 3)); do
    # shellcheck disable=SC2086 # options are words
    "${back_ends[at + 1]}" ${back_ends[at + 2]} -cp "$classes" org.dicechess.benches.Check "$twin"
done
if [ "${1:-}" = --bench ]; then
    vm=$(options "$newest" jni)
    # shellcheck disable=SC2086 # options are words
    "$newest/bin/java" $vm -cp "$classes" org.dicechess.benches.Measure "$twin" "${2:-}" "${back_ends[@]}"
fi
