import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { AskState } from "../../src/exports/client.ts";
import { launcher } from "../cli/run-bridle.ts";
import { eventually } from "../daemon/support/eventually.ts";
import { all, eventsUntil } from "../daemon/support/session-events.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { armed, asking, bash } from "./support/asking.ts";
import { launchBrowser, noBrowser, type OpenPage, openPage } from "./support/browser.ts";

let browser: Browser;
let daemon: TestDaemon;
let pages: readonly [OpenPage, OpenPage];

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  daemon = await startDaemon({ set: ["daemon.default_agent=bridle"], env: { BRIDLE_PROVIDER: "scripted" } });
  const phone = { width: 390, height: 844, ownLogin: true };
  pages = [await openPage(browser, daemon, { ownLogin: true }), await openPage(browser, daemon, phone)];
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
});

interface Terminal {
  readonly status: number | null;
  readonly output: string;
}

function approveInTerminal(askId: string): Promise<Terminal> {
  const { PATH } = process.env;
  const env = { PATH, HOME: daemon.cwd, BRIDLE_HOME: daemon.home };
  const child = spawn(process.execPath, [launcher, "approve", askId, "--deny"], { env, stdio: "pipe" });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part) => (output += part));
  return new Promise((resolve) => child.once("close", (status) => resolve({ status, output })));
}

/** Holds the answer of a page back until it is let go: so all of them are on their way at once. */
async function held(page: Page, press: () => Promise<void>): Promise<() => void> {
  const pressed = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route("**/AnswerAsk", async (route) => {
    pressed.resolve();
    await released.promise;
    await route.continue();
  });
  await press();
  await pressed.promise;
  return released.resolve;
}

const outcome = (page: Page): Promise<string> =>
  eventually("what came of it", async () => (await page.locator(".ask-outcome p").textContent()) || undefined);

for (const [round, delayMs] of [0, 200, 400, 800].entries())
  test(`U3 two browsers and a terminal answer the same ask at once: one wins, the others are told who (the pages ${delayMs} ms after the terminal)`, {
    skip: noBrowser,
  }, async () => {
    const file = `raced-${round}`;
    const { id, ask } = await asking(daemon, bash(`touch ${file}`));
    const [{ page: allower }, { page: denier }] = pages;
    for (const { page } of pages) {
      await page.goto(`${daemon.url}/asks/${ask.id}`);
      await armed(page);
    }
    const release = [
      await held(allower, () => allower.getByRole("button", { name: "Allow once" }).click()),
      await held(denier, () => denier.getByRole("button", { name: "Deny", exact: true }).tap()),
    ];
    const terminal = approveInTerminal(ask.id);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    for (const go of release) go();
    const ends = { allower: await outcome(allower), denier: await outcome(denier), terminal: await terminal };
    for (const { page } of pages) await page.unroute("**/AnswerAsk");

    const isEnd = ({ kind }: { kind: { case: string | undefined } }) => kind.case === "turnComplete";
    const events = await eventsUntil(daemon.client, id, isEnd, { what: "the end of the turn", daemon });
    const resolved = all(events, "permissionResolved");
    assert.equal(resolved.length, 1, "it is decided once");
    const by = resolved[0]?.decidedBy ?? "";
    const won = [ends.allower === "Allowed.", ends.denier === "Denied.", ends.terminal.status === 0];
    assert.equal(won.filter(Boolean).length, 1, JSON.stringify(ends));
    // What the winner wanted, and nobody else.
    assert.equal(resolved[0]?.state, won[0] ? AskState.ALLOWED : AskState.DENIED);
    assert.equal(existsSync(join(daemon.cwd, file)), won[0]);
    assert.equal(by === "local", won[2]);
    const word = won[0] ? "allowed" : "denied";
    const who = won[2] ? "in a terminal on the daemon's machine" : `in the browser ${by}`;
    // By the answer to its own, or by the news before that.
    for (const [at, text] of [ends.allower, ends.denier].entries())
      if (!won[at]) assert.match(text, new RegExp(`^(?:Someone else was faster:|Bash was) ${word} ${who} at \\d`));
    if (!won[2]) {
      assert.equal(ends.terminal.status, 1);
      assert.match(ends.terminal.output, new RegExp(`too late, it was ${word} by ${by}`));
    }
    for (const { page, troubles } of pages) {
      await page.getByText("Nothing is waiting for you").waitFor();
      assert.deepEqual(troubles, []);
    }
  });

test("U3 who looks at an ask that somebody else decides is told by whom; its address says so later, too", {
  skip: noBrowser,
}, async () => {
  const { ask } = await asking(daemon, bash("touch looked-at"));
  const [{ page }] = pages;
  await page.goto(`${daemon.url}/asks/${ask.id}`);
  await armed(page);
  await approveInTerminal(ask.id);
  assert.match(await outcome(page), /^Bash was denied in a terminal on the daemon's machine at \d/);
  await page.goto(`${daemon.url}/asks/${ask.id}`);
  await page.getByText(/^Bash was denied in a terminal on the daemon's machine at \d/).waitFor();
  await page.getByRole("link", { name: "Open its session" }).click();
  await page.locator("summary", { hasText: "touch looked-at" }).click();
  await page.getByText("denied in a terminal on the daemon's machine").waitFor();
});
