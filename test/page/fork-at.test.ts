import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { ownAgent } from "../daemon/support/own-agent.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { ask, createSession } from "../daemon/support/talk.ts";
import { ScriptedModelApi } from "../lab/scripted-model-api.ts";
import { assertAccessible } from "./support/accessible.ts";
import { launchBrowser, noBrowser, openPage } from "./support/browser.ts";

let browser: Browser;
let daemon: TestDaemon;
let api: ScriptedModelApi;

before(async () => {
  if (noBrowser !== false) return;
  api = await ScriptedModelApi.start();
  browser = await launchBrowser();
  daemon = await startDaemon({ agents: { own: ownAgent(api.url) } });
});
after(async () => {
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
  await api?.close();
});

const words = ["apple", "pear", "plum", "cherry"];
const saying = (word: string): string => `Tell of the ${word}. ${scripted({ text: `About the ${word}.` })}`;

/** What the model was given last. */
function known(): string[] {
  const { messages } = (api.requests.at(-1)?.body ?? {}) as { readonly messages?: unknown };
  return words.filter((word) => JSON.stringify(messages).includes(`About the ${word}`));
}

/** The id of the session that the page shows then. */
async function forked(page: Page, from: string): Promise<string> {
  const dialog = page.getByRole("dialog", { name: "Fork this session" });
  await dialog.getByText("knows this conversation up to there").waitFor();
  await assertAccessible(page, "forking from an answer");
  await dialog.getByRole("button", { name: "Fork", exact: true }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/s/") && !url.pathname.endsWith(from));
  return /\/s\/([^#?]+)/.exec(page.url())?.[1] ?? "";
}

for (const [width, press] of [
  [390, "tap"],
  [1280, "click"],
] as const)
  test(`U3 an answer and a prompt are where a fork begins, at ${width} px; the first prompt is not`, {
    skip: noBrowser,
  }, async () => {
    const { id } = await createSession(daemon);
    for (const word of ["apple", "pear", "plum"]) await ask(daemon, id, saying(word));
    const { page, context, troubles } = await openPage(browser, daemon, { width, height: 844 });
    const menuOf = async (text: string): Promise<void> => {
      await page.goto(`${daemon.url}/s/${id}`);
      const row = page.getByRole("log").locator('.row[data-kind="prompt"]', { hasText: text });
      await row.getByRole("button", { name: "Copy or link" })[press]();
    };
    await menuOf("Tell of the apple.");
    await page.getByRole("button", { name: "Copy link" }).waitFor();
    assert.equal(await page.getByRole("button", { name: /^Fork/ }).count(), 0, "nothing was said before it");

    for (const [text, item, kept] of [
      ["Tell of the plum.", "Fork before this prompt …", ["apple", "pear"]],
      ["Tell of the pear.", "Fork before this prompt …", ["apple"]],
    ] as const) {
      await menuOf(text);
      await page.getByRole("button", { name: item })[press]();
      await ask(daemon, await forked(page, id), saying("cherry"));
      assert.deepEqual(known(), [...kept, "cherry"]);
    }
    await page.goto(`${daemon.url}/s/${id}`);
    const answer = page.getByRole("log").locator('.row[data-kind="text"]', { hasText: "About the pear." });
    await answer.getByRole("button", { name: "Copy or link" })[press]();
    await page.getByRole("button", { name: "Fork from here …" })[press]();
    await ask(daemon, await forked(page, id), saying("cherry"));
    assert.deepEqual(known(), ["apple", "pear", "cherry"]);
    assert.deepEqual(troubles, []);
    await context.close();
  });
