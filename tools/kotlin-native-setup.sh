#!/usr/bin/env bash
# Sets up a Kotlin/Native compiler for Linux on x86-64 from package registries alone, which takes about a minute and 1.5 GB.
# Usage: tools/kotlin-native-setup.sh DIRECTORY
#
# The compiler comes as a Maven artifact. The LLVM that it downloads by itself on other machines is replaced by clang from the
# system or from Debian's packages, for cinterop and the front end, and by the back end and linker of PyPI's ziglang. What is there already
# is used again; DIRECTORY/env.sh, to be sourced, puts the compiler into PATH.
set -euo pipefail

KOTLIN=2.2.21
# Kotlin's bitcode and its binding to libclang are those of this LLVM.
LLVM=19
ZIG=0.17.1

have() { command -v "$1" >/dev/null 2>&1; }
give_up() {
    printf 'Kotlin/Native cannot be set up: %s\n' "$1" >&2
    exit 1
}
# Runs a step; its output is shown if it fails.
step() {
    local what=$1
    shift
    "$@" >"$log" 2>&1 && return
    tail -n 20 "$log" >&2
    give_up "$what"
}

[ $# -eq 1 ] || give_up "usage: $0 DIRECTORY"
[ "$(uname -sm)" = "Linux x86_64" ] || give_up "this is no Linux on x86-64"
missing=()
for program in java cc python3 tar; do
    have "$program" || missing+=("$program")
done
directory=$(realpath -m "$1")
compiler=$directory/kotlin-native-prebuilt-linux-x86_64-$KOTLIN
[ -d "$compiler" ] || have mvn || missing+=(mvn)
[ ${#missing[@]} -eq 0 ] || give_up "missing: ${missing[*]}. On Debian: default-jdk-headless gcc python3-venv maven"

mkdir -p "$directory"
cd "$directory"
log=$directory/setup.log
trap 'rm -rf "$log" "$directory/unfinished"' EXIT

# The compiler. Parts are made aside and moved when they are whole.
if [ ! -d "$compiler" ]; then
    echo "Fetching Kotlin/Native $KOTLIN"
    rm -rf unfinished && mkdir unfinished
    artifact=org.jetbrains.kotlin:kotlin-native-prebuilt:$KOTLIN:tar.gz:linux-x86_64
    step "Maven does not give $artifact" mvn -q dependency:copy -Dartifact="$artifact" -DoutputDirectory=unfinished
    step "the compiler's archive is damaged" tar xzf unfinished/*.tar.gz -C unfinished
    mv "unfinished/${compiler##*/}" .
fi

# Clang with its library, from the system if it is there.
if [ -x /usr/lib/llvm-$LLVM/bin/clang ] && [ -e /usr/lib/llvm-$LLVM/lib/libclang.so.1 ]; then
    system=
else
    system=$directory/clang
    if [ ! -d "$system" ]; then
        have apt-get && have dpkg || give_up "clang $LLVM is not installed, and there is no apt-get to fetch it with"
        echo "Fetching clang $LLVM"
        rm -rf unfinished && mkdir -p unfinished/packages unfinished/clang
        packages=(clang-$LLVM libclang-common-$LLVM-dev libclang-cpp$LLVM libllvm$LLVM libclang1-$LLVM llvm-$LLVM)
        fetch() { (cd unfinished/packages && apt-get download "${packages[@]}"); }
        # A stale package list may name files that are gone.
        fetch >"$log" 2>&1 || { [ "$(id -u)" -eq 0 ] && apt-get update >/dev/null 2>&1; } || true
        step "apt-get download does not give ${packages[*]}" fetch
        for package in unfinished/packages/*.deb; do
            step "$package cannot be unpacked" dpkg -x "$package" unfinished/clang
        done
        mv unfinished/clang "$system"
    fi
fi
llvm=$system/usr/lib/llvm-$LLVM
libraries=$(dirname "$(find "$system/usr/lib" -maxdepth 2 -name "libLLVM*$LLVM*.so*" -print -quit)")
resources=$(find "$llvm/lib/clang" -mindepth 1 -maxdepth 1 -print -quit)
libclang=$(find -L "$system/usr/lib" -maxdepth 2 -name "libclang-$LLVM.so*" -print -quit)
for part in "$llvm/bin/clang" "$llvm/bin/llvm-ar" "$resources/include/stddef.h" "$libclang"; do
    [ -e "$part" ] || give_up "clang $LLVM has no ${part:-libclang}"
done

# The back end and linker.
if [ ! -d zig ]; then
    echo "Fetching ziglang $ZIG"
    rm -rf unfinished && mkdir unfinished
    step "python3 has no venv; on Debian: python3-venv" python3 -m venv unfinished/venv
    step "pip does not give ziglang $ZIG" unfinished/venv/bin/pip -q install --target unfinished/zig "ziglang==$ZIG"
    mv unfinished/zig zig
fi
zig=$directory/zig/ziglang/zig
[ -x "$zig" ] || give_up "ziglang has no $zig"

# An LLVM of the shape that the compiler expects.
rm -rf llvm && mkdir -p llvm/bin llvm/lib
ln -s "$libclang" llvm/lib/libclang.so
ln -s "$libclang" llvm/lib/libclang.so.$LLVM.1
ln -s "$llvm/lib/clang" llvm/lib/clang
ln -s "$llvm/bin/llvm-ar" llvm/bin/llvm-ar
for name in clang clang++; do
    cat >llvm/bin/$name <<END
#!/bin/sh
case " \$* " in
    *" -x ir "*) exec "$zig" clang "\$@" ;;
    *) exec "$llvm/bin/$name" -resource-dir "$resources" "\$@" ;;
esac
END
done
printf '#!/bin/sh\nexec "%s" ld.lld "$@"\n' "$zig" >llvm/bin/ld.lld
chmod +x llvm/bin/clang llvm/bin/clang++ llvm/bin/ld.lld

# Where this machine's C compiler keeps what programs are linked with.
startup=$(dirname "$(realpath "$(cc -print-file-name=crt1.o)")")
gcc=$(dirname "$(realpath "$(cc -print-libgcc-file-name)")")
c_library=$(dirname "$(realpath "$(cc -print-file-name=libc.so.6)")")
for part in "$startup/crt1.o" "$startup/crti.o" "$gcc/crtbegin.o" "$gcc/libgcc.a" "$c_library/libc.so.6"; do
    [ -e "$part" ] || give_up "cc has no $part; on Debian: libc6-dev and libgcc-dev"
done
python3 - "$compiler/konan/konan.properties" "$directory/llvm" "$startup" "$gcc" "$c_library" <<'END'
import re, sys

path, llvm, startup, gcc, c_library = sys.argv[1:]
text = open(path).read()
below_root = lambda *folders: " ".join(folder.lstrip("/") for folder in folders)
values = {
    "dependencies": "",
    "targetToolchain": "/usr",
    "gccToolchain": "/usr",
    "targetSysRoot": "/",
    "libffiDir": "/usr",
    "llvmHome": llvm,
    "libGcc": below_root(gcc),
    "crtFilesLocation": below_root(startup),
    "abiSpecificLibraries": below_root(*dict.fromkeys((c_library, startup, gcc))),
    "llvm.linux_x64.user": llvm,
    "llvm.linux_x64.dev": llvm,
}
for name, value in values.items():
    name = name if "." in name else name + ".linux_x64"
    setting = re.compile(r"^" + re.escape(name) + r"[ \t]*=(?:.*\\\n)*.*\n", re.M)
    text, count = setting.subn(lambda _: f"{name} = {value}\n", text)
    if count == 0:
        sys.exit(f"Kotlin/Native cannot be set up: {path} has no {name}")
open(path, "w").write(text)
END

cat >env.sh <<END
export PATH="$compiler/bin:\$PATH" KONAN_DATA_DIR="$directory/konan"
export LD_LIBRARY_PATH="$directory/llvm/lib:$libraries\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH}"
END
echo "Kotlin/Native $KOTLIN is ready: source $directory/env.sh"
