//! mgodatagen: an array of collections, each with typed generators for its fields.

use super::value::{Value, document, quoted};
use super::{Recipe, RecipeError, RecipeKind, key_of};
use crate::documents::DEPTH_MAX;
use crate::documents::template::find_name;

const KIND: RecipeKind = RecipeKind::Mgodatagen;

pub(super) fn read(config: Value<'_>) -> Result<Vec<Recipe>, RecipeError> {
    let collections: Vec<Value<'_>> = config.items().collect();
    let mut reader = Reader { notes: Vec::new(), path: Vec::new(), references: Vec::new() };
    for collection in &collections {
        if let Some(content) = collection.get("content") {
            reader.collect_references(content);
        }
    }
    let recipes = collections.iter().map(|collection| reader.collection(*collection)).collect::<Result<Vec<_>, _>>()?;
    if recipes.is_empty() { Err(RecipeError::Empty(KIND)) } else { Ok(recipes) }
}

struct Reader<'a> {
    notes: Vec<String>,
    /// Names on the way to the present field.
    path: Vec<String>,
    /// What `ref` generators share, by their id.
    references: Vec<(i64, Value<'a>)>,
}

impl<'a> Reader<'a> {
    fn collect_references(&mut self, fields: Value<'a>) {
        for (_, field) in fields.members() {
            if let (Some(id), Some(content)) = (field.get("id").and_then(Value::whole), field.get("refContent")) {
                self.references.push((id, content));
            }
            if let Some(inner) = field.get("objectContent") {
                self.collect_references(inner);
            }
        }
    }

    fn collection(&mut self, collection: Value<'a>) -> Result<Recipe, RecipeError> {
        let content = collection.get("content").filter(|content| content.is_document()).ok_or_else(|| {
            RecipeError::Bad { path: "content".to_owned(), expected: "a document of generators".to_owned() }
        })?;
        let template = document(&self.fields(content, 0)?, true);
        let part = |name: &str| collection.get(name).and_then(Value::text);
        let sharding = collection.get("shardConfig");
        let mut notes = std::mem::take(&mut self.notes);
        let key = sharding.and_then(|sharding| sharding.get("key")).and_then(|key| key_of(key, &mut notes));
        for option in ["numInitialChunks", "collation", "unique"] {
            let given = sharding.and_then(|sharding| sharding.get(option));
            if given.is_some_and(|given| given.is_true() || given.number().is_some() || given.is_document()) {
                notes.push(format!("`{option}` of shardConfig is left out."));
            }
        }
        let named = sharding.and_then(|sharding| sharding.get("shardCollection")).and_then(Value::text);
        let namespace =
            named.map(str::to_owned).or_else(|| Some(format!("{}.{}", part("database")?, part("collection")?)));
        let count = collection.get("count").and_then(Value::count);
        Ok(Recipe { kind: KIND, template, count, namespace, key, inserts_per_sec: None, notes })
    }

    fn fields(&mut self, content: Value<'a>, depth: u32) -> Result<Vec<(String, String)>, RecipeError> {
        let mut fields = Vec::new();
        for (name, generator) in content.members() {
            self.path.push(name.clone());
            if let Some(value) = self.generator(generator, depth)? {
                fields.push((name, value));
            }
            self.path.pop();
        }
        Ok(fields)
    }

    fn note(&mut self, what: &str) {
        self.notes.push(format!("`{}`: {what}", self.path.join(".")));
    }

    fn bad<T>(&self, expected: &str) -> Result<T, RecipeError> {
        Err(RecipeError::Bad { path: self.path.join("."), expected: expected.to_owned() })
    }

    /// A generator with what every type may have: a share of missing values, and few distinct ones.
    fn generator(&mut self, generator: Value<'a>, depth: u32) -> Result<Option<String>, RecipeError> {
        if depth > DEPTH_MAX / 2 {
            return Err(RecipeError::TooDeep(KIND));
        }
        let Some(kind) = generator.get("type").and_then(Value::text) else {
            return self.bad("a generator with a \"type\"");
        };
        let Some(mut value) = self.typed(kind, generator, depth)? else { return Ok(None) };
        if let Some(distinct) =
            generator.get("maxDistinctValue").and_then(Value::whole).filter(|distinct| *distinct > 0)
        {
            value = format!("{{ $cycle: {{ ofLength: {distinct}, fromGenerator: {value} }} }}");
        }
        if let Some(percent) = generator.get("nullPercentage").and_then(Value::number).filter(|percent| *percent > 0.0)
        {
            let probability = (100.0 - percent).max(0.0) / 100.0;
            value = format!("{{ $optional: {{ of: {value}, probability: {probability} }} }}");
        }
        Ok(Some(value))
    }

    fn typed(&mut self, kind: &str, generator: Value<'a>, depth: u32) -> Result<Option<String>, RecipeError> {
        Ok(Some(match kind {
            "string" => string(generator),
            "int" => range("$integer", generator, ["minInt", "maxInt"]),
            "long" => range("$long", generator, ["minLong", "maxLong"]),
            "double" => range("$double", generator, ["minDouble", "maxDouble"]),
            "decimal" => "\"$decimal\"".to_owned(),
            "boolean" | "bool" => "\"$bool\"".to_owned(),
            "objectId" => "\"$objectid\"".to_owned(),
            "uuid" if generator.get("format").is_some_and(|format| format.is_text("string")) => {
                "\"$uuidString\"".to_owned()
            }
            "uuid" => "\"$uuid\"".to_owned(),
            "position" => "\"$coordinates\"".to_owned(),
            "date" => range("$date", generator, ["startDate", "endDate"]),
            "binary" => format!("{{ $binary: {{ length: {} }} }}", length(generator, ["minLength", "maxLength"])),
            "constant" => generator.get("constVal").map_or_else(|| "null".to_owned(), Value::literal),
            "autoincrement" | "autoIncrement" => autoincrement(generator),
            "object" => {
                let Some(content) = generator.get("objectContent") else { return self.bad("an \"objectContent\"") };
                document(&self.fields(content, depth + 1)?, false)
            }
            "array" => return self.array(generator, depth),
            "fromArray" | "enum" => return self.choice(generator),
            "stringFromParts" => return self.parts(generator, depth),
            "ref" | "reference" => return self.reference(generator, depth),
            "faker" => {
                let method = generator.get("method").and_then(Value::text).unwrap_or_default();
                self.faker(method)
            }
            "countAggregator" | "valueAggregator" | "boundAggregator" => {
                self.note("aggregates over another collection; left out.");
                return Ok(None);
            }
            other => self.faker(other),
        }))
    }

    /// Faker's methods have the names of operators.
    fn faker(&mut self, method: &str) -> String {
        if let Some(name) = find_name(method) {
            return quoted(&format!("${name}"));
        }
        self.note(&format!("`{method}` is not known; words instead."));
        "\"$word\"".to_owned()
    }

    fn array(&mut self, generator: Value<'a>, depth: u32) -> Result<Option<String>, RecipeError> {
        let Some(content) = generator.get("arrayContent") else { return self.bad("an \"arrayContent\"") };
        let number = match generator.get("size") {
            Some(size) => size.literal(),
            None => length(generator, ["minLength", "maxLength"]),
        };
        let of = self.generator(content, depth + 1)?;
        Ok(of.map(|of| format!("{{ $array: {{ number: {number}, of: {of} }} }}")))
    }

    fn choice(&mut self, generator: Value<'a>) -> Result<Option<String>, RecipeError> {
        let values = generator.get("in").or_else(|| generator.get("values"));
        let from: Vec<String> = values.into_iter().flat_map(Value::items).map(Value::literal).collect();
        if from.is_empty() {
            return self.bad("a list of values");
        }
        let weights = generator.get("weights").map(|weights| format!(", weights: {}", weights.literal()));
        Ok(Some(format!("{{ $choose: {{ from: [{}]{} }} }}", from.join(", "), weights.unwrap_or_default())))
    }

    fn parts(&mut self, generator: Value<'a>, depth: u32) -> Result<Option<String>, RecipeError> {
        let parts: Vec<Value<'a>> = generator.get("parts").into_iter().flat_map(Value::items).collect();
        let parts = parts.into_iter().map(|part| self.generator(part, depth + 1)).collect::<Result<Vec<_>, _>>()?;
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() {
            self.bad("a list of parts")
        } else {
            Ok(Some(format!("{{ $concat: [{}] }}", parts.join(", "))))
        }
    }

    fn reference(&mut self, generator: Value<'a>, depth: u32) -> Result<Option<String>, RecipeError> {
        let id = generator.get("id").and_then(Value::whole);
        let shared = self.references.iter().find(|(known, _)| Some(*known) == id).map(|(_, content)| *content);
        let Some(content) = generator.get("refContent").or(shared) else {
            return self.bad("a \"refContent\", here or where the same id stands");
        };
        self.note("refers to another collection; the values are of the same kind, but not the same.");
        self.generator(content, depth + 1)
    }
}

fn string(generator: Value<'_>) -> String {
    let bound = |name: &str| generator.get(name).and_then(Value::count);
    let (min, max) = (bound("minLength").unwrap_or(5), bound("maxLength"));
    if generator.get("unique").is_some_and(Value::is_true) {
        return format!("{{ $pad: {{ of: \"$inc\", width: {min} }} }}");
    }
    let max = max.unwrap_or(min.max(20));
    let pool = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    format!("{{ $string: {{ min: {min}, max: {max}, pool: \"{pool}\" }} }}")
}

/// An operator with its bounds, under mgodatagen's own names or as `min` and `max`.
fn range(operator: &str, generator: Value<'_>, [min, max]: [&str; 2]) -> String {
    let bound = |name: &str, short: &str| {
        let found = generator.get(name).or_else(|| generator.get(short));
        found.map(|bound| format!("{short}: {}", bound.literal()))
    };
    let bounds: Vec<String> = [bound(min, "min"), bound(max, "max")].into_iter().flatten().collect();
    format!("{{ {operator}: {{ {} }} }}", bounds.join(", "))
}

fn length(generator: Value<'_>, [min, max]: [&str; 2]) -> String {
    let bound = |name: &str| generator.get(name).and_then(Value::count).unwrap_or(0);
    let (min, max) = (bound(min), bound(max).max(bound(min)));
    if min == max { min.to_string() } else { format!("{{ $integer: {{ min: {min}, max: {max} }} }}") }
}

fn autoincrement(generator: Value<'_>) -> String {
    let start = ["startInt", "startLong", "start"].iter().find_map(|name| generator.get(name)).and_then(Value::whole);
    let count = format!("{{ $inc: {{ start: {} }} }}", start.unwrap_or(0));
    let is_long = generator.get("autoType").or_else(|| generator.get("type")).is_some_and(|kind| kind.is_text("long"));
    if is_long { format!("{{ $toLong: {count} }}") } else { count }
}
