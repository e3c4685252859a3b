// What the page is about: a game, a line of moves, the place in it, and what the engine says of that place.

/** @typedef {import("./types.js").Scene} Scene */

export class State {
  /** @param {import("./types.js").Engine} engine @param {import("./types.js").Engine} checker the engine that checks proofs */
  constructor(engine, checker) {
    this.engine = engine;
    this.checker = checker;
    this.game = "trax";
    /** @type {string | null} The text that describes the game, for games such as `toss:FILE`. */
    this.definition = null;
    /** @type {string | null} The position that the moves begin at. */
    this.position = null;
    /** @type {string[]} The whole line, also beyond the place that is shown. */
    this.line = [];
    /** The number of moves that are played. */
    this.at = 0;
    /** @type {Scene | null} */
    this.scene = null;
    /** What is said about moves: `wins`, `loses`, `draws`, `unknown`. @type {Map<string, string>} */
    this.marks = new Map();
    /** The move that is pointed out on the board. @type {string | null} */
    this.pointed = null;
    /** @type {Set<(what: string) => void>} */
    this.listeners = new Set();
    this.asked = 0;
  }

  /** Calls a function at every change; gives a function that ends it. @param {(what: string) => void} listener */
  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** @param {string} what */
  tell(what) {
    for (const listener of [...this.listeners]) listener(what);
  }

  /** The game, as fields of a request. */
  named() {
    return { game: this.game, ...(this.definition ? { definition: this.definition } : {}) };
  }

  /** The place that is shown, as fields of a request. */
  place() {
    return { ...this.named(), moves: this.line.slice(0, this.at), ...(this.position ? { position: this.position } : {}) };
  }

  /**
   * Shows another place. Gives an error message, or null.
   * @param {{game?: string, definition?: string | null, position?: string | null, line?: string[] | string, at?: number}} there
   * @returns {Promise<string | null>}
   */
  async go({ game = this.game, definition = game === this.game ? this.definition : null, position = this.position, line = this.line, at }) {
    const number = ++this.asked;
    const moves = typeof line === "string" ? line : line.slice(0, at ?? line.length);
    const answer = await this.engine.ask({ action: "show", game, moves, ...(definition ? { definition } : {}), ...(position ? { position } : {}) }).done;
    if (number !== this.asked) return null;
    if (answer.type !== "scene") return answer.message;
    const scene = /** @type {any} */ (answer);
    this.game = scene.game;
    this.definition = definition;
    this.position = position;
    this.line = typeof line === "string" ? scene.moves : [...line];
    this.at = scene.moves.length;
    this.line.splice(0, this.at, ...scene.moves);
    this.scene = scene;
    this.marks = new Map();
    this.pointed = null;
    this.tell("place");
    return null;
  }

  /** Plays a move where we are; what came after is forgotten unless it is the same move. @param {string} move */
  play(move) {
    if (this.line[this.at] === move) return this.jump(this.at + 1);
    return this.go({ line: [...this.line.slice(0, this.at), move] });
  }

  /** @param {number} at */
  jump(at) {
    return this.go({ at: Math.max(0, Math.min(at, this.line.length)) });
  }

  /** Points a move out on the board. @param {string | null} move */
  point(move) {
    if (this.pointed === move) return;
    this.pointed = move;
    this.tell("point");
  }

  /** Says something about moves. @param {Map<string, string>} marks */
  mark(marks) {
    this.marks = marks;
    this.tell("marks");
  }
}
