// A position as the part of the address after `#`, so that a link shows it and no server learns of it.

/** @param {{game: string, definition: string | null, position: string | null, line: string[], at: number}} state */
export function toHash({ game, definition, position, line, at }) {
  const fields = new URLSearchParams({ game });
  if (definition) fields.set("definition", definition);
  if (position) fields.set("position", position);
  if (line.length) fields.set("moves", line.join(" "));
  if (at < line.length) fields.set("at", String(at));
  return `#${fields}`;
}

/** @param {string} hash */
export function fromHash(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const game = fields.get("game");
  if (!game) return null;
  const moves = (fields.get("moves") ?? "").split(" ").filter(Boolean);
  const at = Number(fields.get("at") ?? moves.length);
  return { game, definition: fields.get("definition"), position: fields.get("position"), line: moves, at: Number.isInteger(at) ? at : moves.length };
}
