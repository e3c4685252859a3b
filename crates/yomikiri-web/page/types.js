// The shapes of the protocol (docs/workbench.md), for the type checker. Nothing here runs.

/** @typedef {[number, number]} Square columns to the right of and rows below a fixed square */
/** @typedef {"first" | "second"} Player */
/** @typedef {{at: Square, kind: "tile" | "stone" | "amazon" | "arrow", player?: Player, tile?: string}} Piece */
/**
 * @typedef {object} Layout
 * @property {Square} corner
 * @property {string[]} columns
 * @property {string[]} rows
 * @property {number | null} floats
 * @property {boolean} wraps
 * @property {boolean} any_order
 * @property {Piece[]} pieces
 * @property {{at: Square, player: Player}[]} winning
 */
/** @typedef {{move: string, squares: Square[], added: Piece[], removed?: Square[], ends?: string}} Choice */
/** @typedef {{move: string, squares: Square[], why: string}} Refused */
/**
 * @typedef {object} Scene
 * @property {string} game
 * @property {string[]} moves
 * @property {Player} to_move
 * @property {boolean} over
 * @property {Player | null} winner
 * @property {string | null} reason
 * @property {string} [position]
 * @property {string[]} legal_moves
 * @property {string[]} board
 * @property {[string, string]} colours
 * @property {{threats: boolean, values: boolean, formulas: boolean, proofs: boolean, draws: boolean}} abilities
 * @property {Layout | null} layout
 * @property {Choice[]} choices
 * @property {Refused[]} refused
 * @property {number} left_out
 */
/** @typedef {{type: string, id: number, final: boolean, [field: string]: any}} Answer */
/** @typedef {{action: string, [field: string]: any}} Question */
/** @typedef {{done: Promise<Answer>, stop: () => void}} Asked */
/** @typedef {{ask: (question: Question, heard?: (answer: Answer) => void) => Asked, name: string}} Engine */

export {};
