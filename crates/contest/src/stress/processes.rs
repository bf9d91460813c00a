//! The processes of the system, from `/proc` on Linux. On other systems there are none.
//!
//! A process in its own namespace (a container) may see the `/proc` of another one, where its numbers mean other
//! processes. Then this module lists none.

/// A process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Process {
    pub(super) id: i32,
    pub(super) parent: i32,
    pub(super) group: i32,
    /// The session; 0 if its leader is outside this process's namespace.
    pub(super) session: i32,
}

/// Returns this process, if `/proc` describes its namespace.
pub(super) fn this() -> Option<Process> {
    let link = std::fs::read_link("/proc/self").ok()?;
    let id: i32 = link.to_str()?.parse().ok()?;
    (u32::try_from(id) == Ok(std::process::id()))
        .then(|| read(id))
        .flatten()
}

/// Returns all processes.
pub(super) fn all() -> impl Iterator<Item = Process> {
    let entries = this().and_then(|_| std::fs::read_dir("/proc").ok());
    let entries = entries.into_iter().flatten();
    let ids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
    ids.filter_map(read)
}

fn read(id: i32) -> Option<Process> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    parse(id, &stat)
}

/// Parses `ID (NAME) STATE PARENT GROUP SESSION ...`, in which the name may contain any characters.
fn parse(id: i32, stat: &str) -> Option<Process> {
    let (_, rest) = stat.rsplit_once(')')?;
    let mut numbers = rest.split_whitespace().skip(1);
    let mut next = || numbers.next()?.parse().ok();
    Some(Process {
        id,
        parent: next()?,
        group: next()?,
        session: next()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_hold_brackets() {
        let process = parse(7, "7 (a) b) S 1 7 5 0 -1").expect("it is one");
        assert_eq!((process.parent, process.group, process.session), (1, 7, 5));
        assert_eq!(parse(7, "7 (a"), None);
        assert_eq!(parse(7, "7 (a) S 1"), None);
    }
}
