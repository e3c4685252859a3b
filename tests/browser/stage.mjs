// What every test of the workbench needs: the program, the page with either engine, a browser that tells on itself.

import { spawn, execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join, normalize, resolve } from "node:path";
import { chromium } from "playwright-core";

const root = resolve(import.meta.dirname, "../..");
const folder = process.env.CARGO_TARGET_DIR ?? join(root, "target");
/** The program and the engine in WebAssembly that are tested. */
export const program = process.env.YOMIKIRI ?? join(folder, "debug/yomikiri");
export const wasm = process.env.YOMIKIRI_ENGINE ?? join(folder, "wasm32-unknown-unknown/wasm/yomikiri_wasm.wasm");
const browserPath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json", ".wasm": "application/wasm" };

/** A folder that is removed at the end. */
export const scratch = mkdtempSync(join(tmpdir(), "yomikiri-browser-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

/** Runs the program to its end. @param {string[]} words */
export function run(...words) {
  return execFileSync(program, words, { encoding: "utf8" });
}

/** The page with a server. */
export async function server(...options) {
  const child = spawn(program, ["serve", "--bind", "127.0.0.1:0", "--engine", wasm, ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((done, failed) => {
    child.stdout.once("data", (text) => done(String(text).trim()));
    child.once("exit", (code) => failed(new Error(`the server ended: ${code}`)));
  });
  return { address, pid: child.pid, close: () => new Promise((done) => { child.once("exit", done); child.kill("SIGTERM"); }) };
}

/** The exported page on a host that has files and nothing else. */
export async function exported() {
  const files = join(scratch, "export");
  run("serve", "--engine", wasm, "--export", files);
  const host = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://host").pathname).replace(/\/$/, "/index.html");
    try {
      const content = readFileSync(join(files, path));
      response.writeHead(200, { "Content-Type": KINDS[extname(path)] ?? "application/octet-stream" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => host.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${host.address().port}/`, close: () => new Promise((done) => { host.close(done); host.closeAllConnections(); }) };
}

export async function browse() {
  const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  return chromium.launch({ executablePath: browserPath, headless: true, args: flags });
}

/**
 * A tab that remembers what went wrong: errors on the console, requests to other hosts.
 * @param {import("playwright-core").Browser} browser @param {string} address
 */
export async function tab(browser, address, { hash = "", width = 1280, height = 900, dark = false } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? "dark" : "light", acceptDownloads: true });
  const page = await context.newPage();
  const faults = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!["blob:", "data:"].includes(url.protocol) && url.host !== new URL(address).host) faults.push(`a request to ${url.host}`);
  });
  await page.goto(address + hash);
  await page.locator("#standing .who").waitFor();
  return { page, faults, close: () => context.close() };
}

/** Opens a panel by its name. @param {import("playwright-core").Page} page @param {string} name */
export async function panel(page, name) {
  await page.getByRole("tab", { name, exact: true }).click();
}

/** A position in the address. @param {string} game @param {string} moves */
export function at(game, moves = "") {
  return `#${new URLSearchParams({ game, ...(moves ? { moves } : {}) })}`;
}

/** Clicks a square of the board. @param {import("playwright-core").Page} page @param {string} square */
export async function click(page, square) {
  await page.locator(`#board [data-square="${square}"]`).click({ force: true });
}

/** Places a Trax tile: clicks its space until the move is offered, then confirms it. @param {import("playwright-core").Page} page @param {string} square @param {string} move */
export async function place(page, square, move) {
  for (let tries = 0; tries < 8; tries++) {
    await click(page, square);
    if ((await page.locator("#offer code").textContent()) === move) return page.locator("[data-tick]").click();
  }
  throw new Error(`${move} was not offered at ${square}`);
}
