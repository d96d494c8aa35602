import type { Fields } from "../../wire/fields.ts";
import { dressCall, dressTool } from "../dialect/seed-001/tool-words.ts";
import type { AgentSession } from "../kit/agent-session.ts";
import type { AgentTurn, HostTool } from "../kit/agent-turn.ts";
import type { RunnableTool } from "../kit/call-tool.ts";
import type { ToolCall } from "../kit/tool-gate.ts";
import type { ToolDeclaration } from "../model/provider.ts";
import type { StructuredOutput } from "../tool/structured-output.ts";
import type { Tasks } from "../tool/tasks.ts";
import { type Tool, ToolInputError } from "../tool/tool.ts";
import { tools as builtIn } from "../tool/tools.ts";

/** A call, ready to be run. */
export interface PreparedCall {
  readonly call: ToolCall;
  readonly tool: RunnableTool;
  readonly isConcurrencySafe: boolean;
}

/** The tools of one turn: built-in ones, the host's, and the one for structured output. */
export class ToolBox {
  readonly #turn: AgentTurn;
  readonly #session: AgentSession;
  readonly #tools: readonly Tool<unknown>[];
  readonly #hostTools: readonly HostTool[];
  readonly #place: { readonly tasks: Tasks; readonly outputFolder: string };

  constructor(
    turn: AgentTurn,
    session: AgentSession,
    offered: { hostTools: readonly HostTool[]; structuredOutput: StructuredOutput | undefined },
    place: { tasks: Tasks; outputFolder: string },
  ) {
    this.#turn = turn;
    this.#session = session;
    this.#tools = [
      ...offeredTools(session),
      ...(offered.structuredOutput === undefined ? [] : [offered.structuredOutput]),
    ];
    this.#hostTools = offered.hostTools.filter(({ name }) => !session.rules.isRemoved(name));
    this.#place = place;
  }

  declarations(): ToolDeclaration[] {
    const own = this.#tools.map((tool) => {
      const declared = { name: tool.name, description: tool.description, input_schema: tool.inputSchema() };
      return this.#isDressed ? dressTool(declared) : declared;
    });
    const hosts = this.#hostTools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      input_schema: inputSchema,
    }));
    return [...own, ...hosts];
  }

  /** A call the model made. One that cannot be run becomes one that says so. */
  prepare(made: ToolCall & { readonly badInput?: string }): PreparedCall {
    const hostTool = this.#hostTools.find(({ name }) => name === made.name);
    if (made.badInput !== undefined) return failing(made, "InputValidationError: the input is not a JSON object");
    if (hostTool !== undefined) return { call: made, tool: hostTool, isConcurrencySafe: hostTool.isConcurrencySafe };
    const call = this.#isDressed ? dressCall(made) : made;
    const tool = this.#tools.find(({ name }) => name === call.name);
    if (tool === undefined) return failing(made, `Error: No such tool available: ${made.name}`);
    try {
      return this.#ready(tool, call);
    } catch (error) {
      if (error instanceof ToolInputError) return failing(call, error.message);
      throw error;
    }
  }

  #ready<I>(tool: Tool<I>, call: ToolCall): PreparedCall {
    const { cwd, env, rules } = this.#session;
    const { outputFolder, tasks } = this.#place;
    const place = (): { cwd: string; directories: readonly string[]; outputFolder: string } => ({
      cwd,
      directories: rules.directories,
      outputFolder,
    });
    return {
      call,
      isConcurrencySafe: tool.isConcurrencySafe(tool.read(call.input)),
      tool: {
        permission: (input) => tool.permission(tool.read(input), place()),
        run: (input, { toolUseId, signal }) =>
          tool.run(tool.read(input), { ...place(), toolUseId, signal, env, tasks }),
      },
    };
  }

  get #isDressed(): boolean {
    return this.#session.flags.dialect === "seed-001";
  }

  get turn(): AgentTurn {
    return this.#turn;
  }
}

/** The built-in tools this session has. */
export function offeredTools({ flags, rules }: AgentSession): Tool<unknown>[] {
  return builtIn.filter(
    ({ name }) =>
      (flags.tools === undefined || flags.tools.includes(name)) &&
      !rules.isRemoved(name) &&
      // Nobody would be there to answer.
      (name !== "AskUserQuestion" || flags.asksHost),
  );
}

function failing(call: ToolCall, content: string): PreparedCall {
  const permission = () => ({ behavior: "allow" }) as const;
  const run = () => ({ content: `<tool_use_error>${content}</tool_use_error>`, isError: true, details: content });
  return { call, tool: { permission, run }, isConcurrencySafe: true };
}

export type ToolResultBlock = Fields;
