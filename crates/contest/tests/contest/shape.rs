//! The language of inputs: what it generates keeps all limits, what it makes smaller does so too and comes to
//! an end, and whatever is wrong with a shape or an input is found at its place.

#[path = "../../../../fuzz/exercises/shape.rs"]
mod exercise;

use proptest::prelude::*;
use std::collections::HashSet;
use yomikiri_contest::problems::{Corner, Random, problems};
use yomikiri_contest::shape::Shape;

/// Shapes with everything that there is.
const SHAPES: &[&str] = &[
    "n 1..8 | n*{a -9..9}",
    "a 1..10^9 b a..2*a",
    "n 2..10 m 0..n*(n-1)/2 | graph(n, m){cost 1..100}",
    "n 1..9 m n-1..20 | graph(n, m, connected)",
    "n 2..9 m 0..30 | graph(n, m, directed loops multi)",
    "n 1..9 m 0..36 | graph(n, m, directed acyclic){w -5..5}",
    "n 1..12 | tree(n) q 1..4 | q*{u 1..n v 1..n |}",
    "n 1..12 | tree(n, from 0){w 0..9}",
    "h 1..5 w 1..5 | grid(h, w, .#)",
    "n 1..9 | perm(n) perm(n, from 0)",
    "n 1..5 | n*{s word(1..6, a-c) |} distinct",
    "s word(n0, ab)",
    "t 1..4 | t*{n 1..6 k 1..n | n*{a 0..k} |} sum <= 12",
    "n 1..8 | n*{a 1..20} ascending | n*{b 0..5} sorted",
    "n 2..9 | n*{a 1..n} | (n-1)*{p 1..n}",
    "n 2..9 m 1..12 | m*{a 1..n b 1..n != a c 0..9 |} distinct",
    "3*{3*{a -10^9..10^9} |}",
    "n 0..3 | n*{a 1..2}",
    "n 1..6 | word(n, 01) | word(n, 01)",
    "2*{k 1..5 k*{s 1..7} distinct |}",
    "x min(1, 2)..max(3, 4) y 7%4..9/2 | (-3)..-1",
];

fn shapes() -> Vec<Shape> {
    let own = problems().iter().map(|problem| problem.about().shape);
    let texts = SHAPES.iter().copied().filter(|text| !text.contains("n0"));
    let texts = texts.chain(own.filter(|text| !text.is_empty()));
    texts
        .map(|text| {
            text.parse()
                .unwrap_or_else(|error| panic!("{text}: {error}"))
        })
        .collect()
}

fn numbers(text: &str) -> Vec<i64> {
    text.split_whitespace()
        .map(|word| word.parse().expect("a number"))
        .collect()
}

#[test]
fn generated_inputs_are_valid() {
    for shape in shapes() {
        for &corner in Shape::CORNERS {
            // The largest inputs of judges have millions of numbers.
            let is_huge = corner == Corner::Largest && shape.text().contains("000");
            for seed in 0..if is_huge { 1 } else { 12 } {
                let input = shape.generate(&mut Random::new(seed), corner);
                let input =
                    input.unwrap_or_else(|error| panic!("{}: {corner}: {error}", shape.text()));
                if let Err(error) = shape.check(input.as_bytes()) {
                    panic!("{} {corner} {seed}: {error}\n{input}", shape.text());
                }
                let again = shape
                    .generate(&mut Random::new(seed), corner)
                    .expect("as before");
                assert_eq!(input, again);
            }
        }
    }
}

#[test]
fn kinds_are_what_they_are_called() {
    let shape: Shape = "n 2..8 | n*{a -9..9}".parse().expect("a shape");
    let make = |corner, seed| {
        let input = shape
            .generate(&mut Random::new(seed), corner)
            .expect("an input");
        numbers(&input)
    };
    for seed in 0..30 {
        assert_eq!(make(Corner::Smallest, seed), [2, 0, 0]);
        assert_eq!(make(Corner::Largest, seed)[0], 8);
        let sorted = make(Corner::Sorted, seed);
        let list = &sorted[1..];
        assert!(list.is_sorted() || list.iter().rev().is_sorted());
        let equal = make(Corner::Equal, seed);
        assert!(equal[1..].iter().all(|number| *number == equal[1]));
        for number in &make(Corner::Extreme, seed)[1..] {
            assert!(number.abs() >= 8);
        }
    }
    let all: HashSet<Vec<i64>> = (0..60).map(|seed| make(Corner::Uniform, seed)).collect();
    assert!(all.len() > 50);
    assert!((0..40).any(|seed| make(Corner::Largest, seed)[1..].iter().all(|&a| a == 9)));
}

/// By a test of its own: n - 1 edges, and every vertex is reached from the first.
#[test]
fn trees_are_trees_and_graphs_are_simple() {
    let tree: Shape = "n 1..15 | tree(n)".parse().expect("a shape");
    let graph: Shape = "n 1..8 m 0..n*(n-1)/2 | graph(n, m)"
        .parse()
        .expect("a shape");
    for seed in 0..200 {
        let corner = Shape::CORNERS[seed as usize % Shape::CORNERS.len()];
        let input = numbers(
            &tree
                .generate(&mut Random::new(seed), corner)
                .expect("a tree"),
        );
        let (count, edges) = (input[0], &input[1..]);
        assert_eq!(edges.len() as i64, 2 * (count - 1));
        let mut reached = HashSet::from([1]);
        for _ in 0..count {
            for ends in edges.chunks(2) {
                if reached.contains(&ends[0]) || reached.contains(&ends[1]) {
                    reached.extend([ends[0], ends[1]]);
                }
            }
        }
        assert_eq!(reached.len() as i64, count);
        let input = numbers(
            &graph
                .generate(&mut Random::new(seed), corner)
                .expect("a graph"),
        );
        let mut known = HashSet::new();
        assert_eq!(input.len() as i64, 2 + 2 * input[1]);
        for ends in input[2..].chunks(2) {
            assert!(ends[0] != ends[1] && (1..=input[0]).contains(&ends[0]));
            assert!(known.insert((ends[0].min(ends[1]), ends[0].max(ends[1]))));
        }
    }
}

/// Every step leads to a valid input, and any chain of steps ends.
#[test]
fn shrinking_stays_valid_and_ends() {
    for shape in shapes() {
        for (seed, &corner) in (0..).zip(Shape::CORNERS) {
            if corner == Corner::Largest && shape.text().contains("00") {
                continue;
            }
            let mut random = Random::new(seed);
            let mut input = shape.generate(&mut random, corner).expect("an input");
            let mut seen = HashSet::from([input.clone()]);
            for step in 0.. {
                assert!(step < 3000, "{}: no end: {input}", shape.text());
                let next: Vec<String> = shape.smaller(&input).take(60).collect();
                for next in &next {
                    let checked = shape.check(next.as_bytes());
                    assert!(
                        checked.is_ok(),
                        "{}\n{input}\n{next}\n{checked:?}",
                        shape.text()
                    );
                    assert_ne!(*next, input);
                }
                // Now the first, now any.
                let picked = match seed % 2 {
                    0 => next.first().cloned(),
                    _ => random.pick(&next).cloned(),
                };
                let Some(picked) = picked else { break };
                input = picked;
                assert!(
                    seen.insert(input.clone()),
                    "{}: again {input}",
                    shape.text()
                );
            }
        }
    }
}

/// What the steps can reach, under conditions that hold wrong programs back.
#[test]
fn shrinking_ends_small() {
    fn shrunk(shape: &str, input: &str, fails: impl Fn(&str) -> bool) -> String {
        let shape: Shape = shape.parse().expect("a shape");
        shape.check(input.as_bytes()).expect("the input is valid");
        assert!(fails(input));
        let mut input = input.to_owned();
        while let Some(next) = { shape.smaller(&input).find(|next| fails(next)) } {
            input = next;
        }
        input
    }
    // All numbers at once: the order of three numbers is what counts.
    let list = "n 1..100 | n*{a -10^9..10^9}";
    let descends = |text: &str| {
        let numbers = numbers(text);
        numbers[1..]
            .windows(3)
            .any(|list| list[0] > list[1] && list[1] > list[2])
    };
    let found = shrunk(list, "6\n5 900 -7 -80000 12 99\n", descends);
    assert_eq!(found, "3\n1 0 -1\n");
    // Parallel lists lose the same items.
    let both = "n 1..100 | n*{a 1..99} | n*{b 1..99}";
    let differs = |text: &str| {
        let all = numbers(text);
        let (a, b) = all[1..].split_at(all[0] as usize);
        a.iter().zip(b).any(|(a, b)| a > b)
    };
    assert_eq!(shrunk(both, "4\n1 2 30 4\n5 6 7 8\n", differs), "1\n2\n1\n");
    // Vertices go with their edges, or become one: a path of length two is left.
    let graph = "n 1..9 m 0..36 | graph(n, m)";
    let bends = |text: &str| {
        let all = numbers(text);
        let edges: Vec<&[i64]> = all[2..].chunks(2).collect();
        (1..=all[0]).any(|v| edges.iter().filter(|edge| edge.contains(&v)).count() >= 2)
    };
    let found = shrunk(graph, "7 6\n3 6\n6 7\n7 1\n2 5\n5 4\n4 2\n", bends);
    assert!(found.starts_with("3 2\n"), "{found}");
    // Edges as a plain list, with two other numbers that name vertices.
    let list = "n 2..9 m 1..20 s 1..n | m*{a 1..n b 1..n != a |}";
    let leaves = |text: &str| {
        let all = numbers(text);
        all[3..].chunks(2).any(|edge| edge[0] == all[2])
    };
    let found = shrunk(list, "8 4 6\n1 2\n3 4\n6 8\n8 1\n", leaves);
    // The one or the other vertex: no single step leads from one to the other.
    let least = ["2 1 1\n1 2\n", "2 1 2\n2 1\n"];
    assert!(least.contains(&&*found), "{found}");
    // A tree is contracted: a vertex with three neighbours.
    let tree = "n 1..20 | tree(n)";
    let forks = |text: &str| {
        let all = numbers(text);
        (1..=all[0]).any(|v| all[1..].iter().filter(|&&end| end == v).count() >= 3)
    };
    let input = "9\n1 2\n2 3\n3 4\n4 5\n3 6\n6 7\n7 8\n8 9\n";
    let found = shrunk(tree, input, forks);
    assert!(found.starts_with("4\n"), "{found}");
    // Words lose letters and use the first ones.
    let words = "n 1..9 | n*{s word(1..9, a-z) |}";
    let doubled = |text: &str| {
        text.as_bytes()
            .windows(2)
            .any(|two| two[0] == two[1] && two[0] > b'9')
    };
    assert_eq!(shrunk(words, "3\nmissing\nfoo\nbar\n", doubled), "1\naa\n");
    // Rows and columns of a grid.
    let grid = "h 1..9 w 1..9 | grid(h, w, .#)";
    let walled = |text: &str| text.lines().skip(1).any(|row| row.contains("##"));
    assert_eq!(shrunk(grid, "3 4\n....\n.##.\n#..#\n", walled), "1 2\n##\n");
    // Test cases.
    let cases = "t 1..5 | t*{n 1..9 | n*{a 1..9} |}";
    let nines = |text: &str| text.contains('9');
    assert_eq!(
        shrunk(cases, "3\n2\n1 2\n3\n4 9 4\n1\n1\n", nines),
        "1\n1\n9\n"
    );
    // A permutation.
    let order = "n 1..9 | perm(n)";
    let falls = |text: &str| numbers(text)[1..].windows(2).any(|two| two[0] > two[1]);
    assert_eq!(shrunk(order, "5\n3 1 5 4 2\n", falls), "2\n2 1\n");
}

#[test]
fn problems_of_the_list_have_their_shapes() {
    for problem in problems() {
        let about = problem.about();
        if about.shape.is_empty() {
            assert_eq!(about.id, "aoj0066");
            continue;
        }
        let shape: Shape = about.shape.parse().expect("a shape");
        assert!(
            shape.check(about.example.as_bytes()).is_ok(),
            "{}",
            about.id
        );
        for (seed, &corner) in (0..).zip(problem.corners()) {
            let input = problem.generate(&mut Random::new(seed), corner);
            let checked = shape.check(input.as_bytes());
            assert!(
                checked.is_ok(),
                "{} {corner}: {checked:?}\n{input}",
                about.id
            );
            assert!(problem.takes(&input));
        }
        // And what the shape makes, the problem takes, up to what no shape tells.
        let made = (0..60).map(|seed| {
            let corner = Shape::CORNERS[seed as usize % (Shape::CORNERS.len() - 1)];
            shape
                .generate(&mut Random::new(seed), corner)
                .expect("an input")
        });
        let taken = made.filter(|input| problem.takes(input)).count();
        // An odd sum, a 1 among the numbers, an even count: no shape tells these.
        let least = match about.id {
            "abc349e" | "abc270d" | "cf1147c" => 10,
            _ => 60,
        };
        assert!(taken >= least, "{}: {taken}", about.id);
    }
}

/// The book's table of ten problems.
#[test]
fn shapes_of_the_book_are_shapes() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../book/src/any-problem.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    let (_, table) = page.split_once("## Ten problems").expect("a heading");
    let rows = table
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains('`'));
    let shapes: Vec<String> = rows
        .map(|row| {
            let shape = row.split('`').nth(1).expect("a shape");
            shape.replace("\\|", "|")
        })
        .collect();
    assert_eq!(shapes.len(), 10);
    for text in shapes {
        let shape: Shape = text
            .parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        for &corner in Shape::CORNERS {
            let input = shape.generate(&mut Random::new(1), corner);
            let input = input.unwrap_or_else(|error| panic!("{text}: {corner}: {error}"));
            assert!(shape.check(input.as_bytes()).is_ok(), "{text}: {corner}");
        }
    }
}

#[test]
fn faults_of_shapes_have_their_places() {
    for (text, wrong, error) in [
        ("", "", "this describes no input"),
        ("n 1..", "", "the shape ends where a number is expected"),
        (
            "n 1..8 | m*{a 1..9}",
            "m",
            "there is no number `m` before this",
        ),
        ("n 1..8 | n*{a 1..9", "{", "this brace is not closed"),
        ("n 1..8 n 1..9", "n", "there is a number `n` already"),
        ("n 1-3", "1-3", "this is the number -2"),
        (
            "n 5..5 | permutation(n)",
            "permutation",
            "`permutation` is no item of a shape",
        ),
        (
            "s string(5, a-z)",
            "string",
            "`string` is no item of a shape",
        ),
        (
            "n 1..9 | n*{a 1..9} unique",
            "unique",
            "`unique` has no range",
        ),
        ("n 9..1", "9..1", "no number is 9 to 1"),
        (
            "n 1..99999999999999999999",
            "99999999999999999999",
            "this number is farther from 0 than 9223372036854775807",
        ),
        ("n 1..8 | n*{}", "{}", "these braces are empty"),
        (
            "n 1..8 | grid(n, n)",
            ")",
            "`)` stands where `,` is expected",
        ),
        (
            "n 1..8 | word(n, )",
            "",
            "letters are expected, such as `a-z` or `'.#'`",
        ),
        (
            "n 1..8 | tree(n, loops)",
            "loops",
            "`loops` is an option of graphs",
        ),
        (
            "n 1..8 | graph(n, 3, cyclic)",
            "cyclic",
            "`cyclic` stands where an option is expected",
        ),
        (
            "n 1..8 | perm(n, from 3)",
            "from 3",
            "numbering begins `from 0` or `from 1`",
        ),
        ("n 1..8 }", "}", "`}` stands where a number is expected"),
        (
            "n 1..8 | n*{s word(3, ab)} sorted",
            "n*{s word(3, ab)} sorted",
            "an order needs a number that each repetition begins with",
        ),
        ("s word(3, 'ab)", "'", "this quote is not closed"),
    ] {
        let found = text.parse::<Shape>().expect_err(text);
        assert_eq!(
            (found.message.as_str(), &text[found.span.clone()]),
            (error, wrong),
            "{text}"
        );
    }
    let deep = format!("n 1..{}2{}", "(".repeat(500), ")".repeat(500));
    assert!(deep.parse::<Shape>().is_err());
}

#[test]
fn faults_of_inputs_have_their_places() {
    for (shape, input, wrong, error) in [
        ("n 1..8 | n*{a -9..9}", "9\n", "9", "n is 1 to 8, not `9`"),
        (
            "n 1..8 | n*{a -9..9}",
            "2\n1\n",
            "",
            "the line ends where a is expected",
        ),
        (
            "n 1..8 | n*{a -9..9}",
            "2\n1 2 3\n",
            "3",
            "`3` is one too many here",
        ),
        (
            "n 1..8 | n*{a -9..9}",
            "1\n1\n4\n",
            "4",
            "`4` follows where the input ends",
        ),
        (
            "n 1..3 | n*{a 1..9} ascending",
            "2\n3 3\n",
            "3",
            "this is not greater than the one before",
        ),
        (
            "n 1..3 | n*{a 1..9} sorted",
            "2\n3 2\n",
            "2",
            "this is less than the one before",
        ),
        (
            "n 1..3 | n*{a 1..9 b 1..9 |} distinct",
            "2\n3 2\n3 2\n",
            "3 2",
            "this is there already",
        ),
        (
            "t 1..3 | t*{n 1..9} sum <= 10",
            "2\n3 8\n",
            "8",
            "the sum comes to 11, more than 10",
        ),
        (
            "n 1..3 | perm(n)",
            "3\n1 3 1\n",
            "1",
            "1 is in this permutation already",
        ),
        (
            "n 1..4 | tree(n)",
            "3\n1 2\n2 1\n",
            "2 1",
            "this edge is there already",
        ),
        (
            "n 1..4 | tree(n)",
            "4\n1 2\n2 3\n1 3\n",
            "1 3",
            "this edge closes a circle: that is no tree",
        ),
        (
            "n 1..4 m 0..6 | graph(n, m)",
            "2 1\n2 2\n",
            "2 2",
            "this edge leads from a vertex to itself",
        ),
        (
            "h 1..3 w 1..3 | grid(h, w, .#)",
            "1 3\n.#x\n",
            "x",
            "row 1 is made of the letters `.#`, not of `x`",
        ),
        (
            "h 1..3 w 1..3 | grid(h, w, .#)",
            "1 3\n.#\n",
            ".#",
            "row 1 is 3 letters long, not 2",
        ),
        ("a 1..3 b 1..3 != a", "2 2\n", "2", "b is not 2 here"),
    ] {
        let shape: Shape = shape.parse().expect("a shape");
        let found = shape.check(input.as_bytes()).expect_err(input);
        let place = &input[found.span.clone()];
        assert_eq!(
            (found.message.as_str(), place),
            (error, wrong),
            "{}",
            shape.text()
        );
    }
    let unconnected: Shape = "n 1..4 m 0..6 | graph(n, m, connected)"
        .parse()
        .expect("a shape");
    assert!(unconnected.check(b"4 3\n1 2\n2 3\n3 1\n").is_err());
    let circle: Shape = "n 1..4 m 0..6 | graph(n, m, directed acyclic)"
        .parse()
        .expect("a shape");
    assert!(circle.check(b"3 3\n1 2\n2 3\n3 1\n").is_err());
    assert!(circle.check(b"3 3\n1 2\n2 3\n1 3\n").is_ok());
}

#[test]
fn what_cannot_be_is_said() {
    let make = |text: &str, corner| {
        let shape: Shape = text.parse().expect("a shape");
        shape
            .generate(&mut Random::new(0), corner)
            .expect_err(text)
            .message
    };
    assert_eq!(
        make("n 5..8 | n*{a 1..3} distinct", Corner::Uniform),
        "not so many different ones are found"
    );
    // Found out by what was drawn in vain, not by as many draws as there should be numbers.
    assert_eq!(
        make("n 10^6..10^6 | n*{a 1..63} ascending", Corner::Uniform),
        "not so many different ones are found"
    );
    assert_eq!(
        make("n 3..3 m 9..9 | graph(n, m)", Corner::Uniform),
        "no number is 9 to 3"
    );
    assert!(make("n 1..10^12 | n*{a 1..3}", Corner::Largest).contains("parts"));
    assert!(make("n 0..0 a 1/n..3", Corner::Uniform).contains("no value"));
}

#[test]
fn the_corpus_of_the_fuzzer() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/shape");
    let mut count = 0;
    for entry in std::fs::read_dir(corpus).expect("there is a corpus") {
        let bytes = std::fs::read(entry.expect("an entry").path()).expect("a file");
        exercise::use_shape(&bytes);
        count += 1;
    }
    assert!(count >= 10);
}

proptest! {
    /// Texts of the language's own signs: a shape or an error, never a panic; and a shape that makes an input
    /// takes it.
    #[test]
    fn any_text_is_a_shape_or_none(text in "[n1-9m *{}|.()a,-]{0,24}|(n|a|1|9| 1\\.\\.5|\\*\\{|\\}|\\|| |tree\\(n\\)|\\(|\\)){0,12}", bytes in any::<Vec<u8>>()) {
        exercise::use_shape(&[text.as_bytes(), b"\0", &bytes].concat());
    }
}
