import { spawn } from "node:child_process";
import { installAgentSdk } from "../../test/lab/install-agent-sdk.ts";

const { open } = await import("bridle");

/** A host under measurement: drives one agent through one prompt, answering every ask with allow. */
export interface BenchHost {
  readonly name: "floor" | "ours" | "sdk";
  run(job: Job): Promise<void>;
}

interface Job {
  readonly agent: string;
  readonly env: NodeJS.ProcessEnv;
  /** Every message that is no result: its type. May be slow. */
  readonly onMessage?: (type: string) => void | Promise<void>;
  readonly onResult?: (text: string) => void;
}

interface AgentLine {
  readonly type: string;
  readonly request_id: string;
  readonly request: { readonly input: object };
  readonly result: string;
}

/** Spawn, split at LF, parse, answer: nothing else. */
export const floor: BenchHost = {
  name: "floor",
  run: ({ agent, env, onMessage, onResult }) =>
    new Promise((resolve, reject) => {
      const child = spawn(agent, [], { env, stdio: ["pipe", "pipe", "ignore"] });
      child.once("error", reject);
      child.once("exit", () => resolve());
      child.stdin.write(
        '{"type":"control_request","request_id":"1","request":{"subtype":"initialize"}}\n{"type":"user","message":{"role":"user","content":"go"}}\n',
      );
      let rest = "";
      child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
        const lines = (rest + chunk).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          const message = JSON.parse(line) as AgentLine;
          if (message.type === "control_request") {
            const response = {
              subtype: "success",
              request_id: message.request_id,
              response: { behavior: "allow", updatedInput: message.request.input },
            };
            child.stdin.write(`${JSON.stringify({ type: "control_response", response })}\n`);
          } else if (message.type === "result") {
            onResult?.(message.result);
            child.stdin.end();
          } else {
            void onMessage?.(message.type);
          }
        }
      });
    }),
};

export const ours: BenchHost = {
  name: "ours",
  async run({ agent, env, onMessage, onResult }) {
    const cap = Number(env.BRIDLE_BENCH_CAP ?? 0) * 1024 * 1024;
    const limits = cap === 0 ? {} : { maxPayloadBytes: cap, maxLineBytes: cap };
    const session = await open({ executable: agent, agentVersion: "2.1.325", env, onAsk: () => "allow", ...limits });
    const turn = await session.send("go");
    for await (const event of turn) {
      if (event.type === "turn_complete") onResult?.(event.result.text ?? "");
      else if (onMessage !== undefined) {
        const pause = onMessage(event.type);
        if (pause !== undefined) await pause;
      }
    }
    await session.close();
  },
};

/** The official SDK, without the binary it would bring along. */
export async function officialSdk(): Promise<BenchHost> {
  const { query } = (await import(await installAgentSdk("0.3.325"))) as {
    query: (options: object) => AsyncIterable<AgentLine>;
  };
  return {
    name: "sdk",
    async run({ agent, env, onMessage, onResult }) {
      const canUseTool = async (_tool: string, input: object): Promise<object> => ({
        behavior: "allow",
        updatedInput: input,
      });
      // Permission callbacks need streaming input, which stays open until the result.
      const over = Promise.withResolvers<void>();
      const prompt = (async function* () {
        yield { type: "user", message: { role: "user", content: "go" }, parent_tool_use_id: null, session_id: "" };
        await over.promise;
      })();
      for await (const message of query({ prompt, options: { pathToClaudeCodeExecutable: agent, env, canUseTool } })) {
        if (message.type === "result") {
          onResult?.(message.result);
          over.resolve();
        } else if (onMessage !== undefined) {
          const pause = onMessage(message.type);
          if (pause !== undefined) await pause;
        }
      }
    },
  };
}
