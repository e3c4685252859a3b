// The pictures of README and docs/workbench.md, made by the program and the browser.

import { join, resolve } from "node:path";
import { at, browse, panel, server, tab } from "./stage.mjs";

const folder = resolve(import.meta.dirname, "../../docs/pictures");
const LONG = { timeout: 120_000 };
// The beginning of a game of suites/trax/games-unlimited.trx.
const GAME = "@0/ A2+ A3/ @2/ @2/ A1/ D2+ B0+ @3+ D0/ E1/ F1/";

/** Each with the position, the window, and what is done before the picture is taken. */
const PICTURES = [
  ["workbench", { hash: at("trax", GAME), width: 1360, height: 860 }, async (page) => {
    await page.getByLabel("Seconds").fill("6");
    await page.getByRole("button", { name: "Judge every move" }).click();
    await page.locator("#panel button", { hasText: "Stop" }).and(page.locator(":disabled")).waitFor(LONG);
  }],
  ["workbench-values", { hash: at("amazons:6x6"), width: 1360, height: 1000, dark: true }, async (page) => {
    await panel(page, "Values");
    await page.getByRole("button", { name: "Value of the boards" }).click();
    await page.getByText("Region 1").waitFor(LONG);
  }],
  ["workbench-proof", { hash: at("trax:4x4"), width: 1360, height: 1000 }, async (page) => {
    await panel(page, "Proof");
    await page.getByRole("button", { name: "Prove" }).click();
    await page.getByText("The proof holds").waitFor(LONG);
    await page.getByRole("button", { name: "Walk through it" }).first().click();
    await page.locator(".cards svg").nth(1).waitFor(LONG);
    for (const sentence of ["makes this move", "answers every reply"]) {
      await page.locator(".cards button").first().click();
      await page.locator(".entry", { hasText: sentence }).waitFor(LONG);
      await page.locator(".cards svg").first().waitFor(LONG);
    }
  }],
  ["workbench-phone", { hash: at("gttt:4x4,animal=tippy", "b2 c3 c2"), width: 400, height: 860, dark: true }, async (page) => {
    await page.getByRole("button", { name: "Solve", exact: true }).click();
    await page.locator(".verdict").waitFor(LONG);
  }],
];

const [browser, host] = [await browse(), await server()];
try {
  for (const [name, options, prepare] of PICTURES) {
    const { page, faults, close } = await tab(browser, host.address, options);
    await prepare(page);
    await page.mouse.move(0, 0);
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: join(folder, `${name}.png`) });
    if (faults.length) throw new Error(`${name}: ${faults.join("; ")}`);
    await close();
  }
} finally {
  await browser.close();
  await host.close();
}
