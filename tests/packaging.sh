#!/usr/bin/env bash
# Installs into a temporary prefix and uses the result as another project would: through pkg-config and through CMake,
# shared and static. Then reads the installed library back. `make packaging` calls it.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${CC:=cc}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
libdir=$prefix/lib/multiarch
source=examples/c/legal_turns.c
positions=examples/data/positions.dfen

fail() {
    echo "packaging: $*" >&2
    exit 1
}

# The names of the shared libraries that file $1 asks for.
needed() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'; }

make install PREFIX="$prefix" LIBDIR="$libdir"
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
case $version in
    0.*) soname=libdicechess.so.${version%.*} ;;
    *) soname=libdicechess.so.${version%%.*} ;;
esac

echo "soname and links"
[ "$(readelf -d "$libdir/libdicechess.so" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')" = "$soname" ] ||
    fail "the soname is not $soname"
readelf -d "$libdir/libdicechess.so" | grep -q NODELETE || fail "the library can be unloaded"
[ "$(readlink "$libdir/libdicechess.so")" = "$soname" ] || fail "libdicechess.so is no link to $soname"
[ "$(readlink "$libdir/$soname")" = "libdicechess.so.$version" ] || fail "$soname is no link to the library"

echo "exported symbols"
exported=$(nm -D --defined-only "$libdir/libdicechess.so" | awk '{ print $NF }' | sort)
# After the preprocessor a prototype is the only place where a name of ours stands before a parenthesis.
declared=$("$CC" -E -P "$prefix/include/dicechess.h" | grep -o '\bdicechess_[a-z0-9_]*(' | tr -d '(' | sort -u)
[ -n "$declared" ] || fail "the header declares no function"
diff <(echo "$declared") <(echo "$exported") >"$work/symbols.diff" ||
    fail "header (<) and library (>) differ: $(cat "$work/symbols.diff")"

echo "pkg-config"
export PKG_CONFIG_PATH=$libdir/pkgconfig
[ "$(pkg-config --modversion dicechess)" = "$version" ] || fail "dicechess.pc has the wrong version"
# shellcheck disable=SC2046 # pkg-config prints a list of words
"$CC" -std=c11 "$source" -o "$work/shared" $(pkg-config --cflags --libs dicechess)
# shellcheck disable=SC2046
"$CC" -std=c11 "$source" -o "$work/static" \
    $(pkg-config --static --cflags --libs dicechess | sed 's/-ldicechess/-l:libdicechess.a/')
needed "$work/shared" | grep -qx "$soname" || fail "the shared program does not ask for $soname"
! needed "$work/static" | grep -q dicechess || fail "the static program still asks for the shared library"
LD_LIBRARY_PATH=$libdir "$work/shared" "$positions" >"$work/expected.txt"
"$work/static" "$positions" | cmp - "$work/expected.txt"

echo "CMake"
mkdir "$work/cmake"
cat >"$work/cmake/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.16)
project(consumer C)
find_package(Dicechess ${version%.*} REQUIRED)
add_executable(cmake_shared $PWD/$source)
target_link_libraries(cmake_shared PRIVATE dicechess::dicechess)
add_executable(cmake_static $PWD/$source)
target_link_libraries(cmake_static PRIVATE dicechess::static)
END
configure() { cmake -S "$work/cmake" -B "$work/cmake/$1" -DCMAKE_PREFIX_PATH="$prefix" \
    -DDicechess_DIR="$libdir/cmake/Dicechess" >"$work/cmake.log" 2>&1; }
configure build && cmake --build "$work/cmake/build" >>"$work/cmake.log" 2>&1 || fail "$(cat "$work/cmake.log")"
for program in cmake_shared cmake_static; do
    "$work/cmake/build/$program" "$positions" | cmp - "$work/expected.txt"
done
needed "$work/cmake/build/cmake_shared" | grep -qx "$soname" || fail "the CMake program does not ask for $soname"
! needed "$work/cmake/build/cmake_static" | grep -q dicechess || fail "dicechess::static links the shared library"
for refused in 0.0 0.999 99.0; do
    sed -i "s/find_package(Dicechess [0-9.]*/find_package(Dicechess $refused/" "$work/cmake/CMakeLists.txt"
    ! configure "refused-$refused" || fail "CMake takes version $version for $refused"
done
