import type { AgentSetting } from "./start-daemon.ts";
import { programAgent } from "./twins.ts";

type Said = { readonly [field: string]: unknown };

/** What a plain agent does with a line; `say` writes one, whatever it is. It runs in the agent: it sees nothing else. */
type OnLine = (line: Said, say: (line: object | string) => void, result: (prompt: Said) => object) => void;

/**
 * The least that is an agent: it answers requests, and does as told with prompts and answers. `answers`: what it says to
 * requests, by subtype, if not nothing.
 */
export function plainAgent(onLine: OnLine, answers: { readonly [subtype: string]: object } = {}): AgentSetting {
  return programAgent(`
    const answers = ${JSON.stringify(answers)};
    const say = (line) => process.stdout.write((typeof line === "string" ? line : JSON.stringify(line)) + "\\n");
    const result = ({ uuid }) => ({
      type: "result", subtype: "success", is_error: false, duration_ms: 1, duration_api_ms: 1, num_turns: 1, result: "done",
      session_id: "00000000-0000-4000-8000-000000000001", total_cost_usd: 0.5, usage: { input_tokens: 1, output_tokens: 2 },
      uuid: crypto.randomUUID(), user_message_uuids: [uuid],
    });
    require("node:readline").createInterface({ input: process.stdin }).on("line", (text) => {
      const line = JSON.parse(text);
      const { type, request_id } = line;
      if (type === "control_request") {
        const response = answers[line.request.subtype] ?? {};
        say({ type: "control_response", response: { subtype: "success", request_id, response } });
      }
      else (${onLine})(line, say, result);
    }).on("close", () => process.exit(0));`);
}
