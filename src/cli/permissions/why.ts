import { toJson } from "@bufbuild/protobuf";
import type { BridleClient } from "../../api/client.ts";
import { ExplainToolUseResponseSchema, type Explanation } from "../../api/gen/bridle/v1/daemon_service_pb.js";
import { plain, printJson } from "../output.ts";
import { effectName } from "./list.ts";

interface WhyOptions {
  readonly cwd?: string;
  readonly mode?: string;
  readonly tool: string;
  readonly json?: true;
}

/** A command as it is, or an object; undefined for what is neither. `{ a; }` is a command. */
export function inputOf(text: string, tool: string): string | undefined {
  try {
    const input: unknown = JSON.parse(text);
    if (typeof input === "object" && input !== null && !Array.isArray(input)) return text;
  } catch {
    // Told below.
  }
  return tool === "Bash" ? JSON.stringify({ command: text }) : undefined;
}

/** Prints which rule decides about a tool use, and about which part of it. */
export async function printWhy(client: BridleClient, inputJson: string, options: WhyOptions): Promise<void> {
  const { cwd = process.cwd(), mode: permissionMode = "", tool: toolName, json } = options;
  const answer = await client.daemon.explainToolUse({ cwd, toolName, inputJson, permissionMode });
  if (json) return printJson(toJson(ExplainToolUseResponseSchema, answer));
  const { effect, daemon, settings, rewritten } = answer;
  const runs = rewritten === undefined ? [] : [`runs as: ${rewritten.inputJson}`, `  by ${rewritten.by}`];
  const said = [...explanationLines("daemon", daemon), ...explanationLines("settings", settings)];
  const lines = [effectName(effect), ...said, ...runs];
  process.stdout.write(`${lines.map(plain).join("\n")}\n`);
}

function explanationLines(whose: string, explanation: Explanation | undefined): string[] {
  if (explanation === undefined) return [`${whose}: no rule speaks of it`];
  const { text, parts } = explanation;
  const own = parts.length < 2 ? [] : parts.map((part) => `  ${effectName(part.effect)}  ${part.text}: ${part.reason}`);
  return [`${whose}: ${text}`, ...own];
}
