//! What the papers have and the report has not, or not like for like.

use super::{Block, Section};
use crate::Paper;
use yomikiri::text::Table;

/// Paper, table or figure, what is different, why.
const EXCEPTIONS: [(Paper, &str, &str, &str); 11] = [
    (
        Paper::LimitedTrax,
        "tables 4 and 5, 7×7",
        "not searched as in the paper",
        "8.6 billion nodes would take days on this machine; the same search is run on smaller boards",
    ),
    (
        Paper::LimitedTrax,
        "tables 4 and 5, 6×6, White",
        "not searched as in the paper",
        "not in an hour: 111 million nodes if its ratio to the paper's is that of 5×5 (2.56), 68 minutes of processor time at the speed \
         of the search for Red",
    ),
    (
        Paper::LimitedTrax,
        "5×5, White; 6×6, Red",
        "2.56 and 2.61 times the paper's nodes",
        "a shallow search that overlooks lines is confirmed by one that sees them, or answers could be wrong; without that they are 1.47 and \
         1.53 times. If it also overlooks only lines that need forced tiles, and threads mark nodes after it, they are 1.23 and 1.03 times \
         (docs/as-in-the-papers.md)",
    ),
    (
        Paper::LimitedTrax,
        "tables 4 and 5",
        "seconds as in the paper are not comparable",
        "twelve threads take turns on two cores, so that the nodes are those of twelve equal cores",
    ),
    (
        Paper::LimitedTrax,
        "figure 7",
        "without the paper's letters",
        "its picture is lost; two of three letters cannot be assigned",
    ),
    (
        Paper::SixBySix,
        "figures 6 and 7",
        "other puzzles",
        "the puzzles are those of a web site, and not ours to use; ours are made from random games",
    ),
    (
        Paper::Mates,
        "table 1 and figure 4",
        "other problems",
        "the paper's are not published; ours are made in the same way, from random games",
    ),
    (
        Paper::AmazonsEndgames,
        "table 1, 4 subgames at 6.85",
        "no figure of the paper",
        "it cannot be read in the scan",
    ),
    (
        Paper::AmazonsEndgames,
        "figures 1, 2 and 7 to 9",
        "examples of our own",
        "the pictures are lost, and the text does not define them",
    ),
    (
        Paper::GeneralisedTicTacToe,
        "tables 1 and 2",
        "no bloqqer before the solvers",
        "it is no part of the solvers that can be installed; our own preprocessing is part of the embedded solver",
    ),
    (
        Paper::GeneralisedTicTacToe,
        "figures 1 to 4",
        "not drawn",
        "they are descriptions of games in Toss: suites/toss has ours, which the program plays and solves",
    ),
];

/// The list.
pub(super) fn section(paper: Option<Paper>) -> Section {
    let mut table = Table::new(["where", "what", "why"]);
    for (of, place, what, why) in EXCEPTIONS {
        if paper.is_none_or(|paper| paper == of) {
            table.row([format!("{}, {place}", of.number()), what.to_owned(), why.to_owned()]);
        }
    }
    let remark =
        "Every other table and figure of the papers is above: theirs, ours as in the paper and ours our way.";
    Section {
        id: "exceptions",
        title: "What is not like for like".to_owned(),
        blocks: vec![Block::table("Exceptions", table, remark)],
    }
}
