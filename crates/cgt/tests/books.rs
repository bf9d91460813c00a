//! Facts that the books state. WW: Berlekamp, Conway and Guy, "Winning Ways", second edition; S: Siegel,
//! "Combinatorial Game Theory" (2013), by section.

use yomikiri_cgt::{Dyadic, Error, Octal, Values, mex};

fn name(values: &mut Values<'_>, text: &str) -> String {
    let value = values
        .parse(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    values
        .name(value, 1000)
        .expect("it is small")
        .expect("it is short")
}

#[test]
fn sums_and_forms_are_those_of_the_books() {
    let mut values = Values::new();
    for (text, expected) in [
        // S II.1 and WW chapter 2: numbers.
        ("{|}", "0"),
        ("{0|}", "1"),
        ("{0|1}", "1/2"),
        ("{1/2|1}", "3/4"),
        ("{-5|17}", "0"),
        // WW chapter 2 and 3: star, up, and what they add up to.
        ("{0|0}", "*"),
        ("{0|*}", "^"),
        ("{0,*|0}", "^*"),
        ("{*|0}", "v"),
        ("* + *", "0"),
        ("^ + *", "^*"),
        ("{0|^}", "^^*"),
        ("{0|^*}", "^^"),
        ("{^|^}", "^^*"),
        ("{0|*2}", "^*3"),
        ("{0,*|0,*}", "*2"),
        ("*2 + *3", "*"),
        ("{^|v}", "*"),
        ("^* + ^*", "^^"),
        ("{0|vv}", "v*"),
        // WW chapter 5: switches, and tiny and miny.
        ("{1|-1}", "±1"),
        ("±1 + ±1", "0"),
        ("{5|1}", "{5|1}"),
        ("±2 + 3", "{5|1}"),
        ("{0||0|-2}", "+_2"),
        ("{2|0||0}", "-_2"),
        ("{1||0|-1}", "{1||0|-1}"),
        ("{{2|1}|{-1|-2}}", "±{2|1}"),
        ("{1*|-1*}", "±(1*)"),
        // Reversible options. (S II.2: {^*|v*} is 0; WW chapter 3.)
        ("{*|*}", "0"),
        ("{^*|v*}", "0"),
        ("{1|1}", "1*"),
        ("{1*|1}", "1v"),
        ("3.^ - 2.^ + 2.(±1)", "^"),
        ("-(1/2 + ^^*2)", "-1/2vv*2"),
        ("-1^", "-1^"),
        ("-(1^)", "-1v"),
        ("-2.{1|0}", "-1"),
    ] {
        assert_eq!(name(&mut values, text), expected, "{text}");
        assert_eq!(name(&mut values, expected), expected);
    }
}

#[test]
fn temperatures_and_means_are_those_of_the_books() {
    let mut values = Values::new();
    // WW chapter 6. The second last is its example {4||2|0}.
    for (text, mean, temperature) in [
        ("3", "3", "-1"),
        ("3/4", "3/4", "-1/4"),
        ("*", "0", "0"),
        ("+_1", "0", "0"),
        ("±1", "0", "1"),
        ("{5|1}", "3", "2"),
        ("{2||0|-1}", "3/4", "5/4"),
        ("{4||2|0}", "5/2", "3/2"),
        ("{10||4|2}", "13/2", "7/2"),
        ("{10||0|-100}", "0", "10"),
    ] {
        let value = values.parse(text).unwrap();
        let graph = values.thermograph(value).unwrap();
        assert_eq!(graph.mean.to_string(), mean, "{text}");
        assert_eq!(graph.temperature.to_string(), temperature, "{text}");
    }
}

#[test]
fn atomic_weights_are_those_of_the_books() {
    let mut values = Values::new();
    // WW chapter 8 and S II.7.
    for (text, weight) in [
        ("0", "0"),
        ("*5", "0"),
        ("^", "1"),
        ("^^*", "2"),
        ("v3*2", "-3"),
        ("{^|0}", "0"),
    ] {
        let value = values.parse(text).unwrap();
        let found = values.atomic_weight(value).unwrap();
        assert_eq!(
            values.name(found, 100),
            Ok(Some(weight.to_owned())),
            "{text}"
        );
    }
    let one = values.parse("1").unwrap();
    assert_eq!(values.atomic_weight(one), Err(Error::NotAllSmall));
}

/// What CGSuite's own tests state of single games: birthday, stop, mean, temperature.
#[test]
fn games_are_as_cgsuite_says() {
    let mut values = Values::new();
    for (text, name, birthday, mean, temperature) in [
        ("5", "5", 5, "5", "-1"),
        (
            "-1823437481924",
            "-1823437481924",
            1_823_437_481_924,
            "-1823437481924",
            "-1",
        ),
        ("-1/2", "-1/2", 2, "-1/2", "-1/2"),
        ("25/16", "25/16", 6, "25/16", "-1/16"),
        ("*8", "*8", 8, "0", "0"),
        ("v*", "v*", 2, "0", "0"),
        ("6 + ^*", "6^*", 8, "6", "0"),
        ("^*6", "^*6", 8, "0", "0"),
        ("73/16 + v9*8", "73/16v9*8", 27, "73/16", "0"),
        ("{0|*||*|||*||||*}", "{^|*||*|||*}", 5, "0", "0"),
        ("{0||0|v*}", "{0||0|v*}", 4, "0", "0"),
    ] {
        let value = values.parse(text).unwrap();
        let graph = values.thermograph(value).unwrap();
        assert_eq!(values.name(value, 100), Ok(Some(name.to_owned())));
        assert_eq!(values.birthday(value), birthday, "{text}");
        assert_eq!(graph.mean.to_string(), mean, "{text}");
        assert_eq!(graph.temperature.to_string(), temperature, "{text}");
    }
    // And of sums and specifiers.
    for (text, other) in [
        ("^^^^^^ + * + vvv + ^19*3 + v14", "^8*2"),
        ("{0|^*5}", "^^*4"),
        ("±1 + ±2 + ±3 + ±4", "±{10|8||6|4|||4|2||0|-2}"),
        ("{0|||0||-1|-2}", "+_{2|1}"),
        ("5.{3||2|1}", "{12|||11||10,{11|10}|9 + +_{2|1}}"),
        ("{3|||2||1|0,*||||-1/2}", "{3|||2||1|0,*||||-1/2}"),
    ] {
        let value = values.parse(text).unwrap();
        assert_eq!(values.parse(other), Ok(value), "{text}");
    }
    assert!(values.parse("{3|2|1}").is_err());
}

#[test]
fn octal_games_have_the_published_periods() {
    for (code, length, start) in [
        // Guy and Smith 1956; WW chapter 4; CGSuite's own tests for the first two.
        ("0.77", 12, 71),
        ("0.07", 34, 53),
        ("0.137", 34, 52),
        ("0.45", 20, 498),
        // OEIS A071435, A071453, A071434, A071452; the start is behind the last exception stated there.
        ("0.177", 20, 497),
        ("0.117", 48, 47),
        ("0.1377", 24, 141),
        ("0.11377", 32, 187),
        // Flammenkamp's table of octal games.
        ("0.055", 148, 259),
        ("0.165", 1550, 5181),
        ("0.644", 442, 3256),
        ("0.356", 142, 7315),
    ] {
        let mut octal = Octal::parse(code).unwrap();
        let period = octal.period(20_000).unwrap();
        assert_eq!((period.length, period.start), (length, start), "{code}");
        assert_eq!(period.checked, 2 * start + 2 * length + octal.length());
        // The period goes on, as the theorem says.
        let values = octal.values(period.checked + 3 * length).to_vec();
        assert!((start..values.len() - length).all(|n| values[n] == values[n + length]));
    }
    // Not known to repeat.
    assert_eq!(Octal::parse("0.6").unwrap().period(3000), None);
    // OEIS A071435 from 1 on, and CGSuite's test of Kayles from 0 on.
    let first = [
        1, 1, 2, 2, 3, 1, 1, 4, 4, 3, 2, 2, 1, 1, 4, 2, 2, 6, 4, 4, 1, 1, 2, 2, 7,
    ];
    assert_eq!(Octal::parse("0.177").unwrap().values(25)[1..], first);
    let kayles = [
        0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1,
    ];
    assert_eq!(*Octal::parse("0.77").unwrap().values(20), kayles);
}

/// Grundy values of an octal game by the definition alone.
fn grundy_values(digits: &[u8], most: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for size in 0..=most {
        let mut reached = Vec::new();
        for (taken, digit) in digits.iter().enumerate().take(size + 1) {
            let left = size - taken;
            if digit & 1 != 0 && left == 0 && taken > 0 {
                reached.push(0);
            }
            if digit & 2 != 0 && left > 0 && taken > 0 {
                reached.push(values[left]);
            }
            if digit & 4 != 0 {
                let smaller = 1..left;
                reached.extend(smaller.map(|smaller| values[smaller] ^ values[left - smaller]));
            }
        }
        values.push(mex(reached));
    }
    values
}

#[test]
fn values_of_octal_games_follow_from_their_definition() {
    // All games of two digits behind the point, and some of three.
    let codes = (0..2).flat_map(|first| (0..64).map(move |rest| (first * 4, rest)));
    let codes = codes.map(|(first, rest)| vec![first, rest / 8, rest % 8]);
    let longer = [[0, 3, 5, 6], [0, 1, 2, 7], [0, 6, 4, 4], [4, 0, 0, 7]];
    for digits in codes.chain(longer.map(Vec::from)) {
        let code: String = digits.iter().map(u8::to_string).collect();
        let code = format!("{}.{}", &code[..1], &code[1..]);
        let Ok(mut octal) = Octal::parse(&code) else {
            assert_eq!(code, "0.00");
            continue;
        };
        // Long enough for rare heaps to be chosen twice.
        assert_eq!(octal.values(700), grundy_values(&digits, 700), "{code}");
    }
}

#[test]
fn long_periods_are_found() {
    for (code, length, start) in [
        // OEIS A071464, and Gangolli and Plambeck 1989.
        ("0.127", 4, 46_578),
        ("0.16", 149_459, 105_351),
        // OEIS A071436 for the length; the start by a program that knows the definition alone.
        ("0.56", 144, 326_640),
    ] {
        let mut octal = Octal::parse(code).unwrap();
        assert_eq!(octal.period(20_000), None, "{code}");
        let period = octal.period(1_000_000).unwrap();
        assert_eq!((period.length, period.start), (length, start), "{code}");
        assert_eq!(period.checked, 2 * start + 2 * length + octal.length());
    }
}

#[test]
fn octal_games_stop_when_they_are_told() {
    let mut octal = Octal::parse("0.16").unwrap();
    let mut left = 1000;
    let mut goes_on = |_| {
        left -= 1;
        if left > 0 { Ok(()) } else { Err("enough") }
    };
    assert_eq!(octal.find_period(20_000, &mut goes_on), Err("enough"));
    assert_eq!(octal.known().len(), 999);
    assert_eq!(octal.find(998, &mut goes_on), Ok(()));
}

#[test]
fn wrong_texts_are_told_and_large_ones_guarded() {
    let mut values = Values::new();
    for (text, at) in [
        ("", 0..0),
        ("1 +", 3..3),
        ("{1|2", 4..4),
        ("{1}", 2..3),
        ("1/3", 2..3),
        ("^^x", 2..3),
        ("99999999999999999999", 0..20),
        ("*1024", 1..5),
        ("{1||2||3}", 5..6),
        ("±", 2..2),
        ("5/4.^", 0..4),
    ] {
        let error = values.parse(text).expect_err(text);
        assert_eq!(error.span, at, "{text}: {error}");
    }
    let deep = "{".repeat(5000);
    assert!(values.parse(&deep).is_err());
    let nested = "{0|".repeat(90) + "0" + &"}".repeat(90);
    assert!(values.parse(&nested).is_ok());
    let most = values.parse("1152921504606846976").unwrap();
    assert_eq!(values.add(most, most), Err(Error::Number));
    let ups = values.parse("^500").unwrap();
    assert_eq!(values.add(ups, ups), Err(Error::Ups));
    let star = values.parse("*512").unwrap();
    let other = values.parse("*511").unwrap();
    assert!(values.add(star, other).is_ok());
    assert_eq!(
        Values::within(3)
            .parse("{1,{2|0}|-7}")
            .map_err(|error| error.message),
        Err("there are more than 3 canonical forms".to_owned())
    );
    let mut stopping = Values::new().while_true(|_| false);
    assert!(
        stopping
            .parse("1000.({3,{5|1*}|-2,{0|-7^}}) + 2.({4||1,v3|-9/2})")
            .is_err()
    );
    assert_eq!(mex([0, 1, 3, 1]), 2);
    assert_eq!(mex([]), 0);
    assert_eq!(Dyadic::whole(3).to_string(), "3");
}

#[test]
fn decimals_are_numbers_and_copies_have_a_form_of_their_own() {
    let mut values = Values::new();
    for (text, expected) in [
        ("0.5", "1/2"),
        ("2.5", "5/2"),
        ("-2.5", "-5/2"),
        ("0.75 + 0.25", "1"),
        ("3.0", "3"),
        ("0.500", "1/2"),
        ("10.0625", "161/16"),
        ("2.5^*", "5/2^*"),
        ("1 - 0.125", "7/8"),
        ("±0.5", "±1/2"),
        ("+_2.5", "+_5/2"),
        ("{2|-1} + 0.5", "{5/2|-1/2}"),
        ("{0.5|}", "1"),
        ("2.(5)", "10"),
        ("2.(0.5)", "1"),
        ("2·(1/2)", "1"),
        ("3.^", "^3"),
        ("2.*3", "0"),
        ("2.{2|-1}", "1"),
    ] {
        assert_eq!(name(&mut values, text), expected, "{text}");
    }
    for (text, wrong, message) in [
        ("0.1", "0.1", "`0.1` is no dyadic number"),
        ("{1|2.3}", "2.3", "`2.3` is no dyadic number"),
        ("1 + 0.137", "0.137", "`0.137` is no dyadic number"),
        ("0.3333333333333333", "0.3333333333333333", "no dyadic"),
        ("1/2.5", "1/2.5", "a whole number, a fraction or a decimal"),
        ("0.5/2", "0.5/2", "a whole number, a fraction or a decimal"),
        ("1.5.5", "1.5.5", "a whole number, a fraction or a decimal"),
        ("1/2/4", "1/2/4", "a whole number, a fraction or a decimal"),
        ("2·5", "2·5", "copies of a number are written `2.(5)`"),
        ("2. 5", "2. 5", "and the decimal `2.5`"),
        ("2.-1", "2.-1", "copies of a number are written `2.(-1)`"),
        (
            "2.- 1",
            "2.-",
            "copies of a negative value are written `2.(-VALUE)`",
        ),
        (
            "2.--1",
            "2.-",
            "copies of a negative value are written `2.(-VALUE)`",
        ),
        ("1.5.^", "1.5.", "a whole number of at most 1000"),
        (".5", ".", "a value such as"),
    ] {
        let error = values.parse(text).expect_err(text);
        assert_eq!(&text[error.span.clone()], wrong, "{error}");
        assert!(error.message.contains(message), "{text}: {error}");
    }
    // 2^-60 is the last that there is a place for, and it has 60 decimals.
    let least = "0.000000000000000000867361737988403547205962240695953369140625";
    assert_eq!(
        name(&mut values, least),
        format!("1/{}", 1u64 << 60),
        "{least}"
    );
    let error = values.parse(&format!("{least}1")).expect_err(least);
    assert_eq!(error.message, Error::Number.to_string());
}
