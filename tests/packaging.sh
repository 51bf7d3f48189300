#!/usr/bin/env bash
# Installs twice, staged below DESTDIR and into a prefix that is then moved, and uses each result as another project would: in C
# and C++, through pkg-config and CMake, shared and static. Then reads the installed library back. `make packaging` calls it.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${RELEASE:?directory of the built library}" "${CC:=cc}" "${CXX:=c++}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
positions=examples/data/positions.dfen

fail() {
    echo "packaging: $*" >&2
    exit 1
}

# The names of the shared libraries that file $1 asks for.
needed() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'; }

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
case $version in
    0.*) soname=libdicechess.so.${version%.*} ;;
    *) soname=libdicechess.so.${version%%.*} ;;
esac

# Program $1 must print what the others print, with the shared library if $2 says so.
check_program() {
    if [ "$2" = shared ]; then
        needed "$1" | grep -qx "$soname" || fail "$1 does not ask for $soname"
    else
        ! needed "$1" | grep -q dicechess || fail "$1 still asks for the shared library"
    fi
    "$1" "$positions" >"$1.txt"
    [ -e "$work/expected.txt" ] || cp "$1.txt" "$work/expected.txt"
    cmp "$1.txt" "$work/expected.txt"
}

# Builds in folder $1 against what lies in LIBDIR $2 now.
check_pkg_config() {
    export PKG_CONFIG_PATH=$2/pkgconfig
    mkdir "$1"
    [ "$(pkg-config --modversion dicechess)" = "$version" ] || fail "dicechess.pc has the wrong version"
    local shared static
    read -ra shared < <(pkg-config --cflags --libs dicechess)
    read -ra static < <(pkg-config --static --cflags --libs dicechess | sed 's/-ldicechess/-l:libdicechess.a/')
    "$CC" -std=c11 examples/c/legal_turns.c -o "$1/c-shared" "${shared[@]}" -Wl,-rpath,"$2"
    "$CC" -std=c11 examples/c/legal_turns.c -o "$1/c-static" "${static[@]}"
    "$CXX" -std=c++17 examples/cpp/legal_turns.cpp -o "$1/cpp-shared" "${shared[@]}" -Wl,-rpath,"$2"
    "$CXX" -std=c++17 examples/cpp/legal_turns.cpp -o "$1/cpp-static" "${static[@]}"
    for program in c cpp; do
        check_program "$1/$program-shared" shared
        check_program "$1/$program-static" static
    done
}

# Builds in folder $1 against the CMake package in LIBDIR $2.
check_cmake() {
    mkdir "$1"
    cat >"$1/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.16)
project(consumer C CXX)
set(CMAKE_CXX_STANDARD 17)
find_package(Dicechess ${version%.*} REQUIRED)
foreach(example c/legal_turns.c cpp/legal_turns.cpp)
  get_filename_component(language \${example} DIRECTORY)
  add_executable(\${language}-shared $PWD/examples/\${example})
  target_link_libraries(\${language}-shared PRIVATE dicechess::dicechess)
  add_executable(\${language}-static $PWD/examples/\${example})
  target_link_libraries(\${language}-static PRIVATE dicechess::static)
endforeach()
END
    configure() { cmake -S "$1" -B "$1/$2" -DDicechess_DIR="$3/cmake/Dicechess" >"$work/cmake.log" 2>&1; }
    configure "$1" build "$2" && cmake --build "$1/build" >>"$work/cmake.log" 2>&1 || fail "$(cat "$work/cmake.log")"
    for program in c cpp; do
        check_program "$1/build/$program-shared" shared
        check_program "$1/build/$program-static" static
    done
    for refused in 0.0 0.999 99.0; do
        sed -i "s/find_package(Dicechess [0-9.]*/find_package(Dicechess $refused/" "$1/CMakeLists.txt"
        ! configure "$1" "refused-$refused" "$2" || fail "CMake takes version $version for $refused"
    done
}

echo "staged below DESTDIR"
make install DESTDIR="$work/stage" PREFIX=/opt/dicechess LIBDIR=/opt/dicechess/lib
[ "$(ls "$work/stage" "$work/stage/opt")" = "$(printf '%s:\nopt\n\n%s:\ndicechess' "$work/stage" "$work/stage/opt")" ] ||
    fail "not all is below DESTDIR and PREFIX"
check_pkg_config "$work/staged-pkg-config" "$work/stage/opt/dicechess/lib"
check_cmake "$work/staged-cmake" "$work/stage/opt/dicechess/lib"

echo "moved after the installation, LIBDIR two levels below PREFIX"
make install PREFIX="$work/first/prefix" LIBDIR="$work/first/prefix/lib/multiarch"
mv "$work/first" "$work/second"
prefix=$work/second/prefix libdir=$work/second/prefix/lib/multiarch
! grep -rlF "$work" "$libdir/pkgconfig" "$libdir/cmake" || fail "these files name the place of the installation"
check_pkg_config "$work/moved-pkg-config" "$libdir"
check_cmake "$work/moved-cmake" "$libdir"

echo "soname and links"
library=$libdir/libdicechess.so.$version
[ "$(readelf -d "$library" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')" = "$soname" ] || fail "the soname is not $soname"
readelf -d "$library" | grep -q NODELETE || fail "the library can be unloaded"
[ "$(readlink "$libdir/libdicechess.so")" = "$soname" ] || fail "libdicechess.so is no link to $soname"
[ "$(readlink "$libdir/$soname")" = "libdicechess.so.$version" ] || fail "$soname is no link to the library"

echo "symbols"
exported=$(nm -D --defined-only "$library" | awk '{ print $NF }' | sort)
# After the preprocessor a prototype is the only place where a name of ours stands before a parenthesis.
declared=$("$CC" -E -P "$prefix/include/dicechess.h" | grep -o '\bdicechess_[a-z0-9_]*(' | tr -d '(' | sort -u)
[ -n "$declared" ] || fail "the header declares no function"
diff <(echo "$declared") <(echo "$exported") >"$work/symbols.diff" ||
    fail "header (<) and library (>) differ: $(cat "$work/symbols.diff")"
for installed in "$library" "$libdir/libdicechess.a"; do
    ! readelf -SW "$installed" | grep -F .debug_ >"$work/sections" || fail "$installed holds debugging symbols"
done
! readelf -SW "$library" | grep -F .symtab >"$work/sections" || fail "$library is not stripped"
address=$(nm -D "$library" | awk '/ dicechess_state_from_dfen$/ { print $1 }')
# It finds the symbols by the link in the library, as debuggers do.
addr2line -e "$library" "$address" | grep -q 'src/ffi/state\.rs:[0-9]' || fail "the symbols of the library are not found"
size() { stat -L -c %s "$1" | numfmt --to=si; }
for name in libdicechess.so libdicechess.a; do
    echo "$name: $(size "$RELEASE/$name") built, $(size "$libdir/$name") installed"
done
echo "symbols apart: $(size "$libdir/.debug/libdicechess.so.$version.debug")"
