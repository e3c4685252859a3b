//! The report as a page that needs no other file.

use super::sections::{Block, Section};
use crate::Run;
use std::fmt::Write;
use yomikiri::text::Table;
use yomikiri_draw::escape;

const STYLE: &str = include_str!("page.css");

/// The whole page.
pub(super) fn html(run: &Run, sections: &[Section]) -> String {
    let mut page = String::new();
    // Writing to a string cannot fail.
    let _infallible = write_page(&mut page, run, sections);
    page
}

fn write_page(page: &mut String, run: &Run, sections: &[Section]) -> std::fmt::Result {
    writeln!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Yomikiri: the papers again</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n\
         <h1>The papers again</h1>\n<p>{}</p>\n</header>\n<nav>",
        escape(&run.circumstances())
    )?;
    for Section { id, title, .. } in sections {
        writeln!(page, "<a href=\"#{id}\">{}</a>", escape(short(title)))?;
    }
    writeln!(page, "</nav>\n<main>")?;
    for Section { id, title, blocks } in sections {
        writeln!(page, "<section id=\"{id}\">\n<h2>{}</h2>", escape(title))?;
        for block in blocks {
            write_block(page, block)?;
        }
        writeln!(page, "</section>")?;
    }
    writeln!(
        page,
        "</main>\n<footer><p>Made by <code>yomikiri reproduce</code>. The same figures for programs are in \
         <code>report.json</code>.</p></footer>\n</body>\n</html>"
    )
}

/// A title without its authors.
fn short(title: &str) -> &str {
    title.split_once(" · ").map_or(title, |(number, _)| number)
}

fn write_block(page: &mut String, block: &Block) -> std::fmt::Result {
    match block {
        Block::Text(text) => writeln!(page, "<p class=\"text\">{}</p>", marked(text)),
        Block::Table { title, table, remark } => {
            writeln!(page, "<h3>{}</h3>", escape(title))?;
            write_table(page, table)?;
            // Line breaks are for terminals.
            let remark = remark.replace('\n', " ");
            if remark.is_empty() {
                Ok(())
            } else {
                writeln!(page, "<p class=\"remark\">{}</p>", marked(&remark))
            }
        }
        Block::Figure { caption, svg, .. } => {
            writeln!(page, "<figure>\n{svg}<figcaption>{}</figcaption>\n</figure>", escape(caption))
        }
    }
}

/// A text in which what stands between backquotes is code.
fn marked(text: &str) -> String {
    let pieces = text.split('`').enumerate();
    let mark = |(number, piece): (usize, &str)| match number % 2 {
        0 => escape(piece),
        _ => format!("<code>{}</code>", escape(piece)),
    };
    pieces.map(mark).collect()
}

fn write_table(page: &mut String, table: &Table) -> std::fmt::Result {
    let classes: Vec<&str> = (0..table.header().len()).map(|column| class_of(table, column)).collect();
    let class = |column: usize| classes[column];
    writeln!(page, "<div class=\"scroll\"><table>\n<thead><tr>")?;
    for (column, name) in table.header().iter().enumerate() {
        write!(page, "<th{}>{}</th>", class(column), escape(name))?;
    }
    writeln!(page, "</tr></thead>\n<tbody>")?;
    let mut before: Option<&str> = None;
    for row in table.body() {
        // Rows whose first cells differ belong to different groups.
        let first = row.first().map(String::as_str);
        let begins = before.is_some() && before != first;
        before = first;
        write!(page, "{}", if begins { "<tr class=\"begins\">" } else { "<tr>" })?;
        for (column, cell) in row.iter().enumerate() {
            if cell.starts_with("yomikiri ") {
                write!(page, "<td><code>{}</code></td>", escape(cell))?;
            } else if let Some((number, power)) = power_of_ten(cell) {
                write!(page, "<td{}>{number}·10<sup>{power}</sup></td>", class(column))?;
            } else {
                write!(page, "<td{}>{}</td>", class(column), escape(cell))?;
            }
        }
        writeln!(page, "</tr>")?;
    }
    writeln!(page, "</tbody>\n</table></div>")
}

/// The two parts of a number such as 2.60e18.
fn power_of_ten(cell: &str) -> Option<(&str, u32)> {
    let (number, power) = cell.split_once('e')?;
    number.parse::<f64>().ok()?;
    Some((number, power.parse().ok()?))
}

/// The class of a column: numbers are aligned at the right, and sentences are broken into lines.
fn class_of(table: &Table, column: usize) -> &'static str {
    const LONGEST_LINE: usize = 60;
    if is_numeric(table, column) {
        " class=\"n\""
    } else if table
        .body()
        .iter()
        .any(|row| row[column].chars().count() > LONGEST_LINE && !row[column].starts_with("yomikiri "))
    {
        " class=\"words\""
    } else {
        ""
    }
}

/// Whether all cells of a column begin like numbers, or are empty.
fn is_numeric(table: &Table, column: usize) -> bool {
    let begins = |cell: &str| cell.starts_with(|c: char| c.is_ascii_digit() || c == '–') || cell == "no hits";
    let is_board = |cell: &str| cell.contains('×');
    table.body().iter().all(|row| begins(&row[column]) && !is_board(&row[column]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_ten_are_written_as_such() {
        assert_eq!(power_of_ten("2.60e18"), Some(("2.60", 18)));
        for cell in ["decisive", "e5", "1", "1e", "2.6e<b>"] {
            assert_eq!(power_of_ten(cell), None, "{cell}");
        }
    }

    #[test]
    fn texts_cannot_break_out_of_the_page() {
        let mut table = Table::new(["<b>", "n"]);
        table.row(["a & b".to_owned(), "1".to_owned()]);
        table.row(["a & b".to_owned(), "–".to_owned()]);
        table.row(["c".to_owned(), "2".to_owned()]);
        let mut page = String::new();
        let title = "<script>".to_owned();
        write_block(&mut page, &Block::Table { title, table, remark: "`x < y` & z".to_owned() })
            .expect("a string");
        assert!(page.contains("&lt;script&gt;") && page.contains("<th>&lt;b&gt;</th>"), "{page}");
        assert!(page.contains("<td>a &amp; b</td><td class=\"n\">1</td>"), "{page}");
        assert!(page.contains("<code>x &lt; y</code> &amp; z"), "{page}");
        assert_eq!(page.matches("class=\"begins\"").count(), 1, "{page}");
    }
}
