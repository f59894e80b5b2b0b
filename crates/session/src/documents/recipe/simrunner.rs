//! `SimRunner`: templates in nearly the same dialect, with variables, dictionaries and a sharding part.

use super::value::{Value, document, quoted};
use super::{Recipe, RecipeError, RecipeKind, key_of};
use crate::documents::DEPTH_MAX;
use crate::documents::raw::tag;
use crate::documents::template::find_name;

const KIND: RecipeKind = RecipeKind::SimRunner;

pub(super) fn read(config: Value<'_>) -> Result<Vec<Recipe>, RecipeError> {
    let templates = config.get("templates").into_iter().flat_map(Value::items);
    let recipes: Vec<Recipe> = templates
        .filter(|template| template.get("template").is_some_and(Value::is_document))
        .map(|template| Reader::new(template).recipe(config))
        .collect::<Result<_, _>>()?;
    if recipes.is_empty() { Err(RecipeError::Empty(KIND)) } else { Ok(recipes) }
}

struct Reader<'a> {
    entry: Value<'a>,
    template: Option<Value<'a>>,
    notes: Vec<String>,
}

impl<'a> Reader<'a> {
    fn new(entry: Value<'a>) -> Self {
        Self { entry, template: entry.get("template"), notes: Vec::new() }
    }

    fn recipe(mut self, config: Value<'a>) -> Result<Recipe, RecipeError> {
        let fields = self.template.map(|template| self.members(template, 0, true)).transpose()?.unwrap_or_default();
        let sharding = self.entry.get("sharding");
        let mut notes = std::mem::take(&mut self.notes);
        let key = sharding.and_then(|sharding| sharding.get("key")).and_then(|key| key_of(key, &mut notes));
        if sharding.is_some_and(|sharding| sharding.get("presplit").is_some()) {
            notes.push("`presplit` is left out: the collection begins as the server's own first chunks.".to_owned());
        }
        for part in ["remember", "indexes", "createOptions", "instances"] {
            let given = self.entry.get(part);
            if given
                .is_some_and(|given| given.is_document() || given.items().next().is_some() || given.number().is_some())
            {
                notes.push(format!("`{part}` is left out."));
            }
        }
        let part = |name: &str| self.entry.get(name).and_then(Value::text);
        let namespace = Some((part("database"), part("collection")));
        let namespace = namespace.and_then(|(database, collection)| Some(format!("{}.{}", database?, collection?)));
        let inserts_per_sec = part("name").and_then(|name| rate(config, name));
        let template = document(&fields, true);
        Ok(Recipe { kind: KIND, template, count: None, namespace, key, inserts_per_sec, notes })
    }

    fn members(&mut self, value: Value<'a>, depth: u32, is_outer: bool) -> Result<Vec<(String, String)>, RecipeError> {
        value
            .members()
            .map(|(name, member)| {
                // A field that is a variable and nothing else holds it; others then refer to the field.
                let variable = member.text().and_then(|text| text.strip_prefix('#')).filter(|_| is_outer);
                let own = variable.filter(|variable| self.home(variable).as_ref() == Some(&name));
                let value = match own.and_then(|variable| self.variable(variable)) {
                    Some(variable) => self.print(variable, depth + 1)?,
                    None => self.print(member, depth + 1)?,
                };
                Ok((name, value))
            })
            .collect()
    }

    fn variable(&self, name: &str) -> Option<Value<'a>> {
        self.entry.get("variables")?.get(name)
    }

    /// The first outer field that holds a variable as it is.
    fn home(&self, variable: &str) -> Option<String> {
        let wanted = format!("#{variable}");
        self.template?.members().find(|(_, value)| value.is_text(&wanted)).map(|(name, _)| name)
    }

    fn print(&mut self, value: Value<'a>, depth: u32) -> Result<String, RecipeError> {
        if depth > DEPTH_MAX / 2 {
            return Err(RecipeError::TooDeep(KIND));
        }
        if let Some(text) = value.text() {
            return self.text(text, depth);
        }
        if value.tag == tag::ARRAY {
            let items = value.items().map(|item| self.print(item, depth + 1)).collect::<Result<Vec<_>, _>>()?;
            return Ok(format!("[{}]", items.join(", ")));
        }
        let Some((name, options)) = value.members().next().filter(|(name, _)| name.starts_with('%')) else {
            return if value.is_document() {
                Ok(document(&self.members(value, depth, false)?, false))
            } else {
                Ok(value.literal())
            };
        };
        match name.as_str() {
            "%dictionary" => {
                let dictionary = options.get("name").and_then(Value::text).unwrap_or_default();
                Ok(self.dictionary(dictionary))
            }
            "%dictionaryConcat" => {
                let word = self.dictionary(options.get("from").and_then(Value::text).unwrap_or_default());
                let length = options.get("length").map(|length| self.print(length, depth + 1)).transpose()?;
                let sep = options.get("sep").and_then(Value::text).unwrap_or_default();
                let array =
                    format!("{{ $array: {{ number: {}, of: {word} }} }}", length.unwrap_or_else(|| "1".to_owned()));
                Ok(format!("{{ $join: {{ array: {array}, sep: {} }} }}", quoted(sep)))
            }
            "%head" => Ok(format!("{{ $substr: {{ of: {}, length: 1 }} }}", self.option(options, "of", depth)?)),
            "%longlat" => {
                self.notes.push("`%longlat` yields places anywhere: there is no map of countries here.".to_owned());
                Ok("\"$coordinates\"".to_owned())
            }
            _ => match find_name(&name) {
                Some(_) => {
                    let options = if options.is_document() {
                        document(&self.members(options, depth, false)?, false)
                    } else {
                        self.print(options, depth + 1)?
                    };
                    Ok(format!("{{ {}: {options} }}", quoted(&name)))
                }
                None => Ok(self.unknown(&name)),
            },
        }
    }

    fn option(&mut self, options: Value<'a>, name: &str, depth: u32) -> Result<String, RecipeError> {
        options.get(name).map_or_else(|| Ok("null".to_owned()), |option| self.print(option, depth + 1))
    }

    fn text(&mut self, text: &str, depth: u32) -> Result<String, RecipeError> {
        if let Some(name) = text.strip_prefix('#') {
            let (variable, rest) = name.split_once('.').map_or((name, ""), |(variable, rest)| (variable, rest));
            if let Some(home) = self.home(variable).filter(|_| self.variable(variable).is_some()) {
                let path = if rest.is_empty() { home } else { format!("{home}.{rest}") };
                return Ok(quoted(&format!("${{{path}}}")));
            }
            if let Some(value) = self.variable(variable) {
                self.notes.push(format!("`#{variable}` is drawn anew in each place, since no field holds it."));
                return self.print(value, depth + 1);
            }
            return Ok(self.dictionary(name));
        }
        if text.starts_with('%') && find_name(text).is_none() {
            return Ok(self.unknown(text));
        }
        Ok(if text.starts_with('%') { quoted(text) } else { literal(text) })
    }

    fn unknown(&mut self, name: &str) -> String {
        self.notes.push(format!("`{name}` is not known here; words instead."));
        "\"$word\"".to_owned()
    }

    fn dictionary(&mut self, name: &str) -> String {
        let entries: Vec<String> = self
            .entry
            .get("dictionaries")
            .and_then(|dictionaries| dictionaries.get(name))
            .into_iter()
            .flat_map(Value::items)
            .map(Value::literal)
            .collect();
        if entries.is_empty() {
            self.notes.push(format!("`#{name}` is no variable and no list that stands in the file; words instead."));
            return "\"$word\"".to_owned();
        }
        format!("{{ $choose: {{ from: [{}] }} }}", entries.join(", "))
    }
}

/// Text that stands for itself in `SimRunner`, where only `%` and `#` mean something.
fn literal(text: &str) -> String {
    let mut bytes = Vec::new();
    crate::documents::raw::write_text(&mut bytes, text.as_bytes());
    Value { tag: tag::STRING, bytes: &bytes }.literal()
}

/// Inserts a second of the workloads that insert into a template: threads x batch every `pace` milliseconds. Without a
/// pace they go as fast as the machine, which says nothing.
fn rate(config: Value<'_>, template: &str) -> Option<u64> {
    let workloads = config.get("workloads").into_iter().flat_map(Value::items);
    let inserts = workloads.filter(|workload| {
        workload.get("template").is_some_and(|name| name.is_text(template))
            && workload.get("op").is_some_and(|op| op.is_text("insert"))
            && !workload.get("disabled").is_some_and(Value::is_true)
    });
    let rate = |workload: Value<'_>| {
        let number = |name: &str| workload.get(name).and_then(Value::count);
        let pace = number("pace").filter(|pace| *pace > 0)?;
        let batch = number("batch").unwrap_or(1).max(1);
        Some(number("threads").unwrap_or(1).saturating_mul(batch).saturating_mul(1000) / pace)
    };
    let total = inserts.filter_map(rate).fold(0_u64, u64::saturating_add);
    (total > 0).then_some(total)
}
