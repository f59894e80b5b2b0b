//! How a sequence begins.

use shardscope_sim::version::ServerVersion;

use crate::draw::Draw;

/// A cluster before anything is done to it.
#[derive(Debug, Clone)]
pub struct Start {
    /// The server.
    pub server: ServerVersion,
    /// The shard key: fields, `:hashed` after the hashed one.
    pub pattern: &'static str,
    /// Shards, and zones after a colon.
    pub shards: &'static str,
    /// Documents that are there before the collection is sharded.
    pub n_loaded: i64,
    /// A zone range is there before, too.
    pub zone_first: bool,
    /// Documents of very different sizes.
    pub varied: bool,
    /// Whole documents are kept, so that they can be updated and the collection written anew.
    pub keeps: bool,
}

impl Start {
    pub(crate) fn draw(draw: &mut Draw, number: u64) -> Self {
        let n_versions = ServerVersion::ALL.len() as u64;
        let at = usize::try_from(number % n_versions).unwrap_or(0);
        let server = ServerVersion::ALL.get(at).copied().unwrap_or(ServerVersion::V8_0);
        let patterns: &[&str] = if server.profile().keys.compound_hashed {
            &["x", "x", "x:hashed", "x y", "x y:hashed"]
        } else {
            &["x", "x", "x:hashed", "x y"]
        };
        let shards = ["s0", "s0 s1", "s0:z0 s1:z1", "s0 s1:z0 s2:z0,z1", "s0:z0 s1 s2:z1 s3:z0"];
        Self {
            server,
            pattern: draw.pick(patterns).unwrap_or("x"),
            shards: draw.pick(&shards).unwrap_or("s0"),
            n_loaded: if draw.coin() { 0 } else { draw.between(1, 30) },
            zone_first: draw.coin(),
            varied: draw.one_in(5),
            keeps: draw.one_in(3),
        }
    }
}
