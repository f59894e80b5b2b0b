//! The shard key as the line that mongosh takes: `sh.shardCollection("shop.orders", { _id: "hashed" })`.
//!
//! A parser of its own, because the page must not carry the engine's reader of shell text for one line.

use super::edit::key_text;
use shardscope_session::scenario::{KeyFieldSpec, KeySpec};

/// Why a line cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyLineError {
    /// Not the call that is expected here.
    #[error("This line is sh.shardCollection(\"database.collection\", {{ field: 1 }}).")]
    NotTheCall,
    /// The namespace has no dot.
    #[error("\"{0}\" is no namespace: it needs a database, a dot and a collection, as in \"shop.orders\".")]
    Namespace(String),
    /// Something else stands where this belongs.
    #[error("{expected} is missing before \"{found}\".")]
    Missing {
        /// What belongs there.
        expected: &'static str,
        /// What stands there.
        found: String,
    },
    /// A string without its end.
    #[error("A string has no end: {0}")]
    OpenString(String),
    /// A direction that no shard key has.
    #[error("{path} is {found}; a shard key field is 1 or \"hashed\".")]
    Direction {
        /// Field.
        path: String,
        /// What stands there.
        found: String,
    },
    /// The same field twice.
    #[error("{0} is in the key twice.")]
    Twice(String),
    /// An option that is not known here.
    #[error("Only {{ presplitHashedZones: true }} can follow the key here, not \"{0}\".")]
    Options(String),
}

/// The line of a key.
#[must_use]
pub fn key_line(namespace: &str, key: &KeySpec) -> String {
    let options = if key.presplit_hashed_zones { ", false, { presplitHashedZones: true }" } else { "" };
    format!("sh.shardCollection(\"{namespace}\",\n  {}{options})", key_text(key))
}

/// Namespace and key of a line. The key document alone is taken too; it leaves the namespace as it is.
pub fn parse_key_line(text: &str) -> Result<(Option<String>, KeySpec), KeyLineError> {
    let mut reader = Reader { rest: text.trim() };
    if reader.rest.starts_with('{') {
        let fields = reader.fields()?;
        return reader.end(None, KeySpec { fields, presplit_hashed_zones: false });
    }
    if !reader.take("sh.shardCollection") || !reader.take("(") {
        return Err(KeyLineError::NotTheCall);
    }
    let namespace = reader.string()?.ok_or(KeyLineError::NotTheCall)?;
    let is_namespace =
        namespace.split_once('.').is_some_and(|(db, collection)| !db.is_empty() && !collection.is_empty());
    if !is_namespace {
        return Err(KeyLineError::Namespace(namespace));
    }
    reader.expect(",", "A comma")?;
    let fields = reader.fields()?;
    let presplit_hashed_zones = reader.options()?;
    reader.expect(")", "A closing parenthesis")?;
    reader.end(Some(namespace), KeySpec { fields, presplit_hashed_zones })
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn take(&mut self, token: &str) -> bool {
        match self.rest.trim_start().strip_prefix(token) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    /// Nothing may follow but a semicolon.
    fn end(mut self, namespace: Option<String>, key: KeySpec) -> Result<(Option<String>, KeySpec), KeyLineError> {
        self.take(";");
        if self.rest.is_empty() {
            Ok((namespace, key))
        } else {
            Err(KeyLineError::Missing { expected: "The end of the line", found: self.found() })
        }
    }

    fn found(&self) -> String {
        let found: String = self.rest.chars().take(12).collect();
        if found.is_empty() { "the end of the line".to_owned() } else { found }
    }

    fn expect(&mut self, token: &str, expected: &'static str) -> Result<(), KeyLineError> {
        if self.take(token) { Ok(()) } else { Err(KeyLineError::Missing { expected, found: self.found() }) }
    }

    /// A quoted string, if one stands here.
    fn string(&mut self) -> Result<Option<String>, KeyLineError> {
        let Some(quote) = self.rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else { return Ok(None) };
        let (mut text, mut escaped) = (String::new(), false);
        for (idx, c) in self.rest.char_indices().skip(1) {
            match c {
                _ if escaped => {
                    text.push(c);
                    escaped = false;
                }
                '\\' => escaped = true,
                c if c == quote => {
                    self.rest = self.rest.get(idx + c.len_utf8()..).unwrap_or_default().trim_start();
                    return Ok(Some(text));
                }
                c => text.push(c),
            }
        }
        Err(KeyLineError::OpenString(self.found()))
    }

    /// A run of characters up to a separator.
    fn word(&mut self) -> String {
        let end = self.rest.find([':', ',', '{', '}', '(', ')', ' ', '\n', '\t', '"', '\'']).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        let word = word.to_owned();
        self.rest = rest.trim_start();
        word
    }

    fn fields(&mut self) -> Result<Vec<KeyFieldSpec>, KeyLineError> {
        self.expect("{", "The key document")?;
        let mut fields: Vec<KeyFieldSpec> = Vec::new();
        while !self.take("}") {
            let path = match self.string()? {
                Some(path) => path,
                None => self.word(),
            };
            if path.is_empty() {
                return Err(KeyLineError::Missing { expected: "A field name", found: self.found() });
            }
            self.expect(":", "A colon")?;
            let hashed = self.direction(&path)?;
            if fields.iter().any(|field| field.path == path) {
                return Err(KeyLineError::Twice(path));
            }
            fields.push(KeyFieldSpec { path, hashed });
            if !self.take(",") {
                self.expect("}", "A comma or a closing brace")?;
                break;
            }
        }
        Ok(fields)
    }

    fn direction(&mut self, path: &str) -> Result<bool, KeyLineError> {
        let wrong = |found: String| KeyLineError::Direction { path: path.to_owned(), found };
        if let Some(text) = self.string()? {
            return if text == "hashed" { Ok(true) } else { Err(wrong(format!("\"{text}\""))) };
        }
        let word = self.word();
        match word.as_str() {
            "1" | "1.0" => Ok(false),
            "" => Err(KeyLineError::Missing { expected: "1 or \"hashed\"", found: self.found() }),
            _ => Err(wrong(word)),
        }
    }

    /// `, <unique>, { presplitHashedZones: <bool> }`, all of it optional.
    fn options(&mut self) -> Result<bool, KeyLineError> {
        if !self.take(",") {
            return Ok(false);
        }
        let refused = |reader: &Self| KeyLineError::Options(reader.found());
        if !self.take("false") {
            return Err(refused(self));
        }
        if !self.take(",") {
            return Ok(false);
        }
        if !(self.take("{") && self.take("presplitHashedZones") && self.take(":")) {
            return Err(refused(self));
        }
        let presplit = self.take("true");
        if !presplit && !self.take("false") {
            return Err(refused(self));
        }
        self.expect("}", "A closing brace")?;
        Ok(presplit)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    fn key(fields: &[(&str, bool)], presplit_hashed_zones: bool) -> KeySpec {
        let fields = fields.iter().map(|&(path, hashed)| KeyFieldSpec { path: path.to_owned(), hashed }).collect();
        KeySpec { fields, presplit_hashed_zones }
    }

    #[test]
    fn every_key_survives_its_line() {
        for key in [
            key(&[("_id", false)], false),
            key(&[("tenantId", false), ("_id", true)], false),
            key(&[("a.b c", false), ("q\"uote", true)], true),
            key(&[], false),
        ] {
            assert_eq!(parse_key_line(&key_line("shop.orders", &key)).unwrap(), (Some("shop.orders".to_owned()), key));
        }
    }

    #[test]
    fn lines_as_people_type_them() {
        let (namespace, parsed) = parse_key_line("sh.shardCollection('a.b.c',{x:1,'y':'hashed',});").unwrap();
        assert_eq!((namespace.as_deref(), parsed), (Some("a.b.c"), key(&[("x", false), ("y", true)], false)));
        assert_eq!(parse_key_line(" { z: 1 } ").unwrap(), (None, key(&[("z", false)], false)));
    }

    #[test]
    fn refusals_say_what_is_wrong() {
        for (line, expected) in [
            ("db.x.find()", "This line is sh.shardCollection"),
            ("sh.shardCollection(\"orders\", { a: 1 })", "\"orders\" is no namespace"),
            ("sh.shardCollection(\"s.o\" { a: 1 })", "A comma is missing before \"{ a: 1 })\""),
            ("sh.shardCollection(\"s.o\", { a: -1 })", "a is -1; a shard key field is 1 or \"hashed\""),
            ("sh.shardCollection(\"s.o\", { a: \"text\" })", "a is \"text\""),
            ("sh.shardCollection(\"s.o\", { a: 1, a: 1 })", "a is in the key twice"),
            ("sh.shardCollection(\"s.o\", { a })", "A colon is missing"),
            ("sh.shardCollection(\"s.o\", { a: 1 }", "A closing parenthesis is missing"),
            ("sh.shardCollection(\"s.o\", { \"a: 1 })", "A string has no end"),
            ("sh.shardCollection(\"s.o\", { a: 1 }, true)", "Only { presplitHashedZones: true } can follow"),
            ("sh.shardCollection(\"s.o\", { a: 1 }) x", "The end of the line is missing"),
            ("", "This line is sh.shardCollection"),
        ] {
            let error = parse_key_line(line).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{line}: {error}");
        }
    }
}
