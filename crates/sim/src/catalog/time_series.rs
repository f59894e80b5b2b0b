//! Shard keys of time series collections: what is stored is buckets, so a key names a bucket's fields.
//!
//! Source: server 8.0, `shardCollection` of time series, and the manual's limitations.

use thiserror::Error;

use super::pattern::{FieldKind, ShardKeyField, ShardKeyPattern};

/// Options of a time series collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeSeries {
    /// The field with the time of a measurement.
    pub time_field: String,
    /// The field that says what is measured.
    pub meta_field: Option<String>,
}

/// The key by which the buckets are sharded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BucketKey {
    /// Over `meta` and `control.min` fields.
    pub pattern: ShardKeyPattern,
    /// The time field is part of it: deprecated since 8.0, with a warning.
    pub uses_time: bool,
}

/// A key or options that a time series collection refuses.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TimeSeriesError {
    /// The time field is hashed, or not the last field.
    #[error("the time field `{field}` can only be the last field of the shard key, and ranged")]
    TimeField {
        /// The time field.
        field: String,
    },
    /// A field of the measurements.
    #[error("`{field}` is neither the time field nor the metadata field or a part of it")]
    OtherField {
        /// The field of the key.
        field: String,
    },
    /// Options that differ from those of the collection.
    #[error("the time series options are not those of the collection")]
    OptionsDiffer,
    /// No key is left.
    #[error(transparent)]
    Key(#[from] super::key_error::KeyError),
}

impl TimeSeriesError {
    /// The server's error code.
    #[must_use]
    pub fn code(&self) -> i32 {
        match self {
            Self::TimeField { .. } | Self::OtherField { .. } => 72,
            Self::OptionsDiffer => 5_731_500,
            Self::Key(error) => error.code(),
        }
    }
}

impl TimeSeries {
    /// Translates a key over measurements into one over buckets.
    ///
    /// # Errors
    /// A field that buckets do not have, or the time field hashed or not last.
    pub fn bucket_key(&self, key: &ShardKeyPattern) -> Result<BucketKey, TimeSeriesError> {
        let last_idx = key.fields().len() - 1;
        let mut fields = Vec::new();
        let mut uses_time = false;
        for (idx, field) in key.fields().iter().enumerate() {
            let path = if field.path == self.time_field {
                if field.kind == FieldKind::Hashed || idx != last_idx {
                    return Err(TimeSeriesError::TimeField { field: self.time_field.clone() });
                }
                uses_time = true;
                format!("control.min.{}", field.path)
            } else {
                self.meta_path(&field.path).ok_or_else(|| TimeSeriesError::OtherField { field: field.path.clone() })?
            };
            fields.push(ShardKeyField { path, kind: field.kind });
        }
        Ok(BucketKey { pattern: ShardKeyPattern::new(fields)?, uses_time })
    }

    /// `hostId` is `meta` in a bucket, `hostId.rack` is `meta.rack`.
    fn meta_path(&self, path: &str) -> Option<String> {
        let rest = path.strip_prefix(self.meta_field.as_deref()?)?;
        (rest.is_empty() || rest.starts_with('.')).then(|| format!("meta{rest}"))
    }

    /// Options given when an existing collection is sharded must be its own.
    ///
    /// # Errors
    /// They differ.
    pub fn check_same(&self, given: &Self) -> Result<(), TimeSeriesError> {
        if self == given { Ok(()) } else { Err(TimeSeriesError::OptionsDiffer) }
    }
}
