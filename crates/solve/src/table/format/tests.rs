//! Frames that are read as written, and damaged ones.

use super::*;
use crate::table::extent::Extent;
use yomikiri_core::Ask;

fn header(named: Option<&str>, extent: Extent, from: &[u128]) -> Header {
    Header {
        subject: Subject {
            game: "nothing:at=all".to_owned(),
            file: named.map(str::to_owned),
            rules: [7; 32],
            ask: Ask::Distance,
            symmetric: true,
            extent,
            from: from.to_vec(),
        },
        bits: 9,
        cyclic: false,
    }
}

fn file(named: Option<&str>, extent: Extent, from: &[u128]) -> Vec<u8> {
    let mut bytes = header(named, extent, from).bytes();
    let at = bytes.len() as u64;
    let tiers = [Tier {
        rank: 3,
        stored: 1,
        ..Tier::default()
    }];
    let directory = directory(&tiers, &[Ply::default(), Ply::default()]);
    bytes.extend_from_slice(&directory);
    let digest = *blake3::hash(&bytes).as_bytes();
    bytes.extend_from_slice(&footer(at, &directory, digest));
    bytes
}

#[test]
fn frames_come_back() {
    for (version, named) in [
        (1, None),
        (2, Some("")),
        (2, Some("a = 1\n")),
        (3, None),
        (3, Some("a = 1\n")),
        (4, None),
        (4, Some("a = 1\n")),
    ] {
        let extents = match version {
            3 => &Extent::SEMI_STRONG[..],
            4 => &[Extent::Whole, Extent::BestMoves, Extent::FirstBest][..],
            _ => &[Extent::Whole][..],
        };
        let from: &[u128] = match version {
            4 => &[0, 7, 511],
            _ => &[],
        };
        for &extent in extents {
            comes_back(version, named, extent, from);
        }
    }
}

fn comes_back(version: u32, named: Option<&str>, extent: Extent, from: &[u128]) {
    let bytes = file(named, extent, from);
    let frame = Frame::read(&bytes).unwrap();
    assert_eq!(frame.header.version(), version);
    assert_eq!(bytes[8], version as u8);
    assert_eq!(frame.header.subject.game, "nothing:at=all");
    assert_eq!(frame.header.subject.file.as_deref(), named);
    assert_eq!(frame.header.subject.extent, extent);
    assert_eq!(frame.header.subject.from, from);
    assert_eq!((frame.tiers, frame.plies), (1, 2));
    assert_eq!(frame.tier(&bytes[frame.directory_at..], 0).unwrap().rank, 3);
    assert_eq!(frame.plies(&bytes[frame.directory_at..]).count(), 2);
    assert_eq!(frame.header.bytes().len(), frame.header_len);
}

#[test]
fn another_version_is_refused_by_name() {
    for version in [0, VERSION + 1] {
        let mut bytes = file(None, Extent::Whole, &[]);
        let end = Frame::read(&bytes).unwrap().header_len - 4;
        bytes[8] = version as u8;
        // A flipped bit must not look like another version.
        let error = Frame::read(&bytes).unwrap_err().to_string();
        assert!(error.contains("checksum of the header"), "{error}");
        let check = crc32fast::hash(&bytes[..end]);
        bytes[end..end + 4].copy_from_slice(&check.to_le_bytes());
        let error = Frame::read(&bytes).unwrap_err().to_string();
        assert!(error.contains(&format!("version {version};")), "{error}");
    }
}

#[test]
fn a_frame_that_is_cut_or_flipped_is_refused() {
    for (extent, from) in [
        (Extent::Whole, &[][..]),
        (Extent::BestMoves, &[]),
        (Extent::FirstBest, &[]),
        (Extent::Whole, &[3, 300]),
        (Extent::FirstBest, &[3]),
    ] {
        let bytes = file(Some("b = 2\n"), extent, from);
        for cut in 0..bytes.len() {
            assert!(Frame::read(&bytes[..cut]).is_err(), "cut at {cut}");
        }
        let digest = bytes.len() - 32;
        for bit in 0..digest * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(Frame::read(&flipped).is_err(), "bit {bit}");
        }
    }
}

/// Returns the header after a change of the bytes of its body, with a right length and checksum.
fn changed(header: &Header, change: impl FnOnce(&mut Vec<u8>)) -> Result<Header, String> {
    let bytes = header.bytes();
    let mut body = bytes[16..bytes.len() - 4].to_vec();
    change(&mut body);
    let mut bytes = bytes[..12].to_vec();
    bytes.extend_from_slice(&(body.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&body);
    let check = crc32fast::hash(&bytes);
    bytes.extend_from_slice(&check.to_le_bytes());
    let read = Header::read(&bytes).map_err(|error| error.to_string());
    read.map(|(header, len)| {
        assert_eq!(len, bytes.len());
        header
    })
}

#[test]
fn starts_that_no_table_has_are_refused() {
    let sound = header(None, Extent::Whole, &[3, 300]);
    assert_eq!(changed(&sound, |_| ()), Ok(sound.clone()));
    // The body ends with the number of keys and the keys, two bytes each.
    let last = |bytes: &[u8]| {
        let bytes = bytes.to_vec();
        move |body: &mut Vec<u8>| {
            let at = body.len() - 8;
            body.truncate(at);
            body.extend_from_slice(&bytes);
        }
    };
    assert!(changed(&sound, last(&[1, 0, 0, 0, 3, 0])).is_ok());
    let mut too_many = (MOST_STARTS as u32 + 1).to_le_bytes().to_vec();
    too_many.resize(4 + 2 * (MOST_STARTS + 1), 0);
    for wrong in [
        &[0, 0, 0, 0][..],
        &[2, 0, 0, 0, 44, 1, 3, 0],
        &[2, 0, 0, 0, 3, 0, 3, 0],
        &[2, 0, 0, 0, 3, 0, 0, 2],
        &[2, 0, 0, 0, 3, 0, 44],
        &[1, 0, 0, 0, 3, 0, 0],
        &[255, 255, 255, 255, 3, 0],
        &[2, 0, 0],
        &too_many,
    ] {
        assert!(
            changed(&sound, last(wrong)).is_err(),
            "{:?}",
            &wrong[..4.min(wrong.len())]
        );
    }
    // The codes of the extent and of the file come before these ten and nine bytes from the end.
    for (back, codes) in [(10, 3..=255), (9, 2..=255)] {
        for code in codes {
            let changed = changed(&sound, |body| {
                let at = body.len() - back;
                body[at] = code;
            });
            assert!(changed.is_err(), "{code}");
        }
    }
    // A semi-strong table has no whole extent if it is of the whole game.
    let semi = header(None, Extent::BestMoves, &[]);
    let at = semi.bytes().len() - 4 - 16 - 2;
    assert!(changed(&semi, |body| body[at] = 2).is_ok());
    assert!(changed(&semi, |body| body[at] = 0).is_err());
}

#[test]
fn tables_from_other_positions_are_others() {
    let one = header(None, Extent::Whole, &[3]);
    assert!(one.is_like(&header(Some("a = 1\n"), Extent::Whole, &[3])));
    for other in [&[][..], &[4], &[3, 4]] {
        assert!(!one.is_like(&header(None, Extent::Whole, other)));
    }
}
