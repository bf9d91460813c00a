//! Running the command and looking at what it does.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The binary under test.
pub(crate) const YOMIKIRI: &str = env!("CARGO_BIN_EXE_yomikiri");

/// The repository's root, where the examples' paths lead from.
pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// What came of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        Ran {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("stdout is text"),
            stderr: String::from_utf8(output.stderr).expect("stderr is text"),
        }
    }
}

/// A command with all streams piped, in the repository's root.
pub(crate) fn command(args: &[&str]) -> Command {
    dressed(Command::new(YOMIKIRI), args)
}

/// The same, started by a shell that sets limits first.
pub(crate) fn command_under(limits: &str, args: &[&str]) -> Command {
    let script = format!("{limits}; exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, YOMIKIRI]);
    dressed(shell, args)
}

fn dressed(mut command: Command, args: &[&str]) -> Command {
    command
        .args(args)
        .current_dir(ROOT)
        .env("NO_COLOR", "1")
        // What is said to people may follow the locale.
        .env("LC_ALL", "C")
        // Notes of how far the work has come depend on time.
        .env("YOMIKIRI_PROGRESS", "off")
        .env("TMPDIR", room())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Starts the command.
pub(crate) fn start(args: &[&str]) -> Child {
    command(args).spawn().expect("the command starts")
}

/// Sends a signal to a process.
#[cfg(unix)]
pub(crate) fn signal(id: u32, name: &str) {
    let status = Command::new("sh")
        .args(["-c", "kill -s \"$1\" \"$2\"", "sh", name, &id.to_string()])
        .status()
        .expect("a shell starts");
    assert!(status.success());
}

/// The hundredths of a second for which a process has computed.
#[cfg(target_os = "linux")]
pub(crate) fn ticks(id: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    // The name, in parentheses, may have spaces.
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let ticks = fields.split_whitespace().nth(11);
    ticks.and_then(|ticks| ticks.parse().ok()).unwrap_or(0)
}

/// Elsewhere nobody can look: a second is long enough.
#[cfg(all(unix, not(target_os = "linux")))]
pub(crate) fn ticks(_: u32) -> u64 {
    std::thread::sleep(std::time::Duration::from_secs(1));
    100
}

/// Runs the command on an input to its end.
pub(crate) fn run(args: &[&str], input: impl AsRef<[u8]>) -> Ran {
    fed(command(args), input)
}

/// Runs a command on an input to its end.
pub(crate) fn fed(mut command: Command, input: impl AsRef<[u8]>) -> Ran {
    let mut child = command.spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let input = input.as_ref();
    std::thread::scope(|scope| {
        // A command that does not read to the end is its own affair.
        scope.spawn(move || stdin.write_all(input).is_ok());
        child.wait_with_output().expect("the command ends").into()
    })
}

/// Checks each case in a thread of its own: for tests that wait more than they work.
pub(crate) fn side_by_side<T: Send>(cases: impl IntoIterator<Item = T>, check: impl Fn(T) + Sync) {
    std::thread::scope(|scope| {
        for case in cases {
            let check = &check;
            scope.spawn(move || check(case));
        }
    });
}

/// Waits until something holds; panics when it does not within a minute.
pub(crate) fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "not in time: {what}"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Whether a process has a handler for a signal.
#[cfg(target_os = "linux")]
pub(crate) fn catches(id: u32, name: &str) -> bool {
    let number = match name {
        "INT" => 2,
        _ => 15,
    };
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigCgt:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (number - 1) & 1 == 1)
}

/// Elsewhere nobody can look: a second is long enough to start.
#[cfg(all(unix, not(target_os = "linux")))]
pub(crate) fn catches(_: u32, _: &str) -> bool {
    std::thread::sleep(Duration::from_secs(1));
    true
}

/// Where files of tests lie: in memory if the system has a folder there, since thousands of small files come and go.
fn room() -> &'static Path {
    let memory = Path::new("/dev/shm");
    match memory.is_dir() {
        true => memory,
        false => Path::new(env!("CARGO_TARGET_TMPDIR")),
    }
}

/// A file or folder of this test's own that lasts as long as this value, as do the files `.in`, `.out` and `.toml`
/// beside it.
pub(crate) struct Scratch(pub(crate) std::path::PathBuf);

impl Scratch {
    /// A path that nobody else uses.
    pub(crate) fn new(name: &str) -> Scratch {
        // Tests of two checkouts may run in containers that share the memory and count processes alike.
        let mut checkout = DefaultHasher::new();
        env!("CARGO_TARGET_TMPDIR").hash(&mut checkout);
        let (checkout, id) = (checkout.finish(), std::process::id());
        let name = format!("yomikiri-{checkout:x}-{id}-{name}");
        Scratch(room().join(name))
    }

    /// A file with some bytes.
    pub(crate) fn file(name: &str, bytes: impl AsRef<[u8]>) -> Scratch {
        let scratch = Scratch::new(name);
        std::fs::write(&scratch.0, bytes).expect("the file can be written");
        scratch
    }

    /// A folder that is there.
    pub(crate) fn folder(name: &str) -> Scratch {
        let scratch = Scratch::new(name);
        std::fs::create_dir_all(&scratch.0).expect("the folder can be made");
        scratch
    }

    /// The path of something in the folder, as text.
    pub(crate) fn within(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// The path as text.
    pub(crate) fn path(&self) -> &str {
        self.0.to_str().expect("the path is text")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // `stress` writes files beside it.
        for ending in ["in", "out", "toml"] {
            let _ = std::fs::remove_file(self.0.with_extension(ending));
        }
        let _ = std::fs::remove_file(&self.0);
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
