//! JSON Schema, and MongoDB's `$jsonSchema`, as far as a template needs them: types, bounds, lists of values, formats.

use super::value::{Value, document};
use super::{Recipe, RecipeError, RecipeKind};

const KIND: RecipeKind = RecipeKind::JsonSchema;

/// Deepest nesting, `$ref` included.
const LEVELS_MAX: u32 = 30;

/// Longest template: references multiply.
const TEMPLATE_BYTES_MAX: usize = 256 * 1024;

pub(super) fn read(root: Value<'_>) -> Result<Recipe, RecipeError> {
    let inner = root.get("$jsonSchema").or_else(|| root.get("validator")?.get("$jsonSchema")).unwrap_or(root);
    let mut reader = Reader { root: inner, notes: Vec::new(), path: Vec::new(), n_bytes: 0 };
    let fields = reader.fields(inner, 0)?;
    if fields.is_empty() {
        return Err(RecipeError::Empty(KIND));
    }
    let template = document(&fields, true);
    let title = inner.get("title").and_then(Value::text).map(str::to_lowercase);
    let name = title.filter(|title| title.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'));
    let namespace = name.filter(|name| !name.is_empty()).map(|name| format!("test.{name}"));
    Ok(Recipe { kind: KIND, template, count: None, namespace, key: None, inserts_per_sec: None, notes: reader.notes })
}

struct Reader<'a> {
    root: Value<'a>,
    notes: Vec<String>,
    path: Vec<String>,
    n_bytes: usize,
}

impl<'a> Reader<'a> {
    fn note(&mut self, what: &str) {
        let note = format!("`{}`: {what}", self.path.join("."));
        // A definition that is referred to often says it once.
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// The fields of an object; those that are not required are in half of the documents.
    fn fields(&mut self, schema: Value<'a>, level: u32) -> Result<Vec<(String, String)>, RecipeError> {
        if level > LEVELS_MAX {
            return Err(RecipeError::TooDeep(KIND));
        }
        let schema = self.resolve(schema)?;
        let required: Option<Vec<&str>> =
            schema.get("required").map(|required| required.items().filter_map(Value::text).collect());
        let mut fields: Vec<(String, String)> = Vec::new();
        let parts = schema.get("allOf").into_iter().flat_map(Value::items);
        for part in parts {
            fields.extend(self.fields(part, level + 1)?);
        }
        for (name, property) in schema.get("properties").into_iter().flat_map(Value::members) {
            self.path.push(name.clone());
            let mut value = self.value(property, level + 1)?;
            self.path.pop();
            if required.as_ref().is_some_and(|required| !required.contains(&name.as_str())) && name != "_id" {
                value = format!("{{ $optional: {{ of: {value}, probability: 0.5 }} }}");
            }
            fields.retain(|(known, _)| *known != name);
            fields.push((name, value));
        }
        for keyword in ["patternProperties", "dependentSchemas", "dependencies", "if", "not"] {
            if schema.get(keyword).is_some() {
                self.note(&format!("`{keyword}` is left out."));
            }
        }
        Ok(fields)
    }

    /// What a local `$ref` points to.
    fn resolve(&mut self, schema: Value<'a>) -> Result<Value<'a>, RecipeError> {
        let mut schema = schema;
        for _ in 0..LEVELS_MAX {
            let Some(reference) = schema.get("$ref").and_then(Value::text) else { return Ok(schema) };
            let Some(pointer) = reference.strip_prefix('#') else {
                self.note(&format!("`{reference}` is in another file; anything instead."));
                return Ok(Value { tag: crate::documents::raw::tag::NULL, bytes: &[] });
            };
            let mut target = Some(self.root);
            for part in pointer.split('/').skip(1) {
                let part = part.replace("~1", "/").replace("~0", "~");
                target = target.and_then(|target| target.get(&part));
            }
            schema = target.ok_or_else(|| RecipeError::Bad {
                path: self.path.join("."),
                expected: format!("`{reference}` leads nowhere"),
            })?;
        }
        Err(RecipeError::TooDeep(KIND))
    }

    fn value(&mut self, schema: Value<'a>, level: u32) -> Result<String, RecipeError> {
        let value = self.any_value(schema, level)?;
        self.n_bytes += value.len();
        if self.n_bytes > TEMPLATE_BYTES_MAX * 8 || value.len() > TEMPLATE_BYTES_MAX {
            return Err(RecipeError::TooDeep(KIND));
        }
        Ok(value)
    }

    fn any_value(&mut self, schema: Value<'a>, level: u32) -> Result<String, RecipeError> {
        if level > LEVELS_MAX {
            return Err(RecipeError::TooDeep(KIND));
        }
        let schema = self.resolve(schema)?;
        if let Some(constant) = schema.get("const") {
            return Ok(constant.literal());
        }
        if let Some(values) = schema.get("enum") {
            let values: Vec<String> = values.items().map(Value::literal).collect();
            return Ok(choose(&values));
        }
        for keyword in ["oneOf", "anyOf"] {
            if let Some(choices) = schema.get(keyword) {
                let choices =
                    choices.items().map(|choice| self.value(choice, level + 1)).collect::<Result<Vec<_>, _>>()?;
                return Ok(choose(&choices));
            }
        }
        let kinds = schema.get("bsonType").or_else(|| schema.get("type"));
        let names: Vec<&str> = match kinds {
            Some(kind) if kind.text().is_some() => kind.text().into_iter().collect(),
            Some(kinds) => kinds.items().filter_map(Value::text).collect(),
            None if schema.get("properties").is_some() || schema.get("allOf").is_some() => vec!["object"],
            None if schema.get("items").is_some() => vec!["array"],
            None => vec![],
        };
        if names.is_empty() {
            self.note("has no type; words instead.");
            return Ok("\"$word\"".to_owned());
        }
        let values = names.iter().map(|name| self.typed(name, schema, level)).collect::<Result<Vec<_>, _>>()?;
        Ok(choose(&values))
    }

    fn typed(&mut self, name: &str, schema: Value<'a>, level: u32) -> Result<String, RecipeError> {
        Ok(match name {
            "object" => document(&self.fields(schema, level + 1)?, false),
            "array" => return self.array(schema, level),
            "string" => self.string(schema),
            "integer" => range("$natural", "$long", schema),
            "int" => range("$integer", "$integer", schema),
            "long" => range("$long", "$long", schema),
            "number" | "double" => range("$double", "$double", schema),
            "decimal" => range("$decimal", "$decimal", schema),
            "boolean" | "bool" => "\"$bool\"".to_owned(),
            "null" => "null".to_owned(),
            "date" => "\"$date\"".to_owned(),
            "objectId" => "\"$objectid\"".to_owned(),
            "timestamp" => "\"$timestamp\"".to_owned(),
            "binData" => "\"$binary\"".to_owned(),
            "regex" => "\"$regex\"".to_owned(),
            "minKey" => "\"$minkey\"".to_owned(),
            "maxKey" => "\"$maxkey\"".to_owned(),
            other => {
                self.note(&format!("`{other}` is no type that is known; words instead."));
                "\"$word\"".to_owned()
            }
        })
    }

    fn array(&mut self, schema: Value<'a>, level: u32) -> Result<String, RecipeError> {
        let items = schema.get("items");
        if let Some(list) = schema.get("prefixItems").or(items).filter(|items| items.items().next().is_some()) {
            let items = list.items().map(|item| self.value(item, level + 1)).collect::<Result<Vec<_>, _>>()?;
            return Ok(format!("[{}]", items.join(", ")));
        }
        let of = items.map(|items| self.value(items, level + 1)).transpose()?;
        let bound = |name: &str| schema.get(name).and_then(Value::count);
        let min = bound("minItems").unwrap_or(0);
        let max = bound("maxItems").unwrap_or(min + 3).max(min).min(10_000);
        let of = of.unwrap_or_else(|| "\"$word\"".to_owned());
        Ok(format!("{{ $array: {{ min: {}, max: {max}, of: {of} }} }}", min.min(max)))
    }

    fn string(&mut self, schema: Value<'a>) -> String {
        let format = schema.get("format").and_then(Value::text).unwrap_or_default();
        let operator = match format {
            "date-time" => "{ $toString: \"$date\" }",
            "date" => "{ $substr: { of: { $toString: \"$date\" }, length: 10 } }",
            "time" => "{ $substr: { of: { $toString: \"$date\" }, start: 11, length: 8 } }",
            "email" | "idn-email" => "\"$email\"",
            "hostname" | "idn-hostname" => "\"$domain\"",
            "ipv4" => "\"$ip\"",
            "ipv6" => "\"$ipv6\"",
            "uri" | "url" | "iri" | "uri-reference" => "\"$url\"",
            "uuid" => "\"$uuidString\"",
            _ => "",
        };
        if !operator.is_empty() {
            return operator.to_owned();
        }
        if schema.get("pattern").is_some() {
            self.note("`pattern` is left out; characters of any kind.");
        }
        let bound = |name: &str| schema.get(name).and_then(Value::count);
        let min = bound("minLength").unwrap_or(5).min(1_000_000);
        let max = bound("maxLength").unwrap_or(min.max(20)).clamp(min.min(1_000_000), 1_000_000);
        let min = if bound("minLength").is_none() { min.min(max) } else { min };
        format!("{{ $string: {{ min: {min}, max: {max}, alpha: true, numeric: true }} }}")
    }
}

fn choose(values: &[String]) -> String {
    match values {
        [one] => one.clone(),
        [] => "null".to_owned(),
        _ => format!("{{ $choose: {{ from: [{}] }} }}", values.join(", ")),
    }
}

/// An operator within the schema's bounds; the second one if they reach below 0. A bound that is left out on one side
/// lies 1,000 beyond the other.
fn range(positive: &str, any: &str, schema: Value<'_>) -> String {
    const SPAN: f64 = 1_000.0;
    let is_whole = !matches!(any, "$double" | "$decimal");
    let step = if is_whole { 1.0 } else { 0.0001 };
    let bound = |name: &str| schema.get(name).and_then(Value::number);
    // `exclusiveMinimum` is a number in newer drafts, and true beside `minimum` in older ones.
    let is_exclusive = |name: &str| schema.get(name).is_some_and(Value::is_true);
    let low = bound("exclusiveMinimum").map(|low| low + step);
    let low =
        low.or_else(|| bound("minimum").map(|low| if is_exclusive("exclusiveMinimum") { low + step } else { low }));
    let high = bound("exclusiveMaximum").map(|high| high - step);
    let high =
        high.or_else(|| bound("maximum").map(|high| if is_exclusive("exclusiveMaximum") { high - step } else { high }));
    let (low, high) = match (low, high) {
        (None, None) => (0.0, SPAN),
        (Some(low), None) => (low, low + SPAN),
        (None, Some(high)) => (if high >= 0.0 { 0.0 } else { high - SPAN }, high),
        (Some(low), Some(high)) => (low, high),
    };
    let (low, high) = if is_whole { (low.ceil(), high.floor()) } else { (low, high) };
    let number = |value: f64| if value.abs() < 1e15 { value.to_string() } else { format!("{value:e}") };
    let operator = if low < 0.0 || high > 9e15 { any } else { positive };
    format!("{{ {operator}: {{ min: {}, max: {} }} }}", number(low), number(high.max(low)))
}
