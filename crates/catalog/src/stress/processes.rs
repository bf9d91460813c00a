//! The processes of the system, as Linux tells of them in `/proc`. Elsewhere there are none.

/// A process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Process {
    pub(super) id: i32,
    pub(super) parent: i32,
    pub(super) group: i32,
    pub(super) session: i32,
}

/// All processes.
pub(super) fn all() -> impl Iterator<Item = Process> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten();
    let ids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
    ids.filter_map(|id| {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        parse(id, &stat)
    })
}

/// `ID (NAME) STATE PARENT GROUP SESSION ...`, where the name may hold anything.
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
