#!/usr/bin/env bash
# Builds the jars of the Kotlin binding and its examples, in target, and that of the JVM binding, all in one run of Maven. What is native of
# it has bindings/java/build.sh compiled before.
# Usage: RELEASE=FOLDER bindings/kotlin/build.sh [test]
set -euo pipefail
cd "$(dirname "$0")"
. ../jdks.sh

maven() {
    # Of the JVM binding only the jar is needed here.
    JAVA_HOME=$newest mvn --batch-mode -ntp -f ../pom.xml package -DskipTests -Dmaven.javadoc.skip=true "$@"
}

if [ "${1:-}" != test ]; then
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    maven -Ddicechess.kotlin.skipTests=true >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
    exit 0
fi

# What the C twin of BestTurn.kt says.
mkdir -p target/examples
"${CC:-cc}" -std=c11 -O2 -I../../include ../../examples/c/best_turn.c -o target/examples/best_turn \
    -L"$RELEASE" -ldicechess -Wl,-rpath,"$RELEASE"
target/examples/best_turn ../../examples/data/positions.dfen >target/examples/best_turn.txt

options=(-Ddicechess.strict=true)
[ "$(feature_of "$newest")" -lt 22 ] || options+=(-Ddicechess.vm=--enable-native-access=ALL-UNNAMED)
[ "$oldest" = "$newest" ] || options+=("-Ddicechess.oldest=$oldest")
maven "${options[@]}"

echo "== Bot"
cd ../..
native=()
[ "$(feature_of "$newest")" -lt 22 ] || native=(--enable-native-access=ALL-UNNAMED)
"$newest/bin/java" "${native[@]}" -cp "$(ls bindings/java/target/dicechess-*.jar | grep -v -e -sources -e -javadoc)" \
    examples/bots/ProtocolTest.java \
    "$newest/bin/java" -Xmx128m -jar bindings/kotlin/target/examples/dicechess-kotlin-examples.jar
