//! Colours for templates and shell literals: strings, numbers, operators, keys. It never refuses a text: what it does not
//! know stays plain.

/// What a piece of code is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Punctuation, space and the rest.
    Plain,
    /// A name before a colon.
    Key,
    /// A quoted string.
    String,
    /// A number.
    Number,
    /// A `$` operator, quoted or not.
    Operator,
}

/// A piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece<'a> {
    /// The text.
    pub text: &'a str,
    /// What it is.
    pub kind: Kind,
    /// It holds the place of the error.
    pub is_error: bool,
}

/// Cuts a text into pieces; together they are the text. `error_at` is a line and column from 1.
#[must_use]
pub fn highlight(text: &str, error_at: Option<(u32, u32)>) -> Vec<Piece<'_>> {
    let error_offset = error_at.map(|(line, column)| offset_of(text, line, column));
    let mut pieces = Vec::new();
    let mut from = 0;
    while let Some(rest) = text.get(from..).filter(|rest| !rest.is_empty()) {
        let (len, kind) = first_piece(rest);
        let end = from + len;
        let is_error = error_offset.is_some_and(|offset| (from..end).contains(&offset));
        pieces.push(Piece { text: text.get(from..end).unwrap_or_default(), kind, is_error });
        from = end;
    }
    pieces
}

/// Byte offset of a line and column; the last character when they lie behind the text.
fn offset_of(text: &str, line: u32, column: u32) -> usize {
    let mut lines_left = line.saturating_sub(1);
    let mut start = 0;
    while lines_left > 0 {
        let Some(len) = text.get(start..).and_then(|rest| rest.find('\n')) else { break };
        start += len + 1;
        lines_left -= 1;
    }
    let in_line = text.get(start..).unwrap_or_default();
    let column = column.saturating_sub(1) as usize;
    let offset = start + in_line.char_indices().nth(column).map_or(in_line.len(), |(idx, _)| idx);
    let last = text.char_indices().next_back().map_or(0, |(idx, _)| idx);
    offset.min(last)
}

/// Length in bytes, at least one character, and kind of the piece that a text begins with.
fn first_piece(rest: &str) -> (usize, Kind) {
    let Some(first) = rest.chars().next() else { return (rest.len(), Kind::Plain) };
    match first {
        '"' | '\'' => string_piece(rest, first),
        '0'..='9' => (run(rest, |c| c.is_ascii_alphanumeric() || c == '.'), Kind::Number),
        '-' if rest.chars().nth(1).is_some_and(|c| c.is_ascii_digit()) => {
            (1 + run(rest.get(1..).unwrap_or_default(), |c| c.is_ascii_alphanumeric() || c == '.'), Kind::Number)
        }
        c if is_word(c) => word_piece(rest),
        c => (c.len_utf8(), Kind::Plain),
    }
}

fn string_piece(rest: &str, quote: char) -> (usize, Kind) {
    let mut escaped = false;
    let mut end = rest.len();
    for (idx, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => {
                end = idx;
                break;
            }
            c if c == quote => {
                end = idx + c.len_utf8();
                break;
            }
            _ => {}
        }
    }
    let is_operator = rest.get(1..).is_some_and(|inner| inner.starts_with('$'));
    let kind = if is_operator {
        Kind::Operator
    } else if is_key(rest, end) {
        Kind::Key
    } else {
        Kind::String
    };
    (end, kind)
}

fn word_piece(rest: &str) -> (usize, Kind) {
    let len = run(rest, is_word);
    let kind = if rest.starts_with('$') {
        Kind::Operator
    } else if is_key(rest, len) {
        Kind::Key
    } else {
        Kind::Plain
    };
    (len, kind)
}

fn is_key(rest: &str, len: usize) -> bool {
    rest.get(len..).is_some_and(|after| after.trim_start().starts_with(':'))
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.char_indices().find(|(_, c)| !belongs(*c)).map_or(text.len(), |(idx, _)| idx)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(&str, Kind)> {
        let pieces = highlight(text, None);
        assert_eq!(pieces.iter().map(|piece| piece.text).collect::<String>(), text);
        pieces.into_iter().filter(|p| !p.text.trim().is_empty()).map(|p| (p.text, p.kind)).collect()
    }

    #[test]
    fn pieces_of_a_template() {
        assert_eq!(
            kinds("{ a: \"$now\", \"b\": { $zipf: -1.5 }, c: 'x' }"),
            [
                ("{", Kind::Plain),
                ("a", Kind::Key),
                (":", Kind::Plain),
                ("\"$now\"", Kind::Operator),
                (",", Kind::Plain),
                ("\"b\"", Kind::Key),
                (":", Kind::Plain),
                ("{", Kind::Plain),
                ("$zipf", Kind::Operator),
                (":", Kind::Plain),
                ("-1.5", Kind::Number),
                ("}", Kind::Plain),
                (",", Kind::Plain),
                ("c", Kind::Key),
                (":", Kind::Plain),
                ("'x'", Kind::String),
                ("}", Kind::Plain),
            ]
        );
    }

    #[test]
    fn any_text_comes_back_whole() {
        for text in ["", "\"open", "é: 'ü\\'", "{\n\"a\n: 1", "--5", "\\", "a\u{1F600}b"] {
            kinds(text);
        }
    }

    #[test]
    fn the_place_of_an_error_is_marked_once() {
        let text = "{\n  a: { $zipff: 1 }\n}";
        for (line, column, expected) in [(2, 8, "$zipff"), (1, 1, "{"), (9, 9, "}"), (2, 99, "}")] {
            let marked: Vec<&str> = highlight(text, Some((line, column)))
                .iter()
                .filter(|piece| piece.is_error)
                .map(|piece| piece.text)
                .collect();
            assert_eq!(marked, [expected], "line {line}, column {column}");
        }
    }
}
