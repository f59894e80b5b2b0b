//! Unpacks gzip (RFC 1952) piece by piece, with 32 kB of history and 64 kB of output at a time: whatever a file says it
//! holds, no more than that is in memory.

use super::error::{GzipFault, ImportError};
use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};

/// What a gzip file begins with.
pub(super) const MAGIC: &[u8] = b"\x1f\x8b";

const OUT_BYTES: usize = 64 * 1024;

/// Longest header that is read: names and comments have no business being longer.
const HEADER_BYTES_MAX: usize = 128 * 1024;

const TRAILER_BYTES: usize = 8;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Header,
    Body,
    Trailer,
    /// Behind a member: another one, or padding.
    Between,
    /// Bytes that are no member: gzip itself passes over them.
    Done,
}

/// Unpacks a gzip file, all its members.
pub(super) struct Gunzip {
    state: State,
    /// Header or trailer bytes that have arrived.
    held: Vec<u8>,
    inflater: Box<InflateState>,
    out: Box<[u8]>,
    checksum: u32,
    n_bytes: u32,
}

impl std::fmt::Debug for Gunzip {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gunzip").field("state", &self.state).finish_non_exhaustive()
    }
}

impl Gunzip {
    pub(super) fn new() -> Self {
        Self {
            state: State::Header,
            held: Vec::new(),
            inflater: InflateState::new_boxed(DataFormat::Raw),
            out: vec![0; OUT_BYTES].into_boxed_slice(),
            checksum: !0,
            n_bytes: 0,
        }
    }

    /// Unpacks a piece and gives on what comes out, a little at a time.
    pub(super) fn push(
        &mut self,
        mut piece: &[u8],
        give: &mut dyn FnMut(&[u8]) -> Result<(), ImportError>,
    ) -> Result<(), ImportError> {
        while !piece.is_empty() {
            match self.state {
                State::Header => piece = self.header(piece)?,
                State::Body => piece = self.body(piece, give)?,
                State::Trailer => piece = self.trailer(piece)?,
                State::Between => {
                    // Padding with NULs is usual on tapes.
                    let padding = piece.iter().take_while(|byte| **byte == 0).count();
                    piece = piece.get(padding..).unwrap_or_default();
                    match piece.first() {
                        Some(0x1f) => self.state = State::Header,
                        Some(_) => self.state = State::Done,
                        None => {}
                    }
                }
                State::Done => return Ok(()),
            }
        }
        Ok(())
    }

    /// Whether the file may end here.
    pub(super) fn finish(&self) -> Result<(), ImportError> {
        match self.state {
            State::Between | State::Done => Ok(()),
            _ => Err(ImportError::Gzip(GzipFault::Cut)),
        }
    }

    fn header<'p>(&mut self, piece: &'p [u8]) -> Result<&'p [u8], ImportError> {
        let before = self.held.len();
        self.held.extend_from_slice(piece.get(..HEADER_BYTES_MAX.min(piece.len())).unwrap_or_default());
        match header_len(&self.held)? {
            None if self.held.len() > HEADER_BYTES_MAX => Err(ImportError::Gzip(GzipFault::Damaged)),
            // All of the piece is a part of the header.
            None => Ok(piece.get(self.held.len() - before..).unwrap_or_default()),
            Some(len) => {
                self.held.clear();
                self.state = State::Body;
                self.inflater.reset(DataFormat::Raw);
                (self.checksum, self.n_bytes) = (!0, 0);
                Ok(piece.get(len - before..).unwrap_or_default())
            }
        }
    }

    fn body<'p>(
        &mut self,
        mut piece: &'p [u8],
        give: &mut dyn FnMut(&[u8]) -> Result<(), ImportError>,
    ) -> Result<&'p [u8], ImportError> {
        loop {
            let result = inflate(&mut self.inflater, piece, &mut self.out, MZFlush::None);
            piece = piece.get(result.bytes_consumed..).unwrap_or_default();
            let unpacked = self.out.get(..result.bytes_written).unwrap_or_default();
            self.checksum = unpacked.iter().fold(self.checksum, |sum, byte| crc_step(sum, *byte));
            self.n_bytes = self.n_bytes.wrapping_add(u32::try_from(unpacked.len()).unwrap_or(0));
            give(unpacked)?;
            match result.status {
                Ok(MZStatus::StreamEnd) => {
                    self.state = State::Trailer;
                    return Ok(piece);
                }
                // There is no more to unpack until the next piece comes.
                Ok(_) if piece.is_empty() && result.bytes_written < self.out.len() => return Ok(piece),
                Ok(_) if result.bytes_consumed + result.bytes_written > 0 => {}
                Err(MZError::Buf) if piece.is_empty() => return Ok(piece),
                _ => return Err(ImportError::Gzip(GzipFault::Damaged)),
            }
        }
    }

    /// The checksum and the length of what was unpacked.
    fn trailer<'p>(&mut self, piece: &'p [u8]) -> Result<&'p [u8], ImportError> {
        let missing = TRAILER_BYTES - self.held.len();
        let (mine, rest) = piece.split_at_checked(missing).unwrap_or((piece, &[]));
        self.held.extend_from_slice(mine);
        if self.held.len() < TRAILER_BYTES {
            return Ok(rest);
        }
        let expect = [(!self.checksum).to_le_bytes(), self.n_bytes.to_le_bytes()].concat();
        if self.held != expect {
            return Err(ImportError::Gzip(GzipFault::Checksum));
        }
        self.held.clear();
        self.state = State::Between;
        Ok(rest)
    }
}

/// Bytes of the header once all of it is there.
fn header_len(held: &[u8]) -> Result<Option<usize>, ImportError> {
    const HAS_CRC: u8 = 2;
    const HAS_EXTRA: u8 = 4;
    const HAS_NAME: u8 = 8;
    const HAS_COMMENT: u8 = 16;
    let is_deflate = held.get(2).is_none_or(|method| *method == 8);
    if !MAGIC.iter().zip(held).all(|(magic, byte)| magic == byte) || !is_deflate {
        return Err(ImportError::Gzip(GzipFault::Damaged));
    }
    let Some(&flags) = held.get(3) else { return Ok(None) };
    let mut at = 10;
    if flags & HAS_EXTRA != 0 {
        let Some(len) = held.get(at..).and_then(|rest| rest.first_chunk()) else { return Ok(None) };
        at += 2 + usize::from(u16::from_le_bytes(*len));
    }
    for text in [HAS_NAME, HAS_COMMENT] {
        if flags & text != 0 {
            let Some(rest) = held.get(at..) else { return Ok(None) };
            let Some(len) = rest.iter().position(|byte| *byte == 0) else { return Ok(None) };
            at += len + 1;
        }
    }
    at += if flags & HAS_CRC != 0 { 2 } else { 0 };
    Ok((held.len() >= at).then_some(at))
}

/// CRC-32 (ISO 3309) of one byte more, over a table of what each byte does.
fn crc_step(sum: u32, byte: u8) -> u32 {
    const TABLE: [u32; 256] = table();
    let [low, ..] = sum.to_le_bytes();
    TABLE.get(usize::from(low ^ byte)).copied().unwrap_or(0) ^ (sum >> 8)
}

#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation, reason = "a constant, worked out while compiling")]
const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut value = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            value = if value & 1 == 1 { (value >> 1) ^ 0xedb8_8320 } else { value >> 1 };
            bit += 1;
        }
        table[byte] = value;
        byte += 1;
    }
    table
}
