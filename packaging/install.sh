#!/usr/bin/env bash
# Installs headers, libraries, pkg-config and CMake files. `make install` calls it.
# Usage: packaging/install.sh BUILT-LIBRARIES PREFIX LIBDIR [DESTDIR]
set -euo pipefail
built=$1 destdir=${4:-}
prefix=$destdir$2 libdir=$destdir$3
cd "$(dirname "$0")/.."

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
soname=$(cat "$built/libdicechess.soname")
native=$(cat "$built/libdicechess.native-static-libs")
# The installed files name no absolute path, so that the tree can be moved as a whole.
prefix_from_libdir=$(realpath -m --relative-to="$libdir" "$prefix")

# Fills the placeholders of template $1 in and installs the result as $2.
install_template() {
    mkdir -p "$(dirname "$2")"
    sed -e "s|@PREFIX_FROM_LIBDIR@|$prefix_from_libdir|g" -e "s|@VERSION@|$version|g" \
        -e "s|@SONAME@|$soname|g" -e "s|@NATIVE_STATIC_LIBS@|$native|g" "$1" >"$2"
    chmod 644 "$2"
}

install -d "$prefix/include" "$libdir/.debug"
for header in include/dicechess.h include/dicechess.hpp include/dicechess_search.hpp include/dicechess_tape.hpp; do
    install -m 644 "$header" "$prefix/include/"
done

library=libdicechess.so.$version
# Debuggers look for the symbols in .debug beside the library; ldconfig does not.
objcopy --only-keep-debug "$built/libdicechess.so" "$libdir/.debug/$library.debug"
chmod 644 "$libdir/.debug/$library.debug"
install -m 755 "$built/libdicechess.so" "$libdir/$library"
objcopy --strip-unneeded --add-gnu-debuglink="$libdir/.debug/$library.debug" "$libdir/$library"
ln -sf "$library" "$libdir/$soname"
ln -sf "$soname" "$libdir/libdicechess.so"
install -m 644 "$built/libdicechess.a" "$libdir/"
strip --strip-debug "$libdir/libdicechess.a"

install_template packaging/dicechess.pc.in "$libdir/pkgconfig/dicechess.pc"
cmake=$libdir/cmake/Dicechess
install_template packaging/DicechessConfig.cmake.in "$cmake/DicechessConfig.cmake"
install_template packaging/DicechessConfigVersion.cmake.in "$cmake/DicechessConfigVersion.cmake"
