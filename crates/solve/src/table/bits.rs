//! Packed integers of any number of bits, from the lowest bit of the first byte on.

/// Appends integers of a given number of bits.
#[derive(Default)]
pub(crate) struct BitWriter {
    bytes: Vec<u8>,
    /// Bits that do not fill eight bytes yet, and their number.
    pending: u64,
    count: u32,
}

impl BitWriter {
    /// Creates a writer that goes on after whole bytes.
    pub(crate) fn after(bytes: Vec<u8>) -> BitWriter {
        BitWriter {
            bytes,
            ..BitWriter::default()
        }
    }

    /// Appends the low `bits` bits, at most 64.
    #[inline]
    pub(crate) fn put_some(&mut self, value: u64, bits: u32) {
        let value = match bits {
            64.. => value,
            _ => value & ((1 << bits) - 1),
        };
        self.pending |= value << self.count;
        let all = self.count + bits;
        if all < 64 {
            self.count = all;
            return;
        }
        self.bytes.extend_from_slice(&self.pending.to_le_bytes());
        self.pending = value.checked_shr(64 - self.count).unwrap_or(0);
        self.count = all - 64;
    }

    /// Appends the low `bits` bits, at most 128.
    #[inline]
    pub(crate) fn put(&mut self, value: u128, bits: u32) {
        if bits > 64 {
            self.put_some(value as u64, 64);
            self.put_some((value >> 64) as u64, bits - 64);
        } else {
            self.put_some(value as u64, bits);
        }
    }

    /// Returns all bytes, padded with zero bits.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        let rest = self.count.div_ceil(8) as usize;
        let pending = self.pending.to_le_bytes();
        self.bytes.extend_from_slice(&pending[..rest]);
        self.bytes
    }
}

/// Returns the bytes that `count` integers of `bits` bits take.
pub(crate) fn packed_len(count: usize, bits: u32) -> usize {
    (count * bits as usize).div_ceil(8)
}

/// Returns the eight bytes from an offset on, with 0 beyond the end.
#[inline]
fn eight(bytes: &[u8], at: usize) -> u64 {
    let rest = bytes.get(at..).unwrap_or_default();
    match rest.first_chunk() {
        Some(eight) => u64::from_le_bytes(*eight),
        None => {
            let mut all = [0; 8];
            all[..rest.len()].copy_from_slice(rest);
            u64::from_le_bytes(all)
        }
    }
}

/// Returns the `index`-th integer of `bits` bits, at most 128.
#[inline]
pub(crate) fn unpack(bytes: &[u8], index: usize, bits: u32) -> u128 {
    if bits == 0 {
        return 0;
    }
    let bit = index * bits as usize;
    let (at, shift) = (bit / 8, bit as u32 % 8);
    if bits <= 56 {
        return u128::from(eight(bytes, at) >> shift & ((1 << bits) - 1));
    }
    let low = u128::from(eight(bytes, at)) | u128::from(eight(bytes, at + 8)) << 64;
    let mut value = low >> shift;
    if shift > 0 {
        value |= u128::from(eight(bytes, at + 16)) << (128 - shift);
    }
    value & (u128::MAX >> (128 - bits))
}

/// Returns the `index`-th integer of `bits` bits, at most 56.
#[inline]
pub(crate) fn unpack_few(bytes: &[u8], index: usize, bits: u32) -> u64 {
    let bit = index * bits as usize;
    eight(bytes, bit / 8) >> (bit % 8) & ((1 << bits) - 1)
}

/// Packs eight codes of 1, 2 or 4 bits each into as many bytes as a code has bits.
#[inline]
pub(crate) fn pack_eight(codes: [u8; 8], bits: u32) -> u64 {
    let mut all = u64::from_le_bytes(codes);
    all = (all | all >> (8 - bits)) & 0x00FF_00FF_00FF_00FF;
    all = (all | all >> (16 - 2 * bits)) & 0x0000_FFFF_0000_FFFF;
    (all | all >> (32 - 4 * bits)) & ((1 << (8 * bits)) - 1)
}

/// Returns the eight codes that [`pack_eight`] packed.
#[inline]
pub(crate) fn unpack_eight(packed: u64, bits: u32) -> [u8; 8] {
    let each = |width: u32, of: u64| of * ((1 << (width * bits)) - 1);
    let mut all = (packed | packed << (32 - 4 * bits)) & each(4, 0x0000_0001_0000_0001);
    all = (all | all << (16 - 2 * bits)) & each(2, 0x0001_0001_0001_0001);
    ((all | all << (8 - bits)) & each(1, 0x0101_0101_0101_0101)).to_le_bytes()
}

/// Returns the `index`-th 64 bits, with 0 beyond the end.
#[inline]
pub(crate) fn word_of_bits(bytes: &[u8], index: usize) -> u64 {
    eight(bytes, index * 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_are_packed_as_one_by_one() {
        for bits in [1, 2, 4] {
            let codes: [u8; 8] = std::array::from_fn(|n| (n * 7 + 3) as u8 % (1 << bits));
            for codes in [codes, [(1 << bits) - 1; 8], [0; 8]] {
                let mut writer = BitWriter::default();
                for code in codes {
                    writer.put_some(u64::from(code), bits);
                }
                let packed = pack_eight(codes, bits);
                assert_eq!(packed.to_le_bytes()[..bits as usize], writer.finish());
                assert_eq!(unpack_eight(packed, bits), codes);
            }
        }
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        for bits in [
            0, 1, 2, 7, 8, 13, 31, 56, 57, 63, 64, 65, 100, 119, 127, 128,
        ] {
            let mask = if bits == 0 {
                0
            } else {
                u128::MAX >> (128 - bits)
            };
            let values: Vec<u128> = (0..100u128)
                .map(|n| n.wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645) & mask)
                .collect();
            let mut writer = BitWriter::default();
            for &value in &values {
                writer.put(value, bits);
            }
            let bytes = writer.finish();
            assert_eq!(bytes.len(), packed_len(values.len(), bits));
            for (index, &value) in values.iter().enumerate() {
                assert_eq!(unpack(&bytes, index, bits), value, "{bits} bits");
            }
        }
    }
}
