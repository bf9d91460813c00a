//! Detects programs among the arguments without `--` before them.

use crate::shell::quoted;
use std::ffi::OsString;
use std::path::Path;

/// Returns whether a word is probably a program: it has a path, or a file of this name exists.
pub(super) fn is_program(word: &str) -> bool {
    word.contains('/') || Path::new(word).is_file()
}

/// Returns the corrected command if wrong arguments run a program without `--` before it.
pub(crate) fn tip(words: &[OsString]) -> Option<String> {
    let verb = words.iter().position(|word| word == "stress")?;
    let rest = &words[verb + 1..];
    if rest.iter().any(|word| word == "--") {
        return None;
    }
    // The words of a program come last: from the first one that is a file, with the interpreter before it.
    let is_file = |word: &OsString| {
        let word = word.to_string_lossy();
        !word.starts_with('-') && is_program(&word)
    };
    let value_of = |at: usize| at > 0 && rest[at - 1].to_string_lossy().starts_with("--");
    let file = (0..rest.len()).find(|&at| is_file(&rest[at]) && !value_of(at))?;
    let interpreters = [
        "python", "python3", "pypy3", "node", "ruby", "java", "sh", "bash",
    ];
    let has_interpreter = file > 0 && interpreters.iter().any(|name| rest[file - 1] == **name);
    let program = file - usize::from(has_interpreter);
    let shown =
        |words: &[OsString]| -> String { words.iter().map(|word| quoted(word) + " ").collect() };
    let (before, after) = rest.split_at(program);
    let line = format!("yomikiri stress {}-- {}", shown(before), shown(after));
    Some(format!(
        "tip: the program stands after `--`: {}",
        line.trim_end()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_without_dashes_before_it_is_noticed() {
        let tip = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            super::tip(&words)
        };
        for (line, wanted) in [
            (
                "yomikiri stress abc349e ./a.out",
                "yomikiri stress abc349e -- ./a.out",
            ),
            (
                "yomikiri stress abc349e python3 ./main.py x",
                "yomikiri stress abc349e -- python3 ./main.py x",
            ),
            (
                "yomikiri stress --input n --oracle ./slow ./a.out",
                "yomikiri stress --input n --oracle ./slow -- ./a.out",
            ),
        ] {
            let found = tip(line).expect(line);
            assert_eq!(
                found,
                format!("tip: the program stands after `--`: {wanted}")
            );
        }
        assert_eq!(tip("yomikiri stress abc349e --wrong -- ./a.out"), None);
        assert_eq!(tip("yomikiri stress --oracle ./slow"), None);
        assert_eq!(tip("yomikiri solve ./a.out"), None);
    }
}
