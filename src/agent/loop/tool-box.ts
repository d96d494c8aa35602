import { dialectOf } from "../dialect/dialects.ts";
import type { ToolWords } from "../dialect/spoken-dialect.ts";
import type { RunnableTool } from "../kit/call-tool.ts";
import type { HostTool } from "../kit/host-tool.ts";
import type { ToolCall } from "../kit/tool-gate.ts";
import type { ToolDeclaration } from "../model/provider.ts";
import type { AgentSession } from "../session/agent-session.ts";
import type { AgentInput } from "../tool/agent.ts";
import type { ExitPlanModeInput } from "../tool/exit-plan-mode.ts";
import type { SkillInput } from "../tool/skill.ts";
import type { StructuredOutput } from "../tool/structured-output.ts";
import { type Tool, type ToolContext, type ToolFolders, ToolInputError } from "../tool/tool.ts";
import { tools as builtIn } from "../tool/tools.ts";

import { moveShell, shellFolder } from "./shell-folder.ts";

/** A call, ready to be run. */
export interface PreparedCall {
  readonly call: ToolCall;
  readonly tool: RunnableTool;
  readonly isConcurrencySafe: boolean;
}

export type SharedContext = Pick<
  ToolContext,
  "tasks" | "outputFolder" | "readFiles" | "todos" | "pages" | "askModel" | "beforeWrite"
>;

/** What there is beside the built-in tools. */
interface OfferedTools {
  readonly hostTools: readonly HostTool[];
  readonly structuredOutput: StructuredOutput | undefined;
  /** Gives tasks to other agents. */
  readonly agent: Tool<AgentInput> | undefined;
  /** Absent where nobody could approve a plan. */
  readonly exitPlanMode?: Tool<ExitPlanModeInput> | undefined;
  /** Absent where there are no skills. */
  readonly skill?: Tool<SkillInput> | undefined;
  /** Absent for a session without a memory. */
  readonly memoryTools?: readonly Tool<unknown>[];
}

/** The tools of one turn. */
export class ToolBox {
  readonly #session: AgentSession;
  readonly #tools: readonly Tool<unknown>[];
  readonly #hostTools: readonly HostTool[];
  readonly #shared: SharedContext;

  constructor(session: AgentSession, offered: OfferedTools, shared: SharedContext) {
    this.#session = session;
    const memoryTools = (offered.memoryTools ?? []).filter(({ name }) => isOffered(name, session));
    this.#tools = [
      offered.agent,
      ...offeredTools(session),
      offered.exitPlanMode,
      offered.skill,
      ...memoryTools,
      offered.structuredOutput,
    ].filter((tool) => tool !== undefined);
    this.#hostTools = offered.hostTools.filter(
      ({ name }) => session.offers(name) && !session.permissions.isRemoved(name),
    );
    this.#shared = shared;
  }

  declarations(): ToolDeclaration[] {
    const own = this.#tools.map((tool) => {
      const declared = { name: tool.name, description: tool.description, input_schema: tool.inputSchema() };
      return this.#words?.declared(declared) ?? declared;
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
    const call =
      this.#words?.called(
        made,
        this.#tools.map(({ name }) => name),
      ) ?? made;
    const tool = this.#tools.find(({ name, aliases }) => name === call.name || aliases?.includes(call.name));
    if (tool === undefined) return failing(made, `Error: No such tool available: ${made.name}`);
    try {
      return this.#ready(tool, { ...call, name: tool.name, input: tool.fromModel?.(call.input) ?? call.input });
    } catch (error) {
      if (error instanceof ToolInputError) return failing(call, error.message);
      throw error;
    }
  }

  #ready<I>(tool: Tool<I>, call: ToolCall): PreparedCall {
    const { env, permissions } = this.#session;
    const { outputFolder, ...kept } = this.#shared;
    const moveTo = (folder: string): string | undefined => moveShell(this.#session, folder);
    const mayRead = (path: string): boolean => permissions.mayRead(path);
    const namesHost = (host: string): boolean => permissions.namesHost(host);
    const folders = (): ToolFolders => ({
      cwd: shellFolder(this.#session),
      home: permissions.home,
      directories: permissions.directories,
      outputFolder,
    });
    return {
      call,
      isConcurrencySafe: tool.isConcurrencySafe(tool.read(call.input)),
      tool: {
        permission: (input) => ({ ...tool.permission(tool.read(input), folders()), isStandard: true }),
        run: (input, { toolUseId, signal }) =>
          tool.run(tool.read(input), { ...folders(), ...kept, toolUseId, signal, env, mayRead, moveTo, namesHost }),
      },
    };
  }

  get #words(): ToolWords | undefined {
    return dialectOf(this.#session.flags).toolWords;
  }
}

/** The built-in tools this session has. */
export function offeredTools(session: AgentSession): Tool<unknown>[] {
  return builtIn.filter(
    // Nobody would be there to answer.
    ({ name }) => isOffered(name, session) && (name !== "AskUserQuestion" || session.flags.asksHost),
  );
}

export function isOffered(name: string, { flags, permissions, offers }: AgentSession): boolean {
  // What runs commands or reaches the network has to be named there.
  const isFree = !flags.restricted || !["Bash", "WebFetch"].includes(name);
  return offers(name) && (flags.tools?.includes(name) ?? isFree) && !permissions.isRemoved(name);
}

function failing(call: ToolCall, content: string): PreparedCall {
  const permission = () => ({ behavior: "allow", runsNothing: true }) as const;
  const run = () => ({ content: `<tool_use_error>${content}</tool_use_error>`, isError: true, details: content });
  return { call, tool: { permission, run }, isConcurrencySafe: true };
}
