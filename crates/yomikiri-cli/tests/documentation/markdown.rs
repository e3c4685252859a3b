//! What a page shows: commands, their outputs, blocks of Rust.

use snapbox::Data;
use snapbox::filter::NormalizeToExpected;
use std::path::Path;

/// A page of documentation.
pub struct Page {
    /// Its path from the root of the repository.
    pub name: String,
    pub text: String,
    pub commands: Vec<Command>,
    /// Blocks of Rust, with the line they begin after.
    pub rust: Vec<(usize, String)>,
    /// Lines of commands in blocks that are not called `console`, so that they would not be found.
    pub unlabelled: Vec<usize>,
}

/// A command as it is shown.
pub struct Command {
    /// Counted from 1.
    pub line: usize,
    /// Without the prompt and the comment.
    pub text: String,
    /// The exit code: 0, unless the comment says "exit code N".
    pub exit: i32,
    /// What is shown below it, if that is its output.
    pub output: Option<String>,
}

impl Command {
    fn new(line: usize, shown: &str, output: Option<String>) -> Self {
        let (text, comment) = split_comment(shown);
        let exit = comment.split_once("exit code ").map_or(0, |(_, code)| {
            let digits = code.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
            digits.parse().expect("a number after \"exit code\"")
        });
        Self { line, text: text.trim().to_owned(), exit, output }
    }
}

/// A line of shell without its comment, and the comment.
fn split_comment(line: &str) -> (&str, &str) {
    let (mut quoted, mut after_blank) = (false, true);
    for (at, c) in line.char_indices() {
        match c {
            '\'' => quoted = !quoted,
            '#' if !quoted && after_blank => return line.split_at(at),
            _ => {}
        }
        after_blank = c == ' ';
    }
    (line, "")
}

impl Page {
    pub fn read(root: &Path, file: &Path) -> Self {
        let text = std::fs::read_to_string(root.join(file)).expect("a page");
        let name = file.to_str().expect("a plain name").to_owned();
        let mut page =
            Self { name, text: text.clone(), commands: Vec::new(), rust: Vec::new(), unlabelled: Vec::new() };
        // README and the guide are for newcomers, who try what is said in passing, too.
        let in_passing = ["README.md", "docs/guide.md"].contains(&page.name.as_str());
        let mut fence: Option<(String, usize)> = None;
        let lines: Vec<&str> = text.lines().collect();
        for (at, &line) in lines.iter().enumerate() {
            match (line.trim_start().strip_prefix("```"), &fence) {
                (Some(kind), None) => fence = Some((kind.to_owned(), at + 1)),
                (Some(_), Some((kind, from))) => {
                    page.block(kind, *from, &lines[*from..at]);
                    fence = None;
                }
                (None, Some(_)) => {}
                (None, None) => {
                    if let Some(shown) = line.strip_prefix("    ") {
                        page.indented(at + 1, shown);
                    } else if in_passing {
                        page.inline(at + 1, line);
                    }
                }
            }
        }
        page
    }

    /// A block between fences.
    fn block(&mut self, kind: &str, from: usize, lines: &[&str]) {
        let numbered = || lines.iter().enumerate().map(|(at, &line)| (from + at + 1, line));
        match kind {
            "sh" => {
                let commands = numbered().filter(|(_, line)| !line.trim().is_empty());
                self.commands.extend(commands.map(|(at, line)| Command::new(at, line, None)));
            }
            "console" => {
                for (at, line) in numbered() {
                    if let Some(shown) = line.strip_prefix("$ ") {
                        self.commands.push(Command::new(at, shown, Some(String::new())));
                    } else if let Some(output) =
                        self.commands.last_mut().and_then(|last| last.output.as_mut())
                    {
                        output.push_str(line);
                        output.push('\n');
                    }
                }
            }
            "rust" => self.rust.push((from, lines.iter().map(|line| format!("{line}\n")).collect())),
            _ => self
                .unlabelled
                .extend(numbered().filter(|(_, line)| line.starts_with("$ ")).map(|(at, _)| at)),
        }
    }

    /// A line that Markdown shows as code because it is indented.
    fn indented(&mut self, at: usize, shown: &str) {
        let shown = shown.strip_prefix("$ ").unwrap_or(shown);
        if shown.starts_with("yomikiri ") || shown.starts_with("cargo run --release -- ") {
            self.commands.push(Command::new(at, shown, None));
        }
    }

    /// Commands between backquotes in a line of text.
    fn inline(&mut self, at: usize, line: &str) {
        let code = line.split('`').skip(1).step_by(2).filter(|code| code.starts_with("yomikiri "));
        self.commands.extend(code.map(|shown| Command::new(at, shown, None)));
    }

    /// Puts new outputs in the place of the old ones.
    pub fn rewrite(&self, root: &Path, outputs: &[(&Command, String)]) {
        let mut lines: Vec<String> = self.text.lines().map(str::to_owned).collect();
        for (command, output) in outputs.iter().rev() {
            let Some(shown) = &command.output else { continue };
            let new = with_seconds_open(&normalized(shown, output));
            lines.splice(command.line..command.line + shown.lines().count(), new.lines().map(str::to_owned));
        }
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        if text != self.text {
            std::fs::write(root.join(&self.name), text).expect("the page can be written");
        }
    }
}

/// The output with `[..]` (and `...` for whole lines) wherever what is shown leaves it open.
fn normalized(shown: &str, output: &str) -> String {
    let shown = Data::text(shown.to_owned());
    NormalizeToExpected::new().redact().normalize(Data::text(output.to_owned()), &shown).to_string()
}

/// The text with `[..]` for numbers of seconds, which differ every time.
fn with_seconds_open(text: &str) -> String {
    let text = [r#"seconds":"#, r#""time":"#].iter().fold(text.to_owned(), |text, key| with_open(&text, key));
    let mut open = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find(" s") {
        let (before, after) = rest.split_at(at);
        let stem = before.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        let is_word = after[2..].starts_with(|c: char| c.is_alphanumeric());
        let is_seconds = stem.len() < before.len() && !is_word;
        open += if is_seconds { stem } else { before };
        open += if is_seconds { "[..] s" } else { " s" };
        rest = &after[2..];
    }
    open + rest
}

/// The text with `[..]` for the numbers after a key of a JSON object.
fn with_open(text: &str, key: &str) -> String {
    let mut parts = text.split(key);
    let mut open = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit() || ".e-+".contains(c));
        open += key;
        open += if rest.len() < part.len() { "[..]" } else { "" };
        open += rest;
    }
    open
}

/// How an output differs from what is shown, if it does.
pub fn difference(page: &str, command: &Command, output: &str) -> Option<String> {
    let shown = command.output.as_deref()?;
    let printed = normalized(shown, output);
    // A blank line may set a command apart from the one before it.
    let (shown, printed) = (shown.trim_end(), printed.trim_end());
    if shown == printed {
        return None;
    }
    let same = shown.lines().zip(printed.lines()).take_while(|(shown, printed)| shown == printed).count();
    let from =
        |text: &str| text.lines().skip(same).take(5).map(|line| format!("  {line}\n")).collect::<String>();
    Some(format!(
        "{page}:{}: `{}` does not print\n{}but\n{}",
        command.line + 1 + same,
        command.text,
        from(shown),
        from(printed)
    ))
}

#[test]
fn comments_and_exit_codes_are_told_from_commands() {
    let command = Command::new(
        1,
        r"yomikiri db query 4x4.ydb 'x..#|.. #.o'   # looked up: exit code 10, as ever",
        None,
    );
    assert_eq!(command.text, r"yomikiri db query 4x4.ydb 'x..#|.. #.o'");
    assert_eq!(command.exit, 10);
    assert_eq!(Command::new(1, "yomikiri show trax#1 # a comment", None).text, "yomikiri show trax#1");
    assert_eq!(Command::new(1, "yomikiri bench", None).exit, 0);
}

#[test]
fn differences_are_seen() {
    let command = Command::new(7, "yomikiri bench", Some("nodes 5, [..] s\n\nend\n\n".to_owned()));
    assert_eq!(difference("page", &command, "nodes 5, 0.1 s\n\nend\n"), None);
    let wrong = difference("page", &command, "nodes 6, 0.1 s\n\nend\n").expect("a difference");
    assert!(wrong.starts_with("page:8: `yomikiri bench` does not print\n  nodes 5, [..] s\n"), "{wrong}");
    assert!(difference("page", &command, "nodes 5, 0.1 s\n").is_some());
    assert!(difference("page", &command, "nodes 5, 0.1 s\n\nend\nof it\n").is_some());
}

#[test]
fn seconds_are_left_open() {
    let text = "  no: 154 nodes, 0.160 s, 351 sums and 3 stones\n4     12.5 s\n(8 s)\n";
    let open = "  no: 154 nodes, [..] s, 351 sums and 3 stones\n4     [..] s\n([..] s)\n";
    assert_eq!(with_seconds_open(text), open);
    assert_eq!(with_seconds_open(open), open);
    let text = r#"{"time":1.5e9,"line":[],"median_seconds":7e-6,"seconds":0.5}"#;
    let open = r#"{"time":[..],"line":[],"median_seconds":[..],"seconds":[..]}"#;
    assert_eq!(with_seconds_open(text), open);
    assert_eq!(with_seconds_open(open), open);
}
