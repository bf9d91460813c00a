//! The files of the page, compiled into the program.

/// A file's name in the folder `web`, and its text.
pub(crate) type File = (&'static str, &'static str);

macro_rules! files {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../web/", $name)))),*]
    };
}

/// All files, by name.
pub(crate) const FILES: &[File] = files! {
    "address.js"
    "alone.js"
    "answers.js"
    "api.html"
    "api.js"
    "app.js"
    "board.js"
    "client.js"
    "coach.js"
    "controls.js"
    "day.js"
    "dom.js"
    "door.js"
    "draft.js"
    "drag.js"
    "early.js"
    "editor.js"
    "export.js"
    "friend.js"
    "ground.js"
    "hand.js"
    "icon.svg"
    "index.html"
    "ja.js"
    "long.js"
    "motion.js"
    "names.js"
    "opponent.js"
    "panels.js"
    "past.js"
    "picture.js"
    "pieces.js"
    "proof.html"
    "proof.js"
    "puzzles.js"
    "reason.js"
    "settings.js"
    "share.js"
    "sheet.js"
    "sound.js"
    "study.js"
    "style.css"
    "sumanswer.js"
    "sums.css"
    "sums.html"
    "sums.js"
    "sumtext.js"
    "svg.js"
    "table.js"
    "text.js"
    "threats.js"
    "tree.js"
    "value.js"
    "view.js"
    "walk.js"
};

/// Returns the text of a file; empty if there is none of that name.
pub(crate) fn text(name: &str) -> &'static str {
    let found = FILES.iter().find(|(known, _)| *known == name);
    found.map_or("", |(_, text)| text)
}

#[cfg(test)]
mod tests {
    use super::FILES;

    #[test]
    fn every_file_of_the_folder_is_listed() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/web");
        let entries = std::fs::read_dir(folder).expect("the folder is there");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<String> = names
            .map(|name| name.into_string().expect("a name"))
            .collect();
        names.sort_unstable();
        let listed: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, listed);
    }
}
