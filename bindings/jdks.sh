# To be sourced: `oldest` and `newest` become the folders of the oldest and the newest JDK of version 17 or newer in
# JAVA_HOME, PATH and the usual place.
# shellcheck shell=bash disable=SC2034 # the variables are the sourcing script's

jdks() {
    local compiler
    for compiler in "${JAVA_HOME:-/nowhere}/bin/javac" "$(command -v javac)" /usr/lib/jvm/*/bin/javac; do
        if [ -x "$compiler" ]; then dirname "$(dirname "$(readlink -f "$compiler")")"; fi
    done
}

feature_of() { sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"; }

oldest='' newest=''
while read -r jdk; do
    version=$(feature_of "$jdk")
    [ "$version" -ge 17 ] || continue
    if [ -z "$oldest" ] || [ "$version" -lt "$(feature_of "$oldest")" ]; then oldest=$jdk; fi
    if [ -z "$newest" ] || [ "$version" -gt "$(feature_of "$newest")" ]; then newest=$jdk; fi
done < <(jdks)
[ -n "$newest" ] || { echo "A JDK of version 17 or newer is needed" >&2; exit 1; }
