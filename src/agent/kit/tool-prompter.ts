import { untilAborted } from "../../util/until-aborted.ts";
import { isFields, text } from "../../wire/fields.ts";
import type { NoticeFields } from "../dialect/voice.ts";
import type { PermissionAnswer } from "../hook/hook-verdict.ts";
import type { Mcp } from "../mcp/mcp.ts";
import type { ToolOutput } from "../tool/tool.ts";
import type { PermissionAsk, Prompter } from "./prompter.ts";

interface ToolPrompterDeps {
  readonly toolName: string;
  readonly mcp: Mcp;
  readonly notice: (subtype: string, fields: NoticeFields) => void;
}

/** Asks an MCP tool, which answers with JSON in its text: `--permission-prompt-tool mcp__server__tool`. */
export class ToolPrompter implements Prompter {
  readonly unusable =
    "The permission prompt tool returned an invalid permission result. Expected {behavior: 'allow', updatedInput?: object} or {behavior: 'deny', message: string}.";
  readonly #deps: ToolPrompterDeps;
  #isMissed = false;

  constructor(deps: ToolPrompterDeps) {
    this.#deps = deps;
  }

  async ask(ask: PermissionAsk, signal: AbortSignal): Promise<PermissionAnswer | undefined> {
    const { tool_name, input, tool_use_id } = ask;
    const { toolName, mcp } = this.#deps;
    if (!mcp.has(toolName)) await untilAborted(mcp.recover(), signal);
    if (!mcp.has(toolName)) throw this.#missing();
    const context = { toolUseId: tool_use_id, signal };
    return readAnswer(await mcp.call(toolName, { tool_name, input, tool_use_id }, context));
  }

  #missing(): Error {
    const { toolName, mcp } = this.#deps;
    const there = mcp.tools().map(({ name }) => name);
    const content = `MCP tool ${toolName} (passed via --permission-prompt-tool) not found. Available MCP tools: ${there.join(", ") || "none"}`;
    if (!this.#isMissed) this.#deps.notice("informational", { content, level: "warning" });
    this.#isMissed = true;
    return new Error(content);
  }
}

/** Throws what the tool complains about. */
function readAnswer({ content, isError }: ToolOutput): PermissionAnswer | undefined {
  const said = typeof content === "string" ? content : content.map((block) => text(block.text) ?? "").join("");
  if (isError) throw new Error(said);
  try {
    const answer: unknown = JSON.parse(said);
    return isFields(answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}
