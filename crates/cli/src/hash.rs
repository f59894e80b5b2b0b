//! `shardscope hash EJSON`.

use crate::error::CliError;
use bson::RawDocumentBuf;
use shardscope_session::documents::literal;
use shardscope_sim::bson::hash64;

/// A value to hash.
#[derive(clap::Args)]
pub struct Arguments {
    /// Extended JSON or a shell literal: 42, "abc", {"$oid": "..."}, ObjectId("...").
    #[arg(allow_hyphen_values = true)]
    value: String,
}

/// The hash, as `NumberLong` prints it: what `convertShardKeyToHashed` returns.
pub fn run(arguments: &Arguments) -> Result<String, CliError> {
    let value = literal::parse_value(&arguments.value)?;
    let mut document = RawDocumentBuf::new();
    if let Ok(value) = bson::RawBson::try_from(value) {
        document.append(bson::cstr!("v"), value);
    }
    let value = document.iter().flatten().next().map_or(bson::RawBsonRef::Null, |(_, value)| value);
    Ok(hash64(value).to_string())
}
