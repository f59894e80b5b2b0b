//! What is open inside a document.

/// Deeper brackets are only counted: such a document is refused anyway.
const KINDS_MAX: usize = 128;

/// The brackets that are open, outermost first.
#[derive(Debug, Clone, Default)]
pub(super) struct OpenBrackets {
    kinds: Vec<u8>,
    n_deeper: usize,
    n_braces: usize,
    n_brackets: usize,
    n_parentheses: usize,
}

impl OpenBrackets {
    pub(super) fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.kinds.clear();
        (self.n_deeper, self.n_braces, self.n_brackets, self.n_parentheses) = (0, 0, 0, 0);
    }

    pub(super) fn push(&mut self, opening: u8) {
        if self.kinds.len() == KINDS_MAX {
            self.n_deeper += 1;
            return;
        }
        self.kinds.push(opening);
        *self.count(opening) += 1;
    }

    /// Closes the innermost bracket of this kind and all inside it; false if none is open.
    pub(super) fn close(&mut self, closing: u8) -> bool {
        if self.n_deeper > 0 {
            self.n_deeper -= 1;
            return true;
        }
        let opening = match closing {
            b'}' => b'{',
            b']' => b'[',
            _ => b'(',
        };
        if *self.count(opening) == 0 {
            return false;
        }
        while let Some(kind) = self.kinds.pop() {
            *self.count(kind) -= 1;
            if kind == opening {
                break;
            }
        }
        true
    }

    /// Whether a value may begin after the byte `last`: in a document after a colon only.
    pub(super) fn takes_value(&self, last: u8) -> bool {
        match self.kinds.last() {
            _ if self.n_deeper > 0 => true,
            Some(b'{') => last == b':',
            Some(opening) => last == *opening || last == b',',
            None => true,
        }
    }

    fn count(&mut self, opening: u8) -> &mut usize {
        match opening {
            b'{' => &mut self.n_braces,
            b'[' => &mut self.n_brackets,
            _ => &mut self.n_parentheses,
        }
    }
}
