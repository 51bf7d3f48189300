# make demo     build the library; legal turns and best turns of real positions by the C and Java examples
# make test     everything: formatting, lints, tests, C and C++ programs, sanitizers, installation
# make install  headers, libraries, pkg-config and CMake files into PREFIX (after `make build`)
# make help     the other targets

CARGO ?= cargo
CC ?= cc
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
DESTDIR ?=
# Outside of target/, so that it outlives `cargo clean` and serves every working tree.
KOTLIN_NATIVE ?= $(HOME)/.cache/dicechess-kotlin-native

# rustup puts cargo here; a shell that was open before knows nothing of it.
export PATH := $(PATH):$(HOME)/.cargo/bin

TARGET := $(abspath $(or $(CARGO_TARGET_DIR),target))
RELEASE := $(TARGET)/release
PROGRAMS := $(TARGET)/programs
BUILT := $(RELEASE)/libdicechess.native-static-libs

export RELEASE PROGRAMS CC
MAKEFLAGS += --no-print-directory

C_FLAGS := -std=c11 -Wall -Wextra -Wpedantic -Werror -O2 -g
LINK_FLAGS := -L$(RELEASE) -ldicechess -Wl,-rpath,$(RELEASE)

.SILENT:
.PHONY: help build demo test fmt lint unit sanitize tsan packaging bench bench-java header install miri java test-java kotlin test-kotlin kotlin-native-compiler test-kotlin-native tools-demo tools-test

help:
	echo "demo       build the library; legal turns and best turns of real positions by the C and Java examples"
	echo "test       everything (fmt check, lint, unit, sanitize, packaging, test-java, test-kotlin)"
	echo "build      shared and static library, in $(RELEASE)"
	echo "install    into PREFIX=$(PREFIX), LIBDIR=$(LIBDIR), below DESTDIR; run \`make build\` first"
	echo "fmt        format the Rust sources"
	echo "lint       clippy and rustdoc, warnings are errors"
	echo "unit       Rust tests, debug and release; they compile and run the C and C++ programs too"
	echo "sanitize   C programs under the address and undefined-behaviour sanitizers and valgrind"
	echo "tsan       threaded C and Rust tests under the thread sanitizer (needs a nightly toolchain with rust-src)"
	echo "packaging  install, move the result, and build against it with pkg-config and CMake"
	echo "java       the jar of the JVM binding, in bindings/java/target"
	echo "test-java  its tests, through JNI and through java.lang.foreign if there is a JDK of version 22 or newer"
	echo "kotlin     the jars of the Kotlin binding and of its examples, in bindings/kotlin/target"
	echo "test-kotlin  its tests, those of the bot among the examples, and its examples against their C twins"
	echo "test-kotlin-native  the Kotlin/Native binding; fetches its compiler, 1.5 GB, into $(KOTLIN_NATIVE)"
	echo "header     rewrite include/dicechess.h from src/ffi, and the JVM's native layer from it"
	echo "bench      benchmarks, as ratios measured side by side"
	echo "bench-java  the JVM binding beside C, on each back end; BENCH=WORD selects"
	echo "miri       unit tests under Miri (needs a nightly toolchain with the miri component)"

tools-demo:
	tools/setup.sh cargo gcc readelf

tools-test:
	tools/setup.sh cargo rustfmt cargo-clippy gcc g++ clang pkg-config cmake valgrind readelf nm javac mvn

# Programs look for the library by its soname; the built file gets a link of that name beside it.
# rustc needs a real output file: as root it would put a library in the place of /dev/null.
build:
	$(CARGO) build --quiet --release --lib
	readelf -d $(RELEASE)/libdicechess.so | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p' >$(RELEASE)/libdicechess.soname
	ln -sf libdicechess.so "$(RELEASE)/$$(cat $(RELEASE)/libdicechess.soname)"
	mkdir -p $(PROGRAMS)
	echo | rustc --crate-type staticlib --print native-static-libs -o $(PROGRAMS)/libempty.a - 2>&1 \
		| sed -n 's/.*native-static-libs: //p' >$(BUILT)

demo: tools-demo
	$(MAKE) build
	$(CC) $(C_FLAGS) -Iinclude examples/c/legal_turns.c -o $(PROGRAMS)/legal_turns $(LINK_FLAGS)
	$(CC) $(C_FLAGS) -Iinclude examples/c/best_turn.c -o $(PROGRAMS)/best_turn $(LINK_FLAGS)
	$(PROGRAMS)/legal_turns examples/data/positions.dfen
	$(PROGRAMS)/best_turn examples/data/positions.dfen
	bindings/java/build.sh demo

# Runs command $(2) under the name $(1) and says how long it took.
part = echo "== $(1)" && begin=$$(date +%s) && $(2) && echo "== $(1): $$(($$(date +%s) - begin)) s"

test: tools-test
	$(call part,formatting,$(CARGO) fmt --check)
	$(call part,lints,$(MAKE) lint)
	$(call part,tests,$(MAKE) unit)
	$(call part,sanitizers,$(MAKE) sanitize)
	$(call part,packaging,$(MAKE) packaging)
	$(call part,JVM,$(MAKE) test-java)
	$(call part,Kotlin,$(MAKE) test-kotlin)
	echo "== all tests passed"

fmt:
	$(CARGO) fmt

# The layers below the rules must build without them, and without the C boundary.
lint:
	$(CARGO) clippy --quiet --all-targets -- -D warnings
	$(CARGO) clippy --quiet --lib --no-default-features -- -D warnings
	$(CARGO) clippy --quiet --lib --no-default-features --features rules -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --quiet --no-deps

# The tape must replay games in a build that has no rules.
unit:
	$(CARGO) test --quiet
	$(CARGO) test --quiet --release
	$(CARGO) test --quiet --no-default-features --test tape

sanitize: build
	tests/sanitize.sh

tsan:
	tools/setup.sh cargo clang readelf
	TARGET=$(TARGET) tests/tsan.sh

packaging: build
	tests/packaging.sh

java: build
	tools/setup.sh javac mvn
	bindings/java/build.sh

test-java: build
	tools/setup.sh javac mvn
	bindings/java/build.sh test
	bindings/java/benches/run.sh

# Maven builds the jar of the JVM binding along; what is native of it must be there before.
kotlin: java
	bindings/kotlin/build.sh

test-kotlin: java
	bindings/kotlin/build.sh test

kotlin-native-compiler:
	tools/kotlin-native-setup.sh "$(KOTLIN_NATIVE)"

test-kotlin-native: build kotlin-native-compiler
	$(call part,Kotlin/Native,bindings/kotlin-native/build.sh "$(KOTLIN_NATIVE)/env.sh" "$(TARGET)/kotlin-native" test)

bench:
	$(CARGO) bench --quiet --bench '*'

bench-java: java
	bindings/java/benches/run.sh --bench "$(BENCH)"

header:
	$(CARGO) test --quiet --test header -- --ignored bless
	$(CARGO) test --quiet --test jvm_native -- --ignored bless

# Builds nothing by itself, so that it also runs as root, where cargo may be missing.
install: | $(BUILT)
	packaging/install.sh "$(RELEASE)" "$(PREFIX)" "$(LIBDIR)" "$(DESTDIR)"

$(BUILT):
	$(MAKE) build

miri:
	$(CARGO) +nightly miri test --lib
