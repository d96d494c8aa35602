import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { type Ask, SessionState } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import type { TestDaemon } from "../../daemon/support/start-daemon.ts";
import { createSession, reaches } from "../../daemon/support/talk.ts";

interface ToolUse {
  readonly name: string;
  readonly input: { readonly [field: string]: unknown };
}

/** A session that wants to use these tools, one after another; and its first ask. */
export async function asking(daemon: TestDaemon, ...uses: readonly ToolUse[]): Promise<{ id: string; ask: Ask }> {
  const steps = uses.map((use) => ({ tools: [use] }));
  const { id } = await createSession(daemon, scripted(...steps, { text: "done" }));
  return { id, ask: await openAsk(daemon, id) };
}

export async function openAsk(daemon: TestDaemon, sessionId: string): Promise<Ask> {
  await reaches(daemon, sessionId, SessionState.WAITING);
  const { asks } = await daemon.client.conversation.listAsks({ sessionId });
  assert.ok(asks[0]);
  return asks[0];
}

export function bash(command: string, more: object = {}): ToolUse {
  return { name: "Bash", input: { command, ...more } };
}

/** All that is to be looked at is there, and the buttons can be used. */
export async function armed(page: Page): Promise<void> {
  const buttons = page.locator('.buttons[data-armed="true"]');
  await buttons.waitFor();
  await page.locator(".ask-loading").waitFor({ state: "detached" });
  await buttons.waitFor();
}
