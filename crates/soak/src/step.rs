//! What can be done to a cluster. Numbers name shards, zones, keys and lengths; whether a command is legal is the cluster's
//! matter.

use crate::draw::Draw;

/// One step of a sequence.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the commands and of their arguments")]
pub enum Step {
    Insert { from: i64, step: i64, n: i64, pad: i64 },
    Advance { ms: i64 },
    AddShard { zone: u8 },
    RemoveShard { shard: u8 },
    MovePrimary { shard: u8 },
    JoinZone { shard: u8, zone: u8 },
    LeaveZone { shard: u8, zone: u8 },
    SetZoneRange { from: i64, len: i64, zone: Option<u8> },
    SetBalancer { on: bool },
    SetBalancing { on: bool },
    SetWindow { start_hour: u8, stop_hour: u8 },
    SetRangeSize { mib: u8 },
    SetCollectionRangeSize { mib: Option<u8> },
    SplitAt { at: i64 },
    SplitFind { at: i64 },
    Merge { chunk: u8, n: u8 },
    MoveRange { min: Option<i64>, max: Option<i64>, to: u8, force: bool },
    MoveChunk { chunk: u8, to: u8, force: bool },
    ClearJumbo { chunk: u8 },
    MergeAll { shard: u8 },
    Defragment { on: bool },
    Delete { at: i64, to: Option<i64> },
    ChangeKey { from: i64, to: i64 },
    Refine,
    Reshard { pattern: u8, chunks: u8, force: bool },
    Unshard { to: u8 },
    AbortRewrite,
    ShardDown { shard: u8, ms: Option<i64> },
    ShardSlow { shard: u8, factor: u8, ms: Option<i64> },
    ShardFull { shard: u8, ms: Option<i64> },
    ConfigReadOnly { ms: Option<i64> },
    EndFaults,
    AbortMigration,
}

/// Keys lie between these.
const KEY_MAX: i64 = 60;

impl Step {
    pub(crate) fn draw(draw: &mut Draw) -> Self {
        match draw.small(46) {
            0..=6 => Self::insert(draw),
            7..=11 => Self::Advance { ms: Self::time(draw) },
            12 => Self::AddShard { zone: draw.small(2) },
            13 => Self::RemoveShard { shard: draw.small(5) },
            14 => Self::MovePrimary { shard: draw.small(5) },
            15 => Self::JoinZone { shard: draw.small(5), zone: draw.small(2) },
            16 => Self::LeaveZone { shard: draw.small(5), zone: draw.small(2) },
            17 | 18 => Self::SetZoneRange {
                from: Self::key(draw),
                len: draw.between(1, 50),
                zone: (!draw.one_in(5)).then(|| draw.small(2)),
            },
            19 => Self::SetBalancer { on: draw.coin() },
            20 => Self::SetBalancing { on: draw.coin() },
            21 => Self::SetWindow { start_hour: draw.small(23), stop_hour: draw.small(23) },
            22 => Self::SetRangeSize { mib: draw.small(4) + 1 },
            23 => Self::SetCollectionRangeSize { mib: draw.coin().then(|| draw.small(4) + 1) },
            24 | 25 => Self::SplitAt { at: Self::key(draw) },
            26 => Self::SplitFind { at: Self::key(draw) },
            27 => Self::Merge { chunk: draw.small(7), n: draw.small(3) + 1 },
            28 | 29 => Self::move_range(draw),
            30 | 31 => Self::MoveChunk { chunk: draw.small(7), to: draw.small(5), force: draw.coin() },
            32 => Self::ClearJumbo { chunk: draw.small(7) },
            33 | 34 => Self::Delete { at: Self::key(draw), to: draw.one_in(3).then(|| Self::key(draw)) },
            35 => Self::ChangeKey { from: Self::key(draw), to: Self::key(draw) },
            36 => Self::whole_collection(draw),
            37..=40 => Self::fault(draw),
            41..=43 => Self::EndFaults,
            44 => Self::MergeAll { shard: draw.small(5) },
            45 => Self::Defragment { on: draw.coin() },
            _ => Self::AbortMigration,
        }
    }

    fn whole_collection(draw: &mut Draw) -> Self {
        match draw.small(8) {
            0..=2 => Self::Refine,
            3..=6 => Self::Reshard { pattern: draw.small(3), chunks: draw.small(9) + 1, force: draw.coin() },
            7 => Self::AbortRewrite,
            _ => Self::Unshard { to: draw.small(5) },
        }
    }

    /// Until it is ended, or for a while.
    fn fault(draw: &mut Draw) -> Self {
        let ms = draw.coin().then(|| Self::time(draw));
        match draw.small(7) {
            0 | 1 => Self::ShardDown { shard: draw.small(5), ms },
            2 | 3 => Self::ShardSlow { shard: draw.small(5), factor: draw.small(9) + 1, ms },
            4 | 5 => Self::ShardFull { shard: draw.small(5), ms },
            _ => Self::ConfigReadOnly { ms },
        }
    }

    fn key(draw: &mut Draw) -> i64 {
        draw.between(-KEY_MAX, KEY_MAX)
    }

    /// One value again and again, neighbours, or keys some way apart.
    fn insert(draw: &mut Draw) -> Self {
        let pad = draw.pick(&[60, 60, 200, 800]).unwrap_or(60);
        Self::Insert { from: Self::key(draw), step: draw.between(0, 3), n: draw.between(1, 40), pad }
    }

    /// Moments, rounds, or hours: long enough for the `AutoMerger`.
    fn time(draw: &mut Draw) -> i64 {
        match draw.small(9) {
            0..=4 => draw.between(0, 3_000),
            5..=8 => draw.between(0, 60_000),
            _ => draw.between(0, 9_000_000),
        }
    }

    fn move_range(draw: &mut Draw) -> Self {
        let mut bound = || draw.coin().then(|| Self::key(draw));
        let (min, max) = (bound(), bound());
        Self::MoveRange { min, max, to: draw.small(5), force: draw.coin() }
    }
}
