//! Documents in: files and pasted text, the generator's templates, and shell literals.
