//! Numbers as people read them.

use std::fmt;

/// A number of bytes; prints in units of 1024, `71.2 MiB`, as limits of memory are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        let step = self.0.checked_ilog2().map_or(0, |bits| bits as usize / 10);
        let Some(unit) = step.checked_sub(1).map(|unit| UNITS[unit]) else {
            return Counted(self.0, "byte").fmt(f);
        };
        // A tenth is enough for people; a tenth of 0 is left out.
        let tenths = (self.0 as f64 / 2f64.powi(10 * step as i32) * 10.0).round() as u64;
        match tenths % 10 {
            0 => write!(f, "{} {unit}", tenths / 10),
            tenth => write!(f, "{}.{tenth} {unit}", tenths / 10),
        }
    }
}

/// A number of things; prints with their noun, in the singular after a 1: `1 ply`, `2 plies`, `3 moves`. Give the noun
/// in the singular; its plural ends in `s`. `{:#}` prints the number alone, for languages without a plural.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted<N>(pub N, pub &'static str);

impl<N: fmt::Display> fmt::Display for Counted<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, noun) = (self.0.to_string(), self.1);
        match noun.strip_suffix('y') {
            _ if f.alternate() => f.write_str(&number),
            _ if number == "1" => write!(f, "{number} {noun}"),
            Some(stem) => write!(f, "{number} {stem}ies"),
            None => write!(f, "{number} {noun}s"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_not_several() {
        let told = |noun| [0, 1, 11].map(|number| Counted(number, noun).to_string());
        assert_eq!(told("row"), ["0 rows", "1 row", "11 rows"]);
        assert_eq!(told("ply"), ["0 plies", "1 ply", "11 plies"]);
        assert_eq!(format!("{:#}", Counted(2, "ply")), "2");
    }

    #[test]
    fn bytes_are_told_in_units_that_people_read() {
        for (bytes, told) in [
            (0, "0 bytes"),
            (1, "1 byte"),
            (1023, "1023 bytes"),
            (1024, "1 KiB"),
            (1 << 20, "1 MiB"),
            (74_618_672, "71.2 MiB"),
            (3 << 29, "1.5 GiB"),
            (u64::MAX, "16 EiB"),
        ] {
            assert_eq!(Bytes(bytes).to_string(), told);
        }
    }
}
