#!/usr/bin/env bash
# Installs headers, libraries, pkg-config and CMake files. `make install` calls it.
# Usage: packaging/install.sh BUILT-LIBRARIES PREFIX LIBDIR [DESTDIR]
set -euo pipefail
built=$1 prefix=$2 libdir=$3 destdir=${4:-}
cd "$(dirname "$0")/.."

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
soname=$(cat "$built/libdicechess.soname")
native=$(cat "$built/libdicechess.native-static-libs")

# Fills the placeholders of template $1 in and installs the result as $2.
install_template() {
    mkdir -p "$(dirname "$2")"
    sed -e "s|@PREFIX@|$prefix|g" -e "s|@LIBDIR@|$libdir|g" -e "s|@VERSION@|$version|g" \
        -e "s|@SONAME@|$soname|g" -e "s|@NATIVE_STATIC_LIBS@|$native|g" "$1" >"$2"
    chmod 644 "$2"
}

install -d "$destdir$prefix/include" "$destdir$libdir"
for header in include/dicechess.h include/dicechess.hpp include/dicechess_search.hpp include/dicechess_tape.hpp; do
    install -m 644 "$header" "$destdir$prefix/include/"
done
install -m 755 "$built/libdicechess.so" "$destdir$libdir/libdicechess.so.$version"
ln -sf "libdicechess.so.$version" "$destdir$libdir/$soname"
ln -sf "$soname" "$destdir$libdir/libdicechess.so"
install -m 644 "$built/libdicechess.a" "$destdir$libdir/"
install_template packaging/dicechess.pc.in "$destdir$libdir/pkgconfig/dicechess.pc"
cmake=$destdir$libdir/cmake/Dicechess
install_template packaging/DicechessConfig.cmake.in "$cmake/DicechessConfig.cmake"
install_template packaging/DicechessConfigVersion.cmake.in "$cmake/DicechessConfigVersion.cmake"
