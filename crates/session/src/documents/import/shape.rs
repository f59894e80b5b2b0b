//! From the columns of a CSV header to the shape of its documents: names with dots nest, as mongoimport does.

use super::error::HeaderFault;
use crate::documents::DEPTH_MAX;

/// Most columns: checking a header takes time in proportion to their square.
const COLUMNS_MAX: usize = 10_000;

/// A part of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shape {
    /// The cell of a column.
    Cell { name: String, column: usize },
    /// A nested document.
    Document { name: String, parts: Vec<Shape> },
}

/// Checks the names of a header and arranges them. A name with an empty part, such as `No.`, is no path and stays whole.
pub(super) fn shape(names: &[String]) -> Result<Vec<Shape>, HeaderFault> {
    if names.len() > COLUMNS_MAX {
        return Err(HeaderFault::TooMany { columns: names.len() });
    }
    let mut parts = Vec::new();
    for (column, name) in names.iter().enumerate() {
        if let Some(first) = names.iter().take(column).position(|earlier| earlier == name) {
            return Err(HeaderFault::Duplicate { name: name.clone(), first: first + 1, second: column + 1 });
        }
        let is_path = name.split('.').all(|part| !part.is_empty());
        let path: Vec<&str> = if is_path { name.split('.').collect() } else { vec![name] };
        if path.len() > DEPTH_MAX as usize {
            return Err(HeaderFault::TooDeep(name.clone()));
        }
        place(&mut parts, &path, column, names)?;
    }
    Ok(parts)
}

fn place(parts: &mut Vec<Shape>, path: &[&str], column: usize, names: &[String]) -> Result<(), HeaderFault> {
    let Some((first, rest)) = path.split_first() else { return Ok(()) };
    let existing = parts.iter_mut().find(|part| match part {
        Shape::Cell { name, .. } | Shape::Document { name, .. } => name == first,
    });
    let full_name = || names.get(column).cloned().unwrap_or_default();
    match (existing, rest.is_empty()) {
        (None, true) => parts.push(Shape::Cell { name: (*first).to_owned(), column }),
        (None, false) => {
            let mut inner = Vec::new();
            place(&mut inner, rest, column, names)?;
            parts.push(Shape::Document { name: (*first).to_owned(), parts: inner });
        }
        (Some(Shape::Document { parts, .. }), false) => place(parts, rest, column, names)?,
        (Some(Shape::Document { parts, .. }), true) => {
            let nested = first_column(parts).and_then(|column| names.get(column)).cloned().unwrap_or_default();
            return Err(HeaderFault::Conflict { value: full_name(), nested });
        }
        (Some(Shape::Cell { column, .. }), _) => {
            let value = names.get(*column).cloned().unwrap_or_default();
            return Err(HeaderFault::Conflict { value, nested: full_name() });
        }
    }
    Ok(())
}

fn first_column(parts: &[Shape]) -> Option<usize> {
    match parts.first()? {
        Shape::Cell { column, .. } => Some(*column),
        Shape::Document { parts, .. } => first_column(parts),
    }
}

#[cfg(test)]
mod tests {
    use super::{HeaderFault, Shape, shape};

    fn show(parts: &[Shape]) -> String {
        let texts = parts.iter().map(|part| match part {
            Shape::Cell { name, column } => format!("{name}={column}"),
            Shape::Document { name, parts } => format!("{name}({})", show(parts)),
        });
        texts.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn dots_nest() {
        let cases = [
            ("a,b", "a=0 b=1"),
            ("a.x,b,a.y", "a(x=0 y=2) b=1"),
            ("a.b.c,a.b.d,a.e", "a(b(c=0 d=1) e=2)"),
            ("No.,.5,a..b", "No.=0 .5=1 a..b=2"),
            ("Cost Total $,$id", "Cost Total $=0 $id=1"),
        ];
        for (header, expect) in cases {
            let names: Vec<String> = header.split(',').map(str::to_owned).collect();
            assert_eq!(shape(&names).map(|parts| show(&parts)), Ok(expect.to_owned()), "{header}");
        }
    }

    #[test]
    fn names_that_exclude_each_other() {
        let conflict =
            |value: &str, nested: &str| HeaderFault::Conflict { value: value.to_owned(), nested: nested.to_owned() };
        let cases = [
            ("a,b,a", HeaderFault::Duplicate { name: "a".to_owned(), first: 1, second: 3 }),
            ("a,a.b", conflict("a", "a.b")),
            ("a.b,a", conflict("a", "a.b")),
            ("x.a.b,x.a", conflict("x.a", "x.a.b")),
        ];
        for (header, expect) in cases {
            let names: Vec<String> = header.split(',').map(str::to_owned).collect();
            assert_eq!(shape(&names), Err(expect), "{header}");
        }
        let deep = vec!["a"; 101].join(".");
        assert_eq!(shape(std::slice::from_ref(&deep)), Err(HeaderFault::TooDeep(deep)));
    }
}
