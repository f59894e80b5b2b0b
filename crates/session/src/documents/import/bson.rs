//! mongodump's `.bson`: documents one after the other, each with its length in front.

use super::error::ImportError;
use super::sink::Sink;
use crate::documents::DOCUMENT_BYTES_MAX;
use crate::documents::raw_check::check;
use crate::documents::syntax::Position;

/// Shortest document: its length and its end.
const DOCUMENT_BYTES_MIN: usize = 5;

/// Reads BSON piece by piece. A document that is not whole BSON costs that one only, unless its length makes no sense:
/// then nothing after it can be found.
#[derive(Debug, Default)]
pub(super) struct BsonReader {
    /// What has not become a document yet; at most one document and one piece.
    buffer: Vec<u8>,
    /// Documents seen, good or bad.
    n_documents: u64,
    /// Bytes before the buffer.
    n_bytes: u64,
    is_lost: bool,
}

impl BsonReader {
    pub(super) fn push(&mut self, piece: &[u8], sink: &mut Sink) -> Result<(), ImportError> {
        if self.is_lost {
            return Ok(());
        }
        self.buffer.extend_from_slice(piece);
        let mut from = 0;
        while let Some(len) =
            self.buffer.get(from..).and_then(|rest| rest.first_chunk()).map(|len| u32::from_le_bytes(*len))
        {
            let len = usize::try_from(len).unwrap_or(usize::MAX);
            if !(DOCUMENT_BYTES_MIN..=DOCUMENT_BYTES_MAX).contains(&len) {
                self.lose(from, len, sink);
                return Ok(());
            }
            let Some(document) = self.buffer.get(from..from + len) else { break };
            self.n_documents += 1;
            match check(document) {
                Ok(()) => sink.push(document)?,
                Err(fault) => sink.bad.add(self.position(), format!("document {}: {fault}", self.n_documents)),
            }
            from += len;
        }
        self.buffer.drain(..from);
        self.n_bytes += from as u64;
        Ok(())
    }

    /// Gives up: the length that leads to the next document can't be right.
    fn lose(&mut self, from: usize, len: usize, sink: &mut Sink) {
        self.n_documents += 1;
        let (number, at) = (self.n_documents, self.n_bytes + from as u64);
        let limit = format!("a document has {DOCUMENT_BYTES_MIN} to {DOCUMENT_BYTES_MAX} bytes (16 MB)");
        let reason = format!(
            "document {number}, at byte {at} of the file, says it has {len} bytes; {limit}, so nothing after it can be read"
        );
        sink.bad.add(self.position(), reason);
        self.is_lost = true;
        self.buffer = Vec::new();
    }

    /// There are no lines: the number of the document stands for one.
    fn position(&self) -> Position {
        Position { line: self.n_documents, column: 1 }
    }

    /// No more pieces.
    pub(super) fn finish(&mut self, is_cut: bool, sink: &mut Sink) {
        if !self.buffer.is_empty() && !is_cut {
            self.n_documents += 1;
            sink.bad.add(self.position(), format!("the file ends inside document {}", self.n_documents));
        }
    }
}
