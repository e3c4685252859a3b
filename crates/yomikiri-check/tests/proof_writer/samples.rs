//! Small games and positions to prove something of.

/// A positional game in which the players do not alternate.
pub const SETS: &str = "#blackinitials\nb\n#whiteinitials\n#times\nt1 t2 t3 t4 t5\n#blackturns\nt1 t4 t5\n#positions\na b c d e f g\n\
                    #blackwins\na b c\nc d e\n#whitewins\nd e f\na g";

/// Two in a row, a column or nothing, on a board of two rows; player 2 needs a column.
pub const TWO_ROWS: &str = "// A small game
PLAYERS 1, 2
REL WinP() = ex x, y (P(x) and P(y) and (R(x, y) or C(x, y)))
REL WinQ() = ex x, y (Q(x) and Q(y) and C(x, y))
RULE Black: [a | | -] -> [a | P{a} | -] emb P, Q pre not WinQ()
RULE White: [a | | -] -> [a | Q{a} | -] emb P, Q pre not WinP()
LOC 0 { PLAYER 1 { PAYOFF :(WinP()) - :(WinQ()) MOVES [Black -> 1] } PLAYER 2 { PAYOFF :(WinQ()) - :(WinP()) } }
LOC 1 { PLAYER 1 { PAYOFF :(WinP()) - :(WinQ()) } PLAYER 2 { PAYOFF :(WinQ()) - :(WinP()) MOVES [White -> 0] } }
START [ | P:1 {}; Q:1 {} | ] \"
 * Q *
 * * *
\"";

/// Amazons in a corner of the smallest board.
pub const CORNER: [u8; 17] = [0, 1, 0, 0, 3, 0, 0, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3];
