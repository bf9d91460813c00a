//! Frames that are read as written, and damaged ones.

use super::*;
use crate::table::extent::Extent;
use yomikiri_core::Ask;

fn file(named: Option<&str>, extent: Extent) -> Vec<u8> {
    let header = Header {
        subject: Subject {
            game: "nothing:at=all".to_owned(),
            file: named.map(str::to_owned),
            rules: [7; 32],
            ask: Ask::Distance,
            symmetric: true,
            extent,
        },
        bits: 9,
        cyclic: false,
    };
    let mut bytes = header.bytes();
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
    ] {
        let extent = match version {
            3 => Extent::FirstBest,
            _ => Extent::Whole,
        };
        let bytes = file(named, extent);
        let frame = Frame::read(&bytes).unwrap();
        assert_eq!(frame.header.version(), version);
        assert_eq!(bytes[8], version as u8);
        assert_eq!(frame.header.subject.game, "nothing:at=all");
        assert_eq!(frame.header.subject.file.as_deref(), named);
        assert_eq!(frame.header.subject.extent, extent);
        assert_eq!((frame.tiers, frame.plies), (1, 2));
        assert_eq!(frame.tier(&bytes[frame.directory_at..], 0).unwrap().rank, 3);
        assert_eq!(frame.plies(&bytes[frame.directory_at..]).count(), 2);
        assert_eq!(frame.header.bytes().len(), frame.header_len);
    }
}

#[test]
fn another_version_is_refused_by_name() {
    for version in [0, VERSION + 1] {
        let mut bytes = file(None, Extent::Whole);
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
    for extent in [Extent::Whole, Extent::BestMoves, Extent::FirstBest] {
        let bytes = file(Some("b = 2\n"), extent);
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
