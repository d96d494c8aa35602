import { inputOf, type ToolCall } from "./model-rules.ts";

/** A line of an agent, and the events that have to become of it, in order and once. */
export interface AgentLine {
  readonly text: string;
  readonly tokens: readonly string[];
}

/** A piece of text: adjacent ones may become one event. */
export const pieceToken = "piece ";
/** May become an event or not. */
export const optionalToken = "optional ";

/** What a turn costs. */
export const turnUsd = 0.01;

const content = (text: string): readonly object[] => [{ type: "text", text }];

/** The lines that scripted agents say, as Claude Code writes them. */
export class AgentLines {
  readonly #conversation: string;
  readonly #agent: string;
  readonly #version: string;
  #made = 0;
  #turns = 0;

  constructor(conversation: string, agent: string, version: string) {
    this.#conversation = conversation;
    this.#agent = agent;
    this.#version = version;
  }

  init(): AgentLine {
    const fields = { cwd: "/w", tools: ["Bash"], mcp_servers: [], model: "m", permissionMode: "default" };
    const said = { type: "system", subtype: "init", ...fields, claude_code_version: this.#version };
    return this.#line(said, ["init"]);
  }

  replay(uuid: string, text: string): AgentLine {
    const message = { role: "user", content: text };
    const said = { type: "user", message, parent_tool_use_id: null, isReplay: true };
    return this.#line(said, [`user ${JSON.stringify(content(text))}`], uuid);
  }

  streamStart(id: string): AgentLine {
    const message = { id, type: "message", role: "assistant", model: "m", content: [], stop_reason: null };
    return this.#stream({ type: "message_start", message: { ...message, usage: usage() } }, []);
  }

  blockStart(): AgentLine {
    return this.#stream({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }, []);
  }

  delta(text: string): AgentLine {
    const delta = { type: "text_delta", text };
    return this.#stream({ type: "content_block_delta", index: 0, delta }, [pieceToken + text]);
  }

  assistant(id: string, text: string): AgentLine {
    return this.#assistant(id, content(text), []);
  }

  toolUses(id: string, calls: readonly ToolCall[]): AgentLine {
    const blocks = calls.map((call) => ({ type: "tool_use", id: call.id, name: toolOf(call), input: inputOf(call) }));
    return this.#assistant(
      id,
      blocks,
      calls.map((call) => `start ${call.id}`),
    );
  }

  toolResult(tool: string, isError = false): AgentLine {
    const message = {
      role: "user",
      content: [{ tool_use_id: tool, type: "tool_result", content: "ok", is_error: isError }],
    };
    return this.#line({ type: "user", message, parent_tool_use_id: null }, [`done ${tool}`]);
  }

  status(n: number): AgentLine {
    return this.#line({ type: "system", subtype: "status", status: `s${n}` }, [`status s${n}`]);
  }

  unknown(n: number): AgentLine {
    return this.#line({ type: "never_heard_of", n }, [`unknown never_heard_of ${n}`]);
  }

  bad(): AgentLine {
    return { text: "this is no JSON\n", tokens: [] };
  }

  /** `named`: the prompts that it answers, where the version lists them. */
  result(text: string, named: readonly string[], isInterrupted = false): AgentLine {
    return this.#result(text, named, isInterrupted, [`result ${isInterrupted ? "" : text}`]);
  }

  /** The provider answers no more for a while. */
  limited(text: string, named: readonly string[]): AgentLine {
    return this.#result(text, named, false, [`result ${text}`], { is_error: true, api_error_status: 429 });
  }

  /** A call of it is put off. */
  deferred(call: ToolCall, named: readonly string[]): AgentLine {
    const deferred = { id: call.id, name: toolOf(call), input: inputOf(call) };
    return this.#result("", named, false, ["result "], { stop_reason: "tool_deferred", deferred_tool_use: deferred });
  }

  /** That it does not know the conversation. It may have been asked to end before it said so. */
  refusal(): AgentLine {
    return this.#result("", [], true, [`${optionalToken}result `]);
  }

  canUseTool(requestId: string, call: ToolCall): AgentLine {
    const use = { tool_name: toolOf(call), input: inputOf(call), tool_use_id: call.id };
    return this.request(requestId, { subtype: "can_use_tool", ...use });
  }

  hook(requestId: string, callback: string, call: ToolCall): AgentLine {
    const input = { hook_event_name: "PreToolUse", tool_name: toolOf(call), tool_input: inputOf(call), cwd: "/w" };
    return this.request(requestId, { subtype: "hook_callback", callback_id: callback, input, tool_use_id: call.id });
  }

  request(requestId: string, request: object): AgentLine {
    return plain({ type: "control_request", request_id: requestId, request });
  }

  withdraw(requestId: string): AgentLine {
    return plain({ type: "control_cancel_request", request_id: requestId });
  }

  answer(requestId: string, response: object): AgentLine {
    return plain({ type: "control_response", response: { subtype: "success", request_id: requestId, response } });
  }

  refuse(requestId: string): AgentLine {
    return plain({ type: "control_response", response: { subtype: "error", request_id: requestId, error: "no" } });
  }

  #assistant(id: string, blocks: readonly object[], rest: readonly string[]): AgentLine {
    const message = { id, type: "message", role: "assistant", model: "m", content: blocks, stop_reason: null };
    const said = { type: "assistant", message: { ...message, usage: usage() }, parent_tool_use_id: null };
    return this.#line(said, [`assistant ${JSON.stringify(blocks)}`, ...rest]);
  }

  #result(
    text: string,
    named: readonly string[],
    isError: boolean,
    tokens: readonly string[],
    more: object = {},
  ): AgentLine {
    const outcome = isError
      ? { subtype: "error_during_execution", is_error: true, errors: ["No conversation found"] }
      : { subtype: "success", is_error: false, result: text };
    const figures = { duration_ms: 5, num_turns: 1, total_cost_usd: this.#costUsd(), usage: usage() };
    const uuids = named.length === 0 ? {} : { user_message_uuids: named };
    return this.#line({ type: "result", ...outcome, ...figures, ...uuids, ...more }, tokens);
  }

  /** What all turns of this process cost, as agents tell it. */
  #costUsd(): number {
    this.#turns += 1;
    return this.#turns * turnUsd;
  }

  #stream(event: object, tokens: readonly string[]): AgentLine {
    return this.#line({ type: "stream_event", event, parent_tool_use_id: null }, tokens);
  }

  #line(said: object, tokens: readonly string[], uuid?: string): AgentLine {
    this.#made += 1;
    const ids = { session_id: this.#conversation, uuid: uuid ?? `u-${this.#agent}-${this.#made}` };
    return plain({ ...said, ...ids }, tokens);
  }
}

function toolOf({ isQuestion }: ToolCall): string {
  return isQuestion ? "AskUserQuestion" : "Bash";
}

function plain(said: object, tokens: readonly string[] = []): AgentLine {
  return { text: `${JSON.stringify(said)}\n`, tokens };
}

function usage(): object {
  return { input_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 1 };
}
