//! The paper's estimate of the size of a table of sums, and what it comes to with canonical forms.

use yomikiri::text::{Table, grouped};

/// What to say above the table.
pub const ARITHMETIC_TITLE: &str = "The paper's arithmetic for subgames of 4 empty squares, and ours:";
/// What to say below it.
pub const ARITHMETIC_REMARK: &str = "The paper counts trees as half of the boards; canonical forms are far fewer. Sums need no table at all here:\n\
     they are decided exactly from the values of their subgames.";

/// The size of a table of the sums of three and four subgames with 4 empty squares and one amazon each.
#[must_use]
pub fn arithmetic(boards_up_to_symmetry: u64, forms: u64) -> Table {
    const ENTRY_BYTES: f64 = 3.0;
    const EXCEPTIONS: f64 = 0.03;
    let mut table = Table::new(["", "paper", "here"]);
    table.row(["boards".to_owned(), "30,906".to_owned(), grouped(boards_up_to_symmetry)]);
    table.row(["trees".to_owned(), "15,453".to_owned(), grouped(forms)]);
    for (subgames, paper) in [(3, "332 GB"), (4, "1 TB")] {
        let bytes = (forms as f64).powi(subgames) * EXCEPTIONS * ENTRY_BYTES;
        let what = format!("sums of {subgames}: 3 % of them, 3 bytes each");
        table.row([what, paper.to_owned(), format!("{} MB", grouped((bytes / 1e6) as u64))]);
    }
    table
}
