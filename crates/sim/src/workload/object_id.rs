//! ObjectIds as drivers make them: seconds, five bytes of the process, a counter
//! (MongoDB's ObjectId specification; all three big-endian, so that ids ascend with time).

use super::random::Stream;

/// Simulated time 0 in real time, 2026-01-01T00:00:00Z, in milliseconds since 1970: where `$now` and `ObjectIds` start.
pub const EPOCH_MS: i64 = 1_767_225_600_000;

/// Makes ObjectIds for one simulated client.
#[derive(Debug, Clone)]
pub struct ObjectIdSource {
    process: [u8; 5],
    counter_start: u32,
    n_made: u64,
}

impl ObjectIdSource {
    /// The client that belongs to this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut stream = Stream::new(seed, "ObjectId");
        let mut process = [0; 5];
        for (slot, byte) in process.iter_mut().zip(stream.next_u64().to_le_bytes()) {
            *slot = byte;
        }
        // A driver starts anywhere in 24 bits. The upper half is left out here, so that the counter of a run of up to
        // 8 million documents does not wrap within a second and break the ascent that a lesson is about.
        Self { process, counter_start: stream.next_u32() >> 9, n_made: 0 }
    }

    /// The next id, for a document inserted at a simulated time.
    pub fn next_id(&mut self, insert_time_ms: u64) -> [u8; 12] {
        let id = self.id_at(self.n_made, insert_time_ms);
        self.n_made += 1;
        id
    }

    /// The id of the document with this number, from 0: the same that [`Self::next_id`] gives in that place.
    #[must_use]
    pub fn id_at(&self, number: u64, insert_time_ms: u64) -> [u8; 12] {
        let seconds = (EPOCH_MS.unsigned_abs() / 1000).wrapping_add(insert_time_ms / 1000);
        let [_, _, _, _, s0, s1, s2, s3] = seconds.to_be_bytes();
        let [_, _, _, _, _, c0, c1, c2] = u64::from(self.counter_start).wrapping_add(number).to_be_bytes();
        let [p0, p1, p2, p3, p4] = self.process;
        [s0, s1, s2, s3, p0, p1, p2, p3, p4, c0, c1, c2]
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::ObjectIdSource;

    #[test]
    fn ids_ascend_with_time_and_carry_it() {
        let mut source = ObjectIdSource::new(11);
        let ids: Vec<[u8; 12]> = (0..10_000).map(|number| source.next_id(number * 7)).collect();
        assert!(ids.is_sorted_by(|left, right| left < right));
        // 2026-01-01T00:00:00Z is 0x6955b900 seconds; document 9,999 comes 69 seconds later.
        assert_eq!(ids.first().map(|id| id[..4].to_vec()), Some(vec![0x69, 0x55, 0xb9, 0x00]));
        assert_eq!(ids.last().map(|id| id[..4].to_vec()), Some(vec![0x69, 0x55, 0xb9, 69]));
    }

    #[test]
    fn number_and_order_agree() {
        let mut source = ObjectIdSource::new(12);
        let fresh = source.clone();
        for number in 0..100 {
            assert_eq!(source.next_id(number), fresh.id_at(number, number));
        }
        assert_ne!(ObjectIdSource::new(13).next_id(0), fresh.id_at(0, 0));
    }
}
