//! What is done with bytes that may be a file of parts: by the fuzz target, and by a test with its corpus.

use yomikiri_catalog::values::{Detail, Parts, ValueError, value};
use yomikiri_catalog::{Control, Limits, NoFiles};

/// The most bytes: more forms than fit into these take long to check.
const MOST: usize = 4096;

/// Asks for values beside the file, all of which is compared with the rules. Then the answer is the right one or an
/// error, whatever the bytes.
///
/// # Panics
///
/// When an answer is wrong.
pub(crate) fn read(bytes: &[u8]) {
    if bytes.len() > MOST {
        return;
    }
    for (sum, worth) in [
        ("clobber:rows=2,cols=3 xox/ox.", "{^^*|*,v}"),
        ("nim:heaps=2/5", "*7"),
    ] {
        let mut parts = Parts::from_bytes(bytes.to_vec());
        parts.check_all = true;
        let mut control = Control::new().limited(Limits {
            memory: Some(64 << 20),
            ..Limits::default()
        });
        match value(
            sum,
            None,
            None,
            Detail::Usual,
            &NoFiles,
            Some(&mut parts),
            &mut control,
        ) {
            Ok(found) => assert_eq!(found.value.as_deref(), Some(worth)),
            Err(ValueError::Parts(_) | ValueError::Stopped(_) | ValueError::Beyond(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
}
