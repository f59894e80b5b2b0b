//! Cells whose text their value would not give back, such as `1.50`: kept until the end of the file, so that a column that
//! turns out to be text loses nothing.

/// Texts of one column, by row, in the order of rows.
#[derive(Debug, Clone, Default)]
pub(super) struct KeptTexts {
    /// Row, length and text, one after the other.
    bytes: Vec<u8>,
    /// The last row noted, and where its note begins.
    last: (u32, usize),
}

impl KeptTexts {
    /// Notes the text of a row; rows must ascend.
    pub(super) fn push(&mut self, row: u32, text: &[u8]) {
        self.last = (row, self.bytes.len());
        self.bytes.extend_from_slice(&row.to_le_bytes());
        // A cell is shorter than a document, which is under 16 MB.
        self.bytes.extend_from_slice(&u32::try_from(text.len()).unwrap_or(u32::MAX).to_le_bytes());
        self.bytes.extend_from_slice(text);
    }

    /// Takes back the note of a row that was refused in the end; no later row may have been noted.
    pub(super) fn forget(&mut self, row: u32) {
        if self.last.0 == row {
            self.bytes.truncate(self.last.1);
        }
    }

    /// Reads the notes in order.
    pub(super) fn reader(&self) -> KeptReader<'_> {
        KeptReader { rest: &self.bytes }
    }
}

/// Walks the notes of a column beside its rows.
#[derive(Debug, Clone)]
pub(super) struct KeptReader<'a> {
    rest: &'a [u8],
}

impl<'a> KeptReader<'a> {
    /// The text noted for a row; rows must be asked for in ascending order.
    pub(super) fn take(&mut self, row: u32) -> Option<&'a [u8]> {
        let (noted, rest) = self.rest.split_first_chunk()?;
        if u32::from_le_bytes(*noted) != row {
            return None;
        }
        let (len, rest) = rest.split_first_chunk()?;
        let (text, rest) = rest.split_at_checked(u32::from_le_bytes(*len) as usize)?;
        self.rest = rest;
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::KeptTexts;

    #[test]
    fn gives_back_what_was_noted() {
        let mut kept = KeptTexts::default();
        for (row, text) in [(0, "1.50"), (2, ""), (7, "+5")] {
            kept.push(row, text.as_bytes());
        }
        kept.push(8, b"refused");
        kept.forget(8);
        kept.forget(8);
        kept.forget(9);
        let mut reader = kept.reader();
        let found: Vec<Option<&[u8]>> = (0..9).map(|row| reader.take(row)).collect();
        let mut expect = vec![None; 9];
        expect[0] = Some(&b"1.50"[..]);
        expect[2] = Some(b"");
        expect[7] = Some(b"+5");
        assert_eq!(found, expect);
    }
}
