//! A folder's files in memory, so that `dist/` is written at once and only when all of it is right.

use crate::error::TaskError;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hasher};
use std::path::Path;

/// File names (with `/` between folders) and contents.
#[derive(Default)]
pub struct Folder {
    files: BTreeMap<String, Vec<u8>>,
}

impl Folder {
    /// Reads a folder and the folders in it.
    pub fn read(path: &Path) -> Result<Self, TaskError> {
        let mut folder = Self::default();
        folder.read_into(path, "")?;
        Ok(folder)
    }

    fn read_into(&mut self, path: &Path, prefix: &str) -> Result<(), TaskError> {
        let failed = |error| TaskError::File(path.to_owned(), error);
        for entry in std::fs::read_dir(path).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                self.read_into(&entry.path(), &format!("{name}/"))?;
            } else {
                self.files.insert(name, std::fs::read(entry.path()).map_err(failed)?);
            }
        }
        Ok(())
    }

    /// All names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Takes a file out.
    pub fn take(&mut self, name: &str) -> Result<Vec<u8>, TaskError> {
        self.files.remove(name).ok_or_else(|| TaskError::Page(format!("it has no `{name}`")))
    }

    /// Takes a text file out.
    pub fn take_text(&mut self, name: &str) -> Result<String, TaskError> {
        String::from_utf8(self.take(name)?).map_err(|_| TaskError::Page(format!("`{name}` is not UTF-8")))
    }

    /// Adds a file.
    pub fn add(&mut self, name: &str, bytes: Vec<u8>) {
        self.files.insert(name.to_owned(), bytes);
    }

    /// Adds a file under a name that changes with its content, and returns the name: caches can keep it for ever.
    pub fn add_hashed(&mut self, stem: &str, extension: &str, bytes: Vec<u8>) -> String {
        let name = format!("{stem}-{}.{extension}", content_hash(&bytes));
        self.add(&name, bytes);
        name
    }

    /// Adds all files of another folder.
    pub fn add_rest(&mut self, other: Self) {
        self.files.extend(other.files);
    }

    /// Replaces a folder on disk by this one.
    pub fn write(&self, path: &Path) -> Result<(), TaskError> {
        let failed = |error| TaskError::File(path.to_owned(), error);
        if path.exists() {
            std::fs::remove_dir_all(path).map_err(failed)?;
        }
        for (name, bytes) in &self.files {
            let file = path.join(name);
            if let Some(parent) = file.parent() {
                std::fs::create_dir_all(parent).map_err(failed)?;
            }
            std::fs::write(&file, bytes).map_err(|error| TaskError::File(file.clone(), error))?;
        }
        Ok(())
    }
}

/// 16 hexadecimal digits that change with the content. Names a cache entry, protects nothing.
pub fn content_hash(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::content_hash;

    #[test]
    fn names_follow_the_content() {
        assert_eq!(content_hash(b"a"), content_hash(b"a"));
        assert_ne!(content_hash(b"a"), content_hash(b"b"));
        assert_eq!(content_hash(b"a").len(), 16);
    }
}
