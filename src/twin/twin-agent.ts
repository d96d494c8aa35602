import type { AgentDefinition, TurnReturn } from "../agent/kit/agent-definition.ts";
import type { AgentTurn } from "../agent/kit/agent-turn.ts";
import type { RunnableTool } from "../agent/kit/call-tool.ts";
import type { HostTool } from "../agent/kit/host-tool.ts";
import type { AgentMessage } from "../agent/kit/spoken-message.ts";
import type { ToolCall } from "../agent/kit/tool-gate.ts";
import { ModelFailure } from "../agent/model/model-failure.ts";
import { perform } from "../agent/model/scripted/perform.ts";
import { modelAnswer } from "../script/model-answer.ts";
import type { Step } from "../script/script.ts";
import { scriptIn } from "../script/scripted-prompt.ts";
import { stepEvents } from "../script/step-events.ts";
import { defaultSteps, type TwinScript } from "./twin-script.ts";

/** An agent that says what its script tells it, and asks before each tool. Its tools do nothing. */
export function twinAgent(script: TwinScript): AgentDefinition {
  return {
    name: "twin",
    tools: () => [...new Set(["Bash", ...(script.steps ?? []).flatMap(toolNames)])],
    onTurn: (turn) => {
      const { steps = defaultSteps, heedless = script.heedless ?? false }: TwinScript = scriptIn(turn.prompt) ?? script;
      return play(turn, steps, heedless);
    },
  };
}

async function play(turn: AgentTurn, steps: readonly Step[], heedless: boolean): Promise<TurnReturn> {
  try {
    for (const step of steps) {
      const message = heedless ? sayAtOnce(turn, step) : await say(turn, step);
      if (message === undefined || message.calls.length === 0) break;
      const call = await callTools(turn, message.calls);
      if (call !== undefined) return { kind: "deferred", call };
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    const text = `API Error: ${error.message}`;
    turn.failure(text, error.facts);
    return { kind: "api_error", text, failure: error.facts };
  }
}

async function say(turn: AgentTurn, step: Step): Promise<AgentMessage | undefined> {
  for await (const event of perform(step, turn.model, turn.signal)) {
    const message = turn.event(event);
    if (message !== undefined) return message;
    const full = turn.drained();
    if (full !== undefined) await full;
  }
  return undefined;
}

function sayAtOnce(turn: AgentTurn, step: Step): AgentMessage | undefined {
  let message: AgentMessage | undefined;
  for (const event of stepEvents(modelAnswer(step, turn.model), step)) {
    if (event.type !== "ping") message = turn.event(event);
  }
  return message;
}

/** All at once, as an agent does with tools that may run beside each other. Gives the last one that a hook put off. */
async function callTools(turn: AgentTurn, calls: readonly ToolCall[]): Promise<ToolCall | undefined> {
  const isForHost = calls.some(({ name }) => name.startsWith("mcp__"));
  const offered = isForHost ? await turn.hostTools() : [];
  const outcomes = await Promise.all(calls.map((call) => turn.callOrDefer(call, toolFor(call, offered))));
  turn.signal.throwIfAborted();
  return calls.findLast((_, at) => outcomes[at] === "deferred");
}

/** A tool of the host, or one that gives back the input it was allowed to run with. */
function toolFor({ name }: ToolCall, offered: readonly HostTool[]): RunnableTool {
  const requiresUserInteraction = name === "AskUserQuestion";
  const echo: RunnableTool = {
    permission: () => ({ behavior: "ask", requiresUserInteraction }),
    run: (input) => ({ content: JSON.stringify(input) }),
  };
  return offered.find((tool) => tool.name === name) ?? echo;
}

function toolNames({ tools = [] }: Step): string[] {
  return tools.map(({ name }) => name);
}
