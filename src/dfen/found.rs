use std::fmt;

/// What stands at a place of a text where ASCII was expected: a byte, and the character in UTF-8 that begins with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Found {
    byte: u8,
    character: Option<char>,
}

impl Found {
    /// What begins at `offset`, which lies within the text.
    #[must_use]
    pub fn at(text: &[u8], offset: usize) -> Self {
        let rest = &text[offset..];
        let rest = &rest[..rest.len().min(4)];
        let whole = str::from_utf8(rest).map_or_else(|error| error.valid_up_to(), str::len);
        let characters = str::from_utf8(&rest[..whole]).unwrap_or_default();
        Self { byte: rest[0], character: characters.chars().next().filter(|first| !first.is_ascii()) }
    }
}

/// `the byte 0xff`, or `the byte 0xc3 of U+00E9`.
impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the byte {:#04x}", self.byte)?;
        self.character.map_or(Ok(()), |character| write!(f, " of U+{:04X}", u32::from(character)))
    }
}
