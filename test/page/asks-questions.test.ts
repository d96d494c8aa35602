import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { AskState } from "../../src/exports/client.ts";
import { eventually } from "../daemon/support/eventually.ts";
import { startDaemon, type TestDaemon } from "../daemon/support/start-daemon.ts";
import { assertAccessible } from "./support/accessible.ts";
import { armed } from "./support/asking.ts";
import { answersIn, askingAgent, wanting } from "./support/asking-agent.ts";
import { launchBrowser, noBrowser, type OpenPage, openPage } from "./support/browser.ts";

let browser: Browser;
let daemon: TestDaemon;
let opened: OpenPage;

before(async () => {
  if (noBrowser !== false) return;
  browser = await launchBrowser();
  daemon = await startDaemon({ agents: { asking: askingAgent } });
  opened = await openPage(browser, daemon, { width: 390, height: 844 });
});
after(async () => {
  assert.deepEqual(opened?.troubles ?? [], []);
  await browser?.close();
  await daemon?.[Symbol.asyncDispose]();
});

const questions = [
  {
    question: "Which colour?",
    header: "Colour",
    options: [
      { label: "Red", description: "warm", preview: "### red ###" },
      { label: "Blue", description: "cold", preview: "=== blue ===" },
    ],
  },
  { question: "Which parts?", header: "Parts", multiSelect: true, options: [{ label: "Top" }, { label: "Side" }] },
  { question: "Anything else?", header: "More", options: [{ label: "No" }, { label: "Later" }] },
];

async function open(): Promise<{
  readonly askId: string;
  readonly answered: () => Promise<{ [field: string]: unknown }>;
}> {
  const before = answersIn(daemon).length;
  const { asks } = await wanting(daemon, "asking", { tool_name: "AskUserQuestion", input: { questions } });
  const askId = asks[0]?.id ?? "";
  await opened.page.goto(`${daemon.url}/asks/${askId}`);
  await armed(opened.page);
  return { askId, answered: () => eventually("the answer", async () => answersIn(daemon)[before]) };
}

test("U3 several questions are answered by thumb: one choice, several, and own words; what is missing is named first", {
  skip: noBrowser,
}, async () => {
  const { page } = opened;
  const { askId, answered } = await open();
  for (const preview of ["### red ###", "=== blue ==="]) await page.getByText(preview).waitFor();
  await page.getByText("Blue", { exact: false }).first().tap();
  await page.getByRole("checkbox", { name: "Side" }).check();
  await page.getByRole("checkbox", { name: "Top" }).check();
  await page.getByRole("button", { name: "Answer", exact: true }).tap();
  await page.getByText("Question 3: choose an answer, or write your own").waitFor();
  assert.equal((await daemon.client.conversation.getAsk({ askId })).ask?.state, AskState.OPEN, "nothing was sent");
  await assertAccessible(page, "a question that is not answered");
  await page.getByRole("radio", { name: "Something else" }).last().check();
  await page.getByLabel("Your own answer to: Anything else?").fill("  In my own words ");
  await armed(page);
  await page.getByRole("button", { name: "Answer", exact: true }).tap();
  const { updatedInput } = (await answered()) as { updatedInput: { answers: object } };
  assert.deepEqual(updatedInput.answers, {
    "Which colour?": "Blue",
    "Which parts?": "Top, Side",
    "Anything else?": "In my own words",
  });
});

test("U3 questions are answered by numbers, arrows and one letter", { skip: noBrowser }, async () => {
  const { page } = opened;
  const { answered } = await open();
  // One choice leads to the next question; of several the person says when.
  for (const key of ["1", "1", "2", "ArrowDown", "3"]) await page.keyboard.press(key);
  await page.getByLabel("Your own answer to: Anything else?").waitFor();
  await page.keyboard.type("2 more");
  await page.keyboard.press("Tab");
  await armed(page);
  await page.keyboard.press("a");
  const { updatedInput } = (await answered()) as { updatedInput: { answers: object } };
  assert.deepEqual(updatedInput.answers, {
    "Which colour?": "Red",
    "Which parts?": "Top, Side",
    "Anything else?": "2 more",
  });
});

test("U3 questions are declined, and declined with a reason", { skip: noBrowser }, async () => {
  const { page } = opened;
  const plain = await open();
  await page.getByRole("button", { name: "Decline", exact: true }).tap();
  assert.equal((await plain.answered()).behavior, "deny");
  const told = await open();
  await page.getByRole("button", { name: "Decline with a reason" }).tap();
  await page.getByRole("textbox", { name: "Reason" }).fill("Decide yourself");
  await armed(page);
  await page.getByRole("button", { name: "Decline", exact: true }).tap();
  const answer = await told.answered();
  assert.deepEqual([answer.behavior, answer.message], ["deny", "Decide yourself"]);
});
