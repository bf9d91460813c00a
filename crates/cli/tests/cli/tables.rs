//! Tables that travel: built in one folder, asked in another, with or without the file of their game.

use crate::process::{ROOT, Ran, Scratch, command, fed, run};
use std::fs;
use std::path::Path;

/// Runs the command in a folder.
fn run_in(folder: &Path, args: &[&str]) -> Ran {
    let mut command = command(args);
    command.current_dir(folder);
    fed(command, "")
}

/// What the command says in a folder, which goes well.
fn said(folder: &Path, args: &[&str]) -> String {
    let ran = run_in(folder, args);
    assert_eq!(ran.code, Some(0), "{args:?}: {}", ran.stderr);
    ran.stdout
}

fn example(path: &str) -> String {
    fs::read_to_string(format!("{ROOT}/{path}")).unwrap()
}

/// A game read from a file.
struct OfFile {
    name: &'static str,
    text: String,
    spec: &'static str,
    ask: &'static str,
    /// What `table probe` says of the start.
    start: &'static str,
    /// The same rules, written otherwise.
    disguised: String,
    /// Other rules.
    other: String,
}

fn games() -> Vec<OfFile> {
    let hexapawn = example("examples/rules/hexapawn.toml");
    let swap = example("examples/rules/swap.toml");
    let toll = example("examples/rules/toll.toml");
    let loops = example("examples/loop.graph");
    let numbers = "7 1 1\n8 2\n".to_owned();
    let commented = |text: &str| format!("# Whose rules?\n\n{text}\n# Ours.\n");
    let renamed = |text: &str| text.replace("title = \"", "title = \"The new ");
    vec![
        OfFile {
            name: "hexapawn.toml",
            text: hexapawn.clone(),
            spec: "hexapawn.toml",
            ask: "distance",
            start: "second 6\t",
            disguised: renamed(&commented(&hexapawn)),
            other: hexapawn.replace("onto = \"empty\"", "onto = \"any\""),
        },
        OfFile {
            name: "swap.toml",
            text: swap.clone(),
            spec: "swap.toml",
            ask: "winner",
            start: "first\t",
            disguised: commented(&swap),
            other: swap.replace("swap = true", "swap = false"),
        },
        OfFile {
            name: "toll.toml",
            text: toll.clone(),
            spec: "toll.toml",
            ask: "margin",
            start: "-2\t",
            disguised: commented(&toll),
            other: toll.replace("ferry-1", "ferry-2"),
        },
        OfFile {
            name: "loop.graph",
            text: loops.clone(),
            spec: "graph:file=loop.graph",
            ask: "distance",
            start: "draw\t",
            disguised: commented(&loops),
            other: loops.replace("out = first", "out = second"),
        },
        OfFile {
            name: "row.txt",
            text: numbers.clone(),
            spec: "take-ends:file=row.txt",
            ask: "margin",
            start: "+1\t",
            disguised: " 7 1\n1 8 2".to_owned(),
            other: "7 1 1 8 3".to_owned(),
        },
    ]
}

#[test]
fn a_table_needs_no_file_and_no_folder() {
    for game in games() {
        let OfFile {
            name, spec, ask, ..
        } = game;
        let (built, elsewhere) = (
            Scratch::folder(&format!("built-{name}")),
            Scratch::folder(&format!("moved-{name}")),
        );
        let (built, elsewhere) = (built.0.as_path(), elsewhere.0.as_path());
        fs::write(built.join(name), &game.text).unwrap();
        let build = ["table", "build", spec, "--ask", ask, "-o"];
        said(built, &[&build[..], &["table"]].concat());
        // By another path to it, the same bytes.
        let absolute = spec.replace(name, built.join(name).to_str().unwrap());
        let dotted = spec.replace(name, &format!("./{name}"));
        for (number, path) in [&absolute, &dotted].into_iter().enumerate() {
            let again = elsewhere.join(format!("again-{number}"));
            let args = [
                "table",
                "build",
                path,
                "--ask",
                ask,
                "-o",
                again.to_str().unwrap(),
            ];
            said(built, &args);
            let file = |folder: &Path| fs::read(folder.join("table.yomikiri")).unwrap();
            assert_eq!(file(&again), file(&built.join("table")), "{path}");
        }
        let exported = said(built, &["table", "export", "table", "--csv", "-"]);
        // Away with the file, and off to another folder.
        fs::rename(built.join("table"), elsewhere.join("table")).unwrap();
        fs::remove_file(built.join(name)).unwrap();
        let probed = said(elsewhere, &["table", "probe", "table"]);
        assert!(probed.starts_with(game.start), "{name}: {probed}");
        let verified = said(elsewhere, &["table", "verify", "table"]);
        assert!(
            verified.starts_with(&format!("{spec}: all of ")),
            "{verified}"
        );
        assert_eq!(
            said(elsewhere, &["table", "export", "table", "--csv", "-"]),
            exported
        );
        let certificate = ["table", "export", "table", "--certificate", "proof"];
        let ran = run_in(elsewhere, &certificate);
        assert!(matches!(ran.code, Some(0 | 2)), "{}", ran.stderr);
        let info: serde_json::Value =
            serde_json::from_str(&said(elsewhere, &["table", "info", "table"])).unwrap();
        assert_eq!((&info["game"], &info["format"]), (&spec.into(), &2.into()));
        let held = info["file"].as_str().unwrap();
        assert!(!held.contains('#'), "{held}");
        // The file that is gone is read from the table; a copy, a commented one and what the table holds are
        // the same game under any name; other rules are not.
        let solve = |spec: &str| {
            let args = ["solve", spec, "--ask", ask, "--table", "table", "--best"];
            run_in(elsewhere, &args)
        };
        let asked = |spec: &str, what: &str| {
            let ran = solve(spec);
            assert_eq!(ran.code, Some(0), "{what}: {}", ran.stderr);
            let value = probed.split('\t').next().unwrap();
            assert_eq!(ran.stdout.lines().next(), Some(value), "{what}");
        };
        asked(spec, "gone");
        asked(
            &spec.replace(name, &format!("no/such/folder/{name}")),
            "gone",
        );
        let ran = solve(&spec.replace(name, &format!("other-{name}")));
        assert_eq!(ran.code, Some(2), "{}", ran.stdout);
        for (number, text) in [game.text.as_str(), &game.disguised, held]
            .into_iter()
            .enumerate()
        {
            let copy = format!("copy-{number}-{name}");
            fs::write(elsewhere.join(&copy), text).unwrap();
            asked(&spec.replace(name, &copy), &copy);
        }
        fs::write(elsewhere.join(name), &game.other).unwrap();
        let ran = solve(spec);
        assert_eq!(ran.code, Some(2), "{}", ran.stdout);
        assert!(ran.stderr.contains("under other rules"), "{}", ran.stderr);
        // The table there is the one wanted, whatever the file is called; of other rules it is not.
        let build = |spec: &str| {
            run_in(
                elsewhere,
                &["table", "build", spec, "--ask", ask, "-o", "table"],
            )
        };
        let there = build(&spec.replace(name, &format!("copy-1-{name}")));
        assert_eq!(there.code, Some(0), "{}", there.stderr);
        assert!(
            there.stderr.contains("was there already"),
            "{}",
            there.stderr
        );
        let occupied = build(spec);
        assert_eq!(occupied.code, Some(2), "{}", occupied.stdout);
        assert!(
            occupied.stderr.contains("other rules"),
            "{}",
            occupied.stderr
        );
    }
}

/// A certificate names no folder either: its bytes go by the rules.
#[test]
fn a_certificate_names_no_folder() {
    let here = Scratch::folder("proved");
    let rules = example("examples/rules/toll.toml");
    fs::write(here.0.join("toll.toml"), rules).unwrap();
    let prove = |path: &str, file: &str| {
        said(&here.0, &["prove", path, "--ask", "margin", "-o", file]);
        fs::read(here.0.join(file)).unwrap()
    };
    let proof = prove("toll.toml", "a");
    let absolute = here.0.join("toll.toml");
    assert_eq!(prove("./toll.toml", "b"), proof);
    assert_eq!(prove(absolute.to_str().unwrap(), "c"), proof);
    let text = String::from_utf8_lossy(&proof);
    assert!(text.contains("\ngame toll.toml\n"), "{text}");
}

/// A table of version 1 has its file where its spec says, or is refused by name.
#[test]
fn tables_of_version_1_are_read() {
    let golden = "crates/solve/tests/table/golden";
    let of_file = format!("{ROOT}/{golden}/graph-distance.yomikiri");
    let plain = format!("{ROOT}/{golden}/tictactoe-distance.yomikiri");
    let root = Path::new(ROOT);
    for table in [&of_file, &plain] {
        said(root, &["table", "verify", table]);
        let probed = said(root, &["table", "probe", table]);
        assert!(probed.starts_with("draw\t"), "{probed}");
        let info = said(root, &["table", "info", table]);
        assert!(info.contains("\"format\":1"), "{info}");
    }
    let game = "graph:file=examples/loop.graph";
    said(
        root,
        &["solve", game, "--ask", "distance", "--table", &of_file],
    );
    let elsewhere = Scratch::folder("version-1");
    said(&elsewhere.0, &["table", "verify", &plain]);
    let ran = run_in(&elsewhere.0, &["table", "probe", &of_file]);
    assert_eq!(ran.code, Some(2), "{}", ran.stdout);
    assert!(
        ran.stderr.contains("cannot read `examples/loop.graph`"),
        "{}",
        ran.stderr
    );
    let help = "a table of version 1 does not hold the file of its game";
    assert!(ran.stderr.contains(help), "{}", ran.stderr);
}

/// Every table says who wins, as a solver does.
#[test]
fn every_table_says_who_wins() {
    let cases = [
        ("tictactoe", "distance", "xx./oo./..."),
        ("tictactoe", "margin", "xx./oo./x.o"),
        ("grid-walk:cells=3;-1;4/1;-5;9/2;6;-5", "margin", "start"),
        ("take-ends:numbers=4/2/9/7/1/5", "margin", "2-5"),
        (
            "graph:text=endless second; a first: b; b second: a c; c = first",
            "distance",
            "b",
        ),
    ];
    for (game, ask, position) in cases {
        let table = Scratch::new(&format!("implied-{ask}"));
        let path = table.path();
        let built = run(&["table", "build", game, "--ask", ask, "-o", path], "");
        assert_eq!(built.code, Some(0), "{}", built.stderr);
        let moves = |args: &[&str]| {
            let ran = run(&[&["moves", game, position][..], args].concat(), "");
            assert_eq!(ran.code, Some(0), "{}", ran.stderr);
            ran.stdout
        };
        assert_eq!(moves(&["--table", path]), moves(&[]), "{game} {position}");
        let solved = run(&["solve", game, position, "--best"], "").stdout;
        let read = run(
            &["solve", game, position, "--best", "--line", "--table", path],
            "",
        )
        .stdout;
        assert!(read.starts_with(&solved), "{game}: {read} {solved}");
        let probed = run(&["table", "probe", path, position, "--ask", "winner"], "");
        let winner = probed.stdout.split('\t').next();
        assert_eq!(
            winner,
            solved.lines().next(),
            "{game} {position}: {}",
            probed.stderr
        );
        let other = match ask {
            "margin" => "distance",
            _ => "margin",
        };
        let refused = run(&["table", "probe", path, position, "--ask", other], "");
        assert_eq!(refused.code, Some(2), "{}", refused.stdout);
        fs::remove_dir_all(&table.0).unwrap();
    }
}

#[test]
fn good_positions_are_answered_beside_bad_ones() {
    let table = Scratch::new("good-and-bad");
    let built = run(&["table", "build", "tictactoe", "-o", table.path()], "");
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    let positions = ["start", "nonsense", "xxx/xxx/xxx", "xx./oo./..."];
    let args = [&["table", "probe", table.path()][..], &positions].concat();
    let ran = run(&args, "");
    assert_eq!(ran.code, Some(2));
    let expected = "draw\t1,1 1,2 1,3 2,1 2,2 2,3 3,1 3,2 3,3\nerror\nerror\nfirst\t1,3\n";
    assert_eq!(ran.stdout, expected);
    for said in ["nonsense", "play does not reach this position"] {
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
    // As from standard input, a line each.
    let streamed = run(&["table", "probe", table.path(), "-"], positions.join("\n"));
    assert_eq!((streamed.code, &streamed.stdout), (Some(2), &ran.stdout));
    let json = run(&[&args[..], &["--json"]].concat(), "");
    let lines: Vec<serde_json::Value> = json
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[3]["winner"], "first");
    assert_eq!(lines[1]["position"], "nonsense");
    assert!(lines[2]["error"].is_string() && json.code == Some(2));
}

#[test]
fn an_export_tells_whose_turn_it_is_and_what_never_ends() {
    let table = Scratch::new("endless");
    let game = "graph:text=endless second; a first: b; b second: a c d; c = first; d = draw";
    let built = run(
        &[
            "table",
            "build",
            game,
            "--ask",
            "distance",
            "-o",
            table.path(),
        ],
        "",
    );
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    let ran = run(&["table", "export", table.path(), "--csv", "-"], "");
    assert_eq!(
        ran.stdout,
        "position,key,to_move,ply,positions,value,margin,distance,endless,best\n\
         a,0,first,,1,second,,,true,b\n\
         b,1,second,,1,second,,,true,a\n\
         c,2,first,,1,first,,0,false,\n\
         d,3,first,,1,draw,,,false,\n",
        "{}",
        ran.stderr
    );
}

/// Mirror images unfolded: the rows are those of a table that stores every position by itself, and each has
/// the value that a solver finds.
#[test]
fn an_unfolded_export_has_every_position() {
    let root = Path::new(ROOT);
    let cases = [
        ("tictactoe", "distance", 5478),
        ("connect-k:cols=4,rows=3,line=3", "winner", 7157),
        ("three-mens-morris", "distance", 5390),
        ("dots-and-boxes", "margin", 4209),
        ("examples/rules/hexapawn.toml", "distance", 135),
    ];
    for (game, ask, positions) in cases {
        let export = |symmetry: &str, unfold: &[&str]| {
            let table = Scratch::new(&format!("unfolded-{symmetry}"));
            let build = ["table", "build", game, "--ask", ask, "--symmetry", symmetry];
            said(root, &[&build[..], &["-o", table.path()]].concat());
            let export = ["table", "export", table.path(), "--csv", "-"];
            let csv = said(root, &[&export[..], unfold].concat());
            fs::remove_dir_all(&table.0).unwrap();
            let mut rows: Vec<Vec<String>> = csv.lines().skip(1).map(fields).collect();
            rows.sort_unstable();
            rows
        };
        let unfolded = export("yes", &["--unfold"]);
        assert_eq!(unfolded.len(), positions, "{game}");
        assert!(export("yes", &[]).len() < positions, "{game}");
        assert!(unfolded == export("no", &[]), "{game}");
        assert!(unfolded == export("no", &["--unfold"]), "{game}");
        let texts: Vec<&str> = unfolded.iter().map(|row| row[0].as_str()).collect();
        let solve = ["solve", game, "--ask", ask, "--positions", "-"];
        let solved = run(&solve, texts.join("\n"));
        assert_eq!(solved.code, Some(0), "{}", solved.stderr);
        assert_eq!(solved.stdout.lines().count(), positions, "{game}");
        for (row, solved) in unfolded.iter().zip(solved.stdout.lines()) {
            let value = match (row[6].parse::<i64>(), row[7].as_str()) {
                (Ok(0), _) => "0".to_owned(),
                (Ok(margin), _) => format!("{margin:+}"),
                (_, "") => row[5].clone(),
                (_, plies) => format!("{} {plies}", row[5]),
            };
            assert_eq!((row[4].as_str(), value.as_str()), ("1", solved), "{row:?}");
        }
    }
}

/// The fields of a line of comma-separated values, of which none has a quotation mark inside.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut within = false;
    for letter in line.chars() {
        match letter {
            '"' => within = !within,
            ',' if !within => fields.push(String::new()),
            _ => fields.last_mut().unwrap().push(letter),
        }
    }
    fields
}

/// Damage that only a search meets: the position itself is not in the table.
#[test]
fn a_search_stops_at_a_table_that_is_damaged() {
    let table = Scratch::new("damaged-in-a-search");
    let game = "connect4:cols=5,rows=5";
    let semi = ["--ask", "distance", "--semi-strong=one", "-o"];
    let built = run(
        &[&["table", "build", game], &semi[..], &[table.path()]].concat(),
        "",
    );
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    let asked = [
        "solve",
        game,
        "12345",
        "--ask",
        "distance",
        "--table",
        table.path(),
    ];
    let sound = run(&asked, "");
    assert_eq!((sound.code, &*sound.stdout), (Some(0), "second 19\n"));
    let said = "the table does not have this position, and the search read";
    assert!(sound.stderr.contains(said), "{}", sound.stderr);

    let file = table.0.join("table.yomikiri");
    let mut bytes = fs::read(&file).unwrap();
    let end = bytes.len() - 20_000;
    for at in (2_000..end).step_by(997) {
        bytes[at] ^= 0x55;
    }
    fs::write(&file, bytes).unwrap();
    for threads in ["1", "2"] {
        let ran = run(&[&asked[..], &["-j", threads]].concat(), "");
        assert_eq!((ran.code, &*ran.stdout), (Some(2), ""), "{}", ran.stderr);
        assert!(ran.stderr.starts_with("error: "), "{}", ran.stderr);
        assert!(ran.stderr.contains("checksum"), "{}", ran.stderr);
    }
}
