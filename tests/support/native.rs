//! Compiles C and C++ programs against the shared library of this build and runs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A directory of this build for one test's programs. It holds the library under its file name and its soname, as an installation does.
pub fn directory(test: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    fs::create_dir_all(&directory).expect("the target directory can be written");
    // Test programs lie in `deps`, beside the library.
    let library = std::env::current_exe().expect("a running test").with_file_name("libdicechess.so");
    assert!(library.exists(), "{} is missing", library.display());
    for name in ["libdicechess.so".to_owned(), soname(&library)] {
        let link = directory.join(name);
        let _ = fs::remove_file(&link);
        std::os::unix::fs::symlink(&library, &link).expect("links can be made");
    }
    directory
}

/// What build.rs has asked the linker to record, as far as the version tells.
fn soname(library: &Path) -> String {
    let (major, minor) = (env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR"));
    let name =
        format!("libdicechess.so.{}", if major == "0" { format!("0.{minor}") } else { major.to_owned() });
    let bytes = fs::read(library).expect("the library can be read");
    assert!(
        bytes.windows(name.len()).any(|window| window == name.as_bytes()),
        "the library is not named {name}"
    );
    name
}

/// The compiler for this source, with include path and warnings as errors.
pub fn compiler(source: &Path, standard: &str) -> Command {
    let host = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let cpp = source.extension().is_some_and(|extension| extension == "cpp");
    let tool = cc::Build::new()
        .cpp(cpp)
        .target(&host)
        .host(&host)
        .opt_level(1)
        .out_dir(env!("CARGO_TARGET_TMPDIR"))
        .cargo_metadata(false)
        .get_compiler();
    let mut command = tool.to_command();
    command
        .arg(format!("-std={standard}"))
        .args(["-Wall", "-Wextra", "-Wpedantic", "-Wundef", "-Werror", "-g", "-pthread"])
        .args(["-Iinclude", "-Itests/c_abi"])
        .arg(source)
        .current_dir(root());
    command
}

/// Runs a command and panics with its output if it fails.
pub fn succeed(mut command: Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text =
        || String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{}", output.status, text());
    output
}

/// Compiles and links a program; its path.
pub fn build(source: &str, standard: &str, directory: &Path) -> PathBuf {
    let source = Path::new(source);
    let program = directory.join(source.file_stem().expect("a file name"));
    let mut command = compiler(source, standard);
    command.arg("-o").arg(&program).arg("-L").arg(directory).arg("-ldicechess");
    command.arg(format!("-Wl,-rpath,{}", directory.display()));
    succeed(command);
    program
}
