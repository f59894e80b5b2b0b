//! A fast hash for fingerprints and distinct counts: the same on every machine, and not meant to withstand an attacker.

const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
const FINAL: u64 = 0xd6e8_feb8_6659_fd93;

/// Hashes `bytes` from a starting value.
pub(crate) fn hash_bytes(bytes: &[u8], seed: u64) -> u64 {
    let mut hash = seed ^ (bytes.len() as u64).wrapping_mul(FINAL);
    let mut words = bytes.chunks_exact(8);
    for word in words.by_ref() {
        let mut buffer = [0_u8; 8];
        buffer.copy_from_slice(word);
        hash = mix(hash, u64::from_le_bytes(buffer));
    }
    let mut tail = [0_u8; 8];
    for (slot, byte) in tail.iter_mut().zip(words.remainder()) {
        *slot = *byte;
    }
    finish(mix(hash, u64::from_le_bytes(tail)))
}

fn mix(hash: u64, word: u64) -> u64 {
    let mixed = (hash ^ word).wrapping_mul(MULTIPLIER);
    mixed ^ mixed.rotate_right(29)
}

fn finish(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 32)).wrapping_mul(FINAL);
    hash ^ (hash >> 29)
}

#[cfg(test)]
mod tests {
    use super::hash_bytes;

    #[test]
    fn every_byte_and_the_length_count() {
        let texts: [&[u8]; 7] = [b"", b"\0", b"\0\0", b"a", b"abcdefgh", b"abcdefgi", b"abcdefgh\0"];
        for (idx, left) in texts.iter().enumerate() {
            for right in texts.iter().skip(idx + 1) {
                assert_ne!(hash_bytes(left, 1), hash_bytes(right, 1), "{left:?} {right:?}");
            }
        }
        assert_ne!(hash_bytes(b"a", 1), hash_bytes(b"a", 2));
    }

    #[test]
    fn stays_the_same_across_machines_and_releases() {
        assert_eq!(format!("{:016x}", hash_bytes(b"shardscope", 0)), "c37d62e91e79d268");
    }
}
