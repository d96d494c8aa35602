import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Ask } from "../../../src/exports/client.ts";
import { eventually } from "../../daemon/support/eventually.ts";
import { plainAgent } from "../../daemon/support/plain-agent.ts";
import type { TestDaemon } from "../../daemon/support/start-daemon.ts";
import { createSession } from "../../daemon/support/talk.ts";

/** A request for permission as an agent sends it: any tool, any suggestions. */
export interface WantedUse {
  readonly tool_name: string;
  readonly input: { readonly [field: string]: unknown };
  readonly [more: string]: unknown;
}

/** Asks at once for all that its prompt names, and writes every answer into its folder. */
export const askingAgent = plainAgent((line, say, result) => {
  const state = globalThis as unknown as { left: number; prompt: typeof line };
  if (line.type === "control_response") {
    const files = process.getBuiltinModule("node:fs");
    files.appendFileSync("answers.ndjson", `${JSON.stringify((line.response as { response: object }).response)}\n`);
    state.left -= 1;
    if (state.left === 0) say(result(state.prompt));
  }
  if (line.type !== "user") return;
  const { content } = line.message as { content: string | { text: string }[] };
  const wanted = JSON.parse(typeof content === "string" ? content : (content[0]?.text ?? "[]")) as object[];
  state.left = wanted.length;
  state.prompt = line;
  for (const [at, one] of wanted.entries())
    say({
      type: "control_request",
      request_id: `${Date.now()}-${at}`,
      request: { subtype: "can_use_tool", tool_use_id: `toolu_${Date.now()}_${at}`, ...one },
    });
});

/** A session of that agent with all these asks open. */
export async function wanting(
  daemon: TestDaemon,
  agent: string,
  ...uses: readonly WantedUse[]
): Promise<{ id: string; asks: readonly Ask[] }> {
  const { id } = await createSession(daemon, JSON.stringify(uses), agent);
  const asks = await eventually("all asks", async () => {
    const { asks: open } = await daemon.client.conversation.listAsks({ sessionId: id });
    return open.length === uses.length ? open : undefined;
  });
  return { id, asks };
}

/** What the agent was answered so far. */
export function answersIn(daemon: TestDaemon): { readonly [field: string]: unknown }[] {
  const file = join(daemon.cwd, "answers.ndjson");
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}
