import { plainAgent } from "../../daemon/support/plain-agent.ts";

/** What a story does: says a line, rests, or asks for something and waits for the answer. */
export type Step =
  | { readonly say: object }
  | { readonly restMs: number }
  | { readonly ask: { readonly tool_name: string; readonly input: object; readonly tool_use_id: string } };

/** A prompt that the story agent plays: lines of Claude Code's protocol, one after another, then the end of the turn. */
export function story(...steps: readonly Step[]): string {
  return JSON.stringify({ steps });
}

/** One of each kind that a person has to do something about, and one that works. */
const servers = [
  { name: "files", status: "connected", config: { type: "stdio" }, tools: [{ name: "read" }, { name: "search" }] },
  { name: "issues", status: "needs-auth", config: { type: "http" } },
  { name: "database", status: "failed", config: { type: "stdio" }, error: "spawn database-mcp ENOENT" },
];

/** Plays the story of its prompt, or the one in `stories.json` in its folder whose name is the prompt. */
export const storyAgent = plainAgent(
  (line, say, result) => {
    const waiting = globalThis as { answered?: (() => void) | undefined };
    if (line.type !== "user") {
      waiting.answered?.();
      return;
    }
    const { content } = line.message as { content: string | { text: string }[] };
    const text = typeof content === "string" ? content : (content[0]?.text ?? "");
    const { readFileSync } = process.getBuiltinModule("node:fs");
    const { steps } = text.startsWith("{") ? JSON.parse(text) : JSON.parse(readFileSync("stories.json", "utf8"))[text];
    const play = async (): Promise<void> => {
      for (const step of steps) {
        if ("say" in step) say({ session_id: "s", parent_tool_use_id: null, ...step.say });
        if ("restMs" in step) await new Promise((done) => setTimeout(done, step.restMs));
        if (!("ask" in step)) continue;
        const answered = new Promise<void>((resolve) => {
          waiting.answered = resolve;
        });
        const request = { subtype: "can_use_tool", ...step.ask };
        say({ type: "control_request", request_id: crypto.randomUUID(), request });
        await answered;
      }
      say(result(line));
    };
    void play();
  },
  { mcp_status: { mcpServers: servers } },
);

let lastId = 0;

/** Lines of a story. */
export const says = {
  text: (text: string, parent: string | null = null): Step => assistant([{ type: "text", text }], parent),
  thinking: (thinking: string): Step => assistant([{ type: "thinking", thinking, signature: "" }], null),
  tool: (id: string, name: string, input: object, parent: string | null = null): Step =>
    assistant([{ type: "tool_use", id, name, input }], parent),
  result: (id: string, content: unknown, more: object = {}, parent: string | null = null): Step => ({
    say: {
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content, ...more }] },
      parent_tool_use_id: parent,
    },
  }),
  system: (subtype: string, fields: object): Step => ({
    say: { type: "system", subtype, uuid: crypto.randomUUID(), ...fields },
  }),
};

function assistant(content: readonly object[], parent: string | null): Step {
  const usage = { input_tokens: 1200, output_tokens: 80 };
  const message = { id: `m${++lastId}`, type: "message", role: "assistant", model: "scripted", content, usage };
  return { say: { type: "assistant", message, parent_tool_use_id: parent, uuid: crypto.randomUUID() } };
}
