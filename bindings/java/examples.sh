#!/usr/bin/env bash
# Runs the Java examples on one JDK with the jar that build.sh has built: they must print what their C twins print, of good lines and
# of bad ones, except for the speed. Then the bot is held to its protocol.
# Usage: RELEASE=FOLDER JAVA_HOME=FOLDER bindings/java/examples.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

# Relative to the root of the repository, where the examples are started.
work=bindings/java/target/examples
jar=$(ls bindings/java/target/dicechess-*.jar | grep -v -e -sources -e -javadoc)
mkdir -p "$work"
options=(-cp "$jar:$work")
if "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -version 2>/dev/null; then
    options+=(--enable-native-access=ALL-UNNAMED)
fi
"$JAVA_HOME/bin/javac" -Xlint:all -Werror -cp "$jar" -d "$work" examples/java/*.java
run() { "$JAVA_HOME/bin/java" "${options[@]}" "$@"; }

{ cat examples/data/positions.dfen && printf '\n8/8 w - - 0 1\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 K'; } >"$work/positions.dfen"

# Output, complaints and exit code of a program on these positions.
record() {
    local name=$1 code=0
    shift
    "$@" "$work/positions.dfen" >"$work/$name.out" 2>"$work/$name.err" || code=$?
    sed -i '/^  speed /d' "$work/$name.out"
    echo "$code" >>"$work/$name.err"
}

# compare C_NAME JAVA_CLASS
compare() {
    "${CC:-cc}" -std=c11 -O2 -Iinclude "examples/c/$1.c" -o "$work/$1" -L"$RELEASE" -ldicechess -Wl,-rpath,"$RELEASE"
    record "$1" "$work/$1"
    record "$2" run "$2"
    # The evaluator fails in the one by a number and in the other by an exception.
    [ "$1" != custom_evaluator ] || sed -i '/^\(white\|black\): /Id; /^message: /d' "$work/$1.out" "$work/$2.out"
    for stream in out err; do
        diff "$work/$1.$stream" "$work/$2.$stream" || { echo "$2 does not print what $1.c prints" >&2; exit 1; }
    done
    echo "$2 prints what $1.c prints: $(wc -l <"$work/$2.out") lines"
}

compare legal_turns LegalTurns
compare best_turn BestTurn
compare best_turn BestTurnJni
compare custom_evaluator CustomEvaluator
failure=$(run CustomEvaluator examples/data/positions.dfen | tail -4)
expected='WHITE: score 0; 1 calls, 1 entries
BLACK: out of opinions; 2 calls, 1 entries
WHITE: score 0; 2 calls, 1 entries
BLACK: score 0; 3 calls, 2 entries'
[ "$failure" = "$expected" ] || { echo "CustomEvaluator: $failure" >&2; exit 1; }

"$JAVA_HOME/bin/javac" -Xlint:all -Werror -cp "$jar" -d "$work" examples/java/bot/*.java
run examples/bots/ProtocolTest.java "$JAVA_HOME/bin/java" -Xmx128m "${options[@]}" bot.Bot

sed -n '/^```java$/,/^```$/p' bindings/java/README.md | sed '1d; $d' >"$work/Program.java"
run "$work/Program.java" >"$work/program.out"
# What the C twin says of the same position.
known=$(sed -n '/ w KQkq - 0 1 PRK$/,/ legal turns, /s/ legal turns, .*/ legal turns/p' "$work/legal_turns.out")
[ "$(head -1 "$work/program.out")" = "$known" ] || { echo "README: $(cat "$work/program.out"), not $known" >&2; exit 1; }
