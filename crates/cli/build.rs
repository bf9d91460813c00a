//! How the command is linked.
//!
//! A contest's answer takes less time than the system takes to start the process that gives it, so
//! what the start costs counts. On Linux with glibc the command is a program at a fixed address, which
//! needs no relocation at its start (that would touch every page of its constant tables), and where the
//! C library's static archives are installed it has them inside, so that no loader runs before it.
//! Where the linker can, the functions that such an answer calls lie side by side: each stretch of code
//! costs some microseconds when it is first touched, and again when the process ends.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// Shared libraries that rustc asks for, and the archives that take their places.
const STATIC: [(&str, &[&str]); 3] = [
    ("c", &["libc.a"]),
    ("m", &["libm.a"]),
    ("gcc_s", &["libgcc_eh.a", "libgcc.a"]),
];

/// The functions to put side by side; `bench/order.py` writes it.
const ORDER: &str = "start.order";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={ORDER}");
    let target = |what: &str| env::var(format!("CARGO_CFG_TARGET_{what}"));
    if target("OS").as_deref() != Ok("linux") || target("ENV").as_deref() != Ok("gnu") {
        return;
    }
    println!("cargo::rustc-link-arg-bins=-no-pie");
    // For the binary alone: tests and other crates are linked as usual.
    if let Some(folder) = stand_ins() {
        println!("cargo::rustc-link-arg-bins=-static");
        println!("cargo::rustc-link-arg-bins=-L{}", folder.display());
    }
    if env::var("PROFILE").as_deref() == Ok("release")
        && let Some(arguments) = in_order()
    {
        println!("cargo::rustc-link-arg-bins={arguments}");
    }
}

/// What tells the linker about [`ORDER`], if it is one that understands.
fn in_order() -> Option<String> {
    let order = Path::new(&env::var_os("CARGO_MANIFEST_DIR")?).join(ORDER);
    let arguments = format!(
        "-Wl,--no-warn-symbol-ordering,--symbol-ordering-file={}",
        order.display()
    );
    let folder = PathBuf::from(env::var_os("OUT_DIR")?);
    let program = folder.join("empty.rs");
    fs::write(&program, "fn main() {}\n").ok()?;
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let linker = env::var("RUSTC_LINKER").map(|linker| format!("-Clinker={linker}"));
    let linked = Command::new(env::var_os("RUSTC")?)
        .args(flags.split('\u{1f}').filter(|flag| !flag.is_empty()))
        .args(linker)
        .arg(format!("--target={}", env::var("TARGET").ok()?))
        .arg(format!("-Clink-arg={arguments}"))
        .arg("--out-dir")
        .args([&folder, &program])
        .output();
    linked
        .is_ok_and(|told| told.status.success())
        .then_some(arguments)
}

/// A folder in which the linker finds a script under each shared library's name, which leads to the
/// archives. (`+crt-static` would do the same, but cargo would ask it of procedural macros too, which
/// cannot be.) `None` where an archive is missing.
fn stand_ins() -> Option<PathBuf> {
    let folder = PathBuf::from(env::var_os("OUT_DIR")?).join("static");
    let linker = env::var("RUSTC_LINKER").unwrap_or_else(|_| "cc".to_owned());
    let mut archives = STATIC.iter().flat_map(|(_, archives)| *archives);
    let installed = archives.all(|archive| is_installed(&linker, archive));
    (installed && write_scripts(&folder).is_ok()).then_some(folder)
}

/// Whether the linker has such a file in its folders; it then tells the whole path.
fn is_installed(linker: &str, file: &str) -> bool {
    let asked = Command::new(linker)
        .arg(format!("-print-file-name={file}"))
        .output();
    asked.is_ok_and(|told| {
        let path = String::from_utf8_lossy(&told.stdout);
        Path::new(path.trim()).is_absolute()
    })
}

fn write_scripts(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (name, archives) in STATIC {
        let archives: Vec<_> = archives.iter().map(|file| format!("-l:{file}")).collect();
        let script = format!("GROUP ( {} )\n", archives.join(" "));
        fs::write(folder.join(format!("lib{name}.so")), script)?;
    }
    Ok(())
}
