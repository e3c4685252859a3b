//! A text as words.

/// A word of a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// Letters, digits and `_`, no digit first. Keywords are names too.
    Name(String),
    /// Digits.
    Number(String),
    /// `->`, or one of the characters that mean something.
    Sign(&'static str),
    /// What stands between double quotes.
    Board(String),
}

const SIGNS: [&str; 18] =
    ["->", "(", ")", "[", "]", "{", "}", "|", ",", ";", ":", "=", "<", ">", "+", "-", "*", "^"];

/// The words of a text with the numbers of their lines. `//` begins a comment.
pub(super) fn words(text: &str) -> Result<Vec<(Word, usize)>, String> {
    let mut words = Vec::new();
    let mut line = 1;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let mut word = None;
        let length = if first.is_whitespace() {
            first.len_utf8()
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if first == '"' {
            let length = rest[1..].find('"').ok_or_else(|| format!("line {line}: the board does not end"))?;
            word = Some(Word::Board(rest[1..=length].to_owned()));
            length + 2
        } else if first.is_ascii_alphabetic() || first == '_' {
            let part = run(rest, |c| c.is_ascii_alphanumeric() || c == '_');
            word = Some(Word::Name(part.to_owned()));
            part.len()
        } else if first.is_ascii_digit() {
            let part = run(rest, |c| c.is_ascii_digit());
            word = Some(Word::Number(part.to_owned()));
            part.len()
        } else {
            let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
            let sign = sign.ok_or_else(|| format!("line {line}: `{first}` means nothing"))?;
            word = Some(Word::Sign(sign));
            sign.len()
        };
        words.extend(word.map(|word| (word, line)));
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    Ok(words)
}

/// The characters at the front that are of a kind.
fn run(text: &str, is_part: impl Fn(char) -> bool) -> &str {
    &text[..text.find(|c| !is_part(c)).unwrap_or(text.len())]
}
