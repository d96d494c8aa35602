import { batch, signal } from "@preact/signals";
import { type Ask, AskState } from "../../../src/api/gen/bridle/v1/ask_pb.js";
import {
  type Event,
  type Message,
  type PermissionResolved,
  PromptState,
  type PromptUpdate,
  type ToolResult,
} from "../../../src/api/gen/bridle/v1/event_pb.js";
import { type Activity, activityAfter, rest } from "./activity.ts";
import { blocksOf, isFields, parseJson, textOf } from "./content.ts";
import { type Note, noteOf } from "./note.ts";
import type { Block, Fields, Row, Rows, Shown, TextRow, ToolRow, ToolUse, TurnEndRow } from "./row.ts";
import { type Todo, todosAfter } from "./todos.ts";
import { changeUse, emptyRows, newToolRow, stateAfter } from "./tool-row.ts";
import { workAfterMessage, workAfterNotice, workAfterTool } from "./work.ts";

/** A prompt that waits in the daemon. */
export interface QueuedPrompt {
  readonly promptId: string;
  readonly blocks: readonly Block[];
  readonly sender: string;
  readonly state: PromptState;
}

interface Speaker {
  readonly rows: Rows;
  /** Undefined for the agent itself. */
  readonly tool: ToolRow | undefined;
  /** Blocks that are being written, the oldest first. */
  open: TextRow[];
}

/** What one session shows, made of its events in order. */
export class Transcript {
  readonly rows: Rows = emptyRows();
  readonly queue = signal<readonly QueuedPrompt[]>([]);
  readonly todos = signal<readonly Todo[]>([]);
  readonly activity = signal<Activity>(rest);
  /** Tool uses that wait for a person, the oldest first. */
  readonly asking = signal<readonly ToolRow[]>([]);
  /** The number of the last event that is in it. */
  readonly lastSeq = signal(0);
  /** How many tools and turns have ended: whenever it changes, files may have. */
  readonly steps = signal(0);
  #forkPoint = "";
  readonly #main: Speaker = { rows: this.rows, tool: undefined, open: [] };
  readonly #speakers = new Map<string, Speaker>();
  readonly #tools = new Map<string, ToolRow>();
  readonly #unfinished = new Set<ToolRow>();
  readonly #prompts = new Map<string, { readonly blocks: readonly Block[]; readonly sender: string }>();
  /** What the last turn that reported it cost, before it ended or after. */
  #cost: { readonly turn: string; readonly usd: number | undefined } | undefined;
  #lastRow = 0;
  #lastTurn: { readonly turn: string; readonly row: TurnEndRow } | undefined;

  /** Events that were taken already are left out. */
  take(events: readonly Event[]): void {
    batch(() => {
      for (const event of events) {
        if (Number(event.seq) <= this.lastSeq.value) continue;
        this.#take(event);
        this.lastSeq.value = Number(event.seq);
      }
    });
  }

  /** The row whose tool use this is. */
  tool(toolUseId: string): ToolRow | undefined {
    return this.#tools.get(toolUseId);
  }

  #take(event: Event): void {
    const { kind } = event;
    this.activity.value = activityAfter(this.activity.value, event);
    switch (kind.case) {
      case "textDelta":
        return this.#delta(event, "text", kind.value.text);
      case "thinkingDelta":
        return this.#delta(event, "thinking", kind.value.text);
      case "toolInputDelta": {
        const { toolUseId, name, text } = kind.value;
        const row = this.#toolRow(event, toolUseId, name);
        if (row.use.value.state === "writing") changeUse(row, { inputText: row.use.value.inputText + text });
        return;
      }
      case "message":
        return this.#message(event, kind.value);
      case "toolStart": {
        const { toolUseId, name, inputJson } = kind.value;
        const row = this.#toolRow(event, toolUseId, name);
        return this.#started(row, fieldsOf(inputJson), inputJson, Number(event.timeMs));
      }
      case "toolResult":
        return this.#result(event, kind.value);
      case "permissionRequest":
      case "question":
        return kind.value.ask && this.#ask(event, kind.value.ask);
      case "permissionResolved":
        return this.#resolved(event, kind.value);
      case "prompt":
        return this.#prompt(event, kind.value);
      case "usageReport":
        return this.#usage(event.turn, kind.value.costUsd);
      case "turnComplete":
        return this.#turnEnd(event);
      default:
        return this.#note(event, noteOf(event));
    }
  }

  /** Also what a notice tells of a sub-agent, which is no note. */
  #note(event: Event, note: Note | undefined): void {
    const work = workAfterNotice(event, (id) => this.#tools.get(id)?.use.value.work);
    if (work !== undefined) return this.#changeTool(work.toolUseId, { work: work.work });
    if (note === undefined) return;
    const speaker = this.#speaker(event);
    const last = speaker.rows.all.at(-1);
    if (last?.kind === "note" && last.topic === note.topic && note.topic === "api_retry") last.text.value = note.text;
    else this.#add(speaker, { ...this.#at(event, speaker), kind: "note", ...note, text: signal(note.text) });
  }

  #changeTool(toolUseId: string, changes: Partial<ToolUse>): void {
    const row = this.#tools.get(toolUseId);
    if (row !== undefined) changeUse(row, changes);
  }

  #started(row: ToolRow, input: Fields, inputText: string, startedMs: number): void {
    const isKnown = row.use.value.input !== undefined;
    changeUse(row, {
      input,
      inputText,
      state: stateAfter(row, "running"),
      startedMs: isKnown ? row.use.value.startedMs : startedMs,
    });
    if (row.parent !== undefined && !isKnown)
      changeUse(row.parent, { work: workAfterTool(row.parent.use.value.work, row.name, input) });
  }

  #at({ seq, timeMs }: Event, speaker: Speaker): Shown {
    return { id: ++this.#lastRow, seq: Number(seq), timeMs: Number(timeMs), parent: speaker.tool };
  }

  #speaker({ parentToolUseId }: Event): Speaker {
    if (parentToolUseId === "") return this.#main;
    const known = this.#speakers.get(parentToolUseId);
    if (known !== undefined) return known;
    const tool = this.#tools.get(parentToolUseId);
    // A sub-agent whose tool use was never seen speaks for itself.
    const made: Speaker = { rows: tool?.children ?? this.rows, tool, open: [] };
    this.#speakers.set(parentToolUseId, made);
    return made;
  }

  #add({ rows }: Speaker, row: Row): void {
    rows.all.push(row);
    rows.count.value = rows.all.length;
  }

  #delta(event: Event, kind: "text" | "thinking", text: string): void {
    const speaker = this.#speaker(event);
    const last = speaker.open.at(-1);
    if (last?.kind === kind) {
      last.text.value += text;
      return;
    }
    const row: TextRow = { ...this.#at(event, speaker), kind, text: signal(text), ...unfinished() };
    speaker.open.push(row);
    this.#add(speaker, row);
  }

  #message(event: Event, message: Message): void {
    const blocks = blocksOf(message.contentJson);
    if (message.role !== "assistant") return this.#userMessage(event, message, blocks);
    for (const block of blocks) {
      if (block.type === "text" || block.type === "thinking")
        this.#finishText(event, block.type, textOf(block), block.type === "text" ? message.forkPoint : "");
      else if (block.type === "tool_use" && typeof block.id === "string") {
        const row = this.#toolRow(event, block.id, String(block.name ?? ""));
        const input = isFields(block.input) ? block.input : {};
        this.#started(row, input, JSON.stringify(input), Number(event.timeMs));
      }
    }
    if (message.forkPoint !== "") this.#forkPoint = message.forkPoint;
    const { tool } = this.#speaker(event);
    if (tool !== undefined) changeUse(tool, { work: workAfterMessage(tool.use.value.work, message) });
    if (message.error === "") return;
    const text = `The model's API failed: ${message.error}`;
    this.#note(event, { topic: "error", tone: "error", text, details: "" });
  }

  /** The whole of a block: its row is there if it came in deltas. */
  #finishText(event: Event, kind: "text" | "thinking", text: string, forkPoint: string): void {
    const speaker = this.#speaker(event);
    const open = speaker.open.find((row) => row.kind === kind);
    if (open !== undefined) {
      speaker.open = speaker.open.filter((row) => row !== open);
      if (text !== "") open.text.value = text;
      open.endedMs.value = Number(event.timeMs);
      open.forkPoint.value = forkPoint;
    } else if (text !== "") {
      const shown = this.#at(event, speaker);
      const ended = { endedMs: signal(shown.timeMs), forkPoint: signal(forkPoint) };
      this.#add(speaker, { ...shown, kind, text: signal(text), ...ended });
    }
  }

  /** Prompts of clients are known by then; what else a user said came from elsewhere, or from the agent itself. */
  #userMessage(event: Event, { messageId, origin }: Message, blocks: readonly Block[]): void {
    if (this.#prompts.has(messageId)) return;
    const said = blocks.filter(({ type }) => type !== "tool_result");
    if (said.length === 0) return;
    const speaker = this.#speaker(event);
    if (origin === "synthetic") {
      const details = said.map(textOf).join("\n\n");
      return this.#note(event, { topic: "added", tone: "plain", text: "Added by the agent", details });
    }
    this.#prompts.set(messageId, { blocks: said, sender: "" });
    this.#add(speaker, {
      ...this.#at(event, speaker),
      kind: "prompt",
      promptId: messageId,
      blocks: said,
      sender: "",
      isInjected: false,
      forkPoint: this.#forkPoint,
    });
  }

  #toolRow(event: Event, toolUseId: string, name: string): ToolRow {
    const known = this.#tools.get(toolUseId);
    if (known !== undefined) return known;
    const speaker = this.#speaker(event);
    const row = newToolRow(this.#at(event, speaker), toolUseId, name);
    this.#tools.set(toolUseId, row);
    this.#unfinished.add(row);
    this.#add(speaker, row);
    return row;
  }

  #result(event: Event, { toolUseId, name, contentJson, isError }: ToolResult): void {
    const row = this.#toolRow(event, toolUseId, name);
    this.steps.value += 1;
    const endedMs = Number(event.timeMs);
    changeUse(row, { result: blocksOf(contentJson), state: isError ? "failed" : "done", endedMs });
    this.#unfinished.delete(row);
    this.#noLongerAsking(row);
    if (!isError && row.parent === undefined) this.todos.value = todosAfter(this.todos.value, row.name, row.use.value);
  }

  #noLongerAsking(row: ToolRow): void {
    if (this.asking.value.includes(row)) this.asking.value = this.asking.value.filter((one) => one !== row);
  }

  #ask(event: Event, ask: Ask): void {
    const row = this.#toolRow(event, ask.toolUseId || ask.id, ask.toolName);
    const input = row.use.value.input ?? fieldsOf(ask.inputJson);
    const isOpen = ask.state === AskState.OPEN;
    changeUse(row, { ask, input, state: isOpen ? "asking" : row.use.value.state });
    if (isOpen && !this.asking.value.includes(row)) this.asking.value = [...this.asking.value, row];
  }

  #resolved(event: Event, resolved: PermissionResolved): void {
    const { askId, toolUseId, toolName, state, decidedBy: by, reason, editedInputJson } = resolved;
    const row = this.#toolRow(event, toolUseId || askId, toolName);
    const edited = editedInputJson === "" ? undefined : fieldsOf(editedInputJson);
    const decision = { state, by, reason, timeMs: Number(event.timeMs), edited };
    changeUse(row, { ask: undefined, decision, state: stateAfter(row, "running") });
    this.#noLongerAsking(row);
  }

  #prompt(event: Event, { promptId, state, contentJson, sender }: PromptUpdate): void {
    if (contentJson !== "") this.#prompts.set(promptId, { blocks: blocksOf(contentJson), sender });
    const known = this.#prompts.get(promptId) ?? { blocks: [], sender };
    const others = this.queue.value.filter((queued) => queued.promptId !== promptId);
    this.queue.value = state === PromptState.QUEUED ? [...others, { promptId, state, ...known }] : others;
    if (state !== PromptState.SENT && state !== PromptState.INJECTED) return;
    const isInjected = state === PromptState.INJECTED;
    // In the middle of a turn nothing can be forked.
    const forkPoint = isInjected ? "" : this.#forkPoint;
    this.#add(this.#main, {
      ...this.#at(event, this.#main),
      kind: "prompt",
      promptId,
      ...known,
      isInjected,
      forkPoint,
    });
  }

  #turnEnd(event: Event): void {
    if (event.kind.case !== "turnComplete") return;
    this.steps.value += 1;
    const endedMs = Number(event.timeMs);
    for (const { open } of [this.#main, ...this.#speakers.values()])
      for (const row of open) row.endedMs.value = endedMs;
    this.#main.open = [];
    this.#speakers.clear();
    for (const row of this.#unfinished) changeUse(row, { state: "stopped", ask: undefined, endedMs });
    this.#unfinished.clear();
    this.asking.value = [];
    const { outcome, errors, durationMs } = event.kind.value;
    const costUsd = signal(this.#cost?.turn === event.turn ? this.#cost.usd : undefined);
    const row: TurnEndRow = {
      ...this.#at(event, this.#main),
      kind: "turn_end",
      outcome,
      errors,
      durationMs: Number(durationMs),
      costUsd,
    };
    this.#lastTurn = { turn: event.turn, row };
    this.#add(this.#main, row);
  }

  #usage(turn: string, usd: number | undefined): void {
    this.#cost = { turn, usd };
    if (this.#lastTurn?.turn === turn) this.#lastTurn.row.costUsd.value = usd;
  }
}

function fieldsOf(json: string): Fields {
  const value = parseJson(json);
  return isFields(value) ? value : {};
}

function unfinished(): Pick<TextRow, "endedMs" | "forkPoint"> {
  return { endedMs: signal(undefined), forkPoint: signal("") };
}
