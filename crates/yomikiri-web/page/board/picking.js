// From clicks to a move, for any game: a move is a list of squares, and several moves may name the same squares.
//
// Squares are collected until a move is complete. If other moves name the same squares (the tiles that fit a space in
// Trax), the next click on the last square goes to the next of them, and the move is played when it is confirmed.
// Moves that the rules refuse are shown in their turn with the reason.

/** @typedef {import("../types.js").Square} Square */
/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../types.js").Refused} Refused */

/** @param {Square} square */
const key = (square) => square.join();

export class Picking {
  /** @param {import("../types.js").Scene} scene */
  constructor(scene) {
    this.scene = scene;
    this.anyOrder = scene.layout?.any_order ?? false;
    /** @type {Square[]} */
    this.picked = [];
    /** Moves that name exactly the picked squares, those that are refused last. @type {(Choice | Refused)[]} */
    this.offers = [];
    this.turn = 0;
    const names = scene.choices.map((choice) => choice.squares.map(key).join(" "));
    /** Whether moves must be confirmed: some squares stand for several moves. */
    this.confirms = new Set(names).size < names.length;
  }

  /** The move that is offered now. @returns {Choice | Refused | null} */
  get offer() {
    return this.offers[this.turn] ?? null;
  }

  /** The squares that can be picked next. @returns {Map<string, Square>} */
  next() {
    const next = new Map();
    for (const choice of this.scene.choices) {
      const rest = this.rest(choice, this.picked);
      for (const square of this.anyOrder ? (rest ?? []) : (rest ?? []).slice(0, 1)) next.set(key(square), square);
    }
    return next;
  }

  /** The squares of a move that are not picked yet; null if the picked ones do not belong to it. @param {Choice | Refused} move @param {Square[]} picked */
  rest({ squares }, picked) {
    const have = picked.map(key);
    if (this.anyOrder) {
      const rest = squares.filter((square) => !have.includes(key(square)));
      return rest.length === squares.length - have.length ? rest : null;
    }
    return have.every((square, at) => squares[at] && key(squares[at]) === square) ? squares.slice(have.length) : null;
  }

  /**
   * Takes a click. Gives the move to play, if the click decides one.
   * @param {Square} square
   * @returns {string | null}
   */
  click(square) {
    const last = this.picked.at(-1);
    if (this.offers.length && last && key(last) === key(square)) {
      this.turn = (this.turn + 1) % this.offers.length;
      return null;
    }
    if (this.offers.length) this.clear();
    if (this.picked.some((picked) => key(picked) === key(square))) {
      this.clear();
      return null;
    }
    const picked = [...this.picked, square];
    const fits = (/** @type {Choice | Refused} */ move) => this.rest(move, picked);
    if (![...this.scene.choices, ...this.scene.refused].some(fits)) {
      const begun = this.picked.length > 0;
      this.clear();
      return begun ? this.click(square) : null;
    }
    this.picked = picked;
    const complete = (/** @type {Choice | Refused} */ move) => fits(move)?.length === 0;
    this.offers = [...this.scene.choices.filter(complete), ...this.scene.refused.filter(complete)];
    this.turn = 0;
    const only = this.offers.length === 1 && !this.confirms && "added" in this.offers[0];
    return only ? this.offers[0].move : null;
  }

  clear() {
    [this.picked, this.offers, this.turn] = [[], [], 0];
  }
}
