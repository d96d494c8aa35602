import { objects } from "../../wire/fields.ts";
import { blocksOf, textBlock } from "../model/content-block.ts";
import type { ModelMessage } from "../model/provider.ts";
import { contextTokens, readTokenUsage } from "../session/usage-account.ts";
import { cutPoint } from "./cut-point.ts";
import { contentTokens, textTokens } from "./token-estimate.ts";

/** Where a conversation goes on. */
export interface ContextStart {
  /** In place of what was said before `messages`. */
  readonly opening: string | undefined;
  readonly messages: readonly NumberedMessage[];
}

/** A part of a message. `number` is that of the stored one, 0 when it is not stored; `uuid` is its name in transcripts. */
export interface NumberedMessage extends ModelMessage {
  readonly number: number;
  readonly uuid?: string | undefined;
}

interface Said {
  readonly message: ModelMessage;
  readonly number: number;
  readonly uuid: string | undefined;
  readonly tokens: number;
}

/** What of a conversation the model sees, part by part as it is stored: all of it, or an opening in place of its beginning. */
export class Context {
  #opening: string | undefined;
  #said: Said[];
  /** What the model API counted, up to and including its newest answer. */
  #counted: { readonly tokens: number; readonly messages: number } | undefined;

  constructor({ opening, messages }: ContextStart = { opening: undefined, messages: [] }) {
    this.#opening = opening;
    this.#said = messages.map(measured);
  }

  get messages(): readonly ModelMessage[] {
    return this.#until(this.#said.length);
  }

  /** The ids of calls at the end of it that have no result. */
  get openCalls(): readonly string[] {
    const results = new Set<unknown>();
    const calls: string[] = [];
    for (const { message } of this.#said.toReversed()) {
      const blocks = objects(message.content);
      for (const { type, tool_use_id } of blocks) if (type === "tool_result") results.add(tool_use_id);
      const open = blocks.filter(({ type, id }) => type === "tool_use" && !results.has(id));
      calls.unshift(...open.map(({ id }) => String(id)));
      if (message.role === "user" && !blocks.some(({ type }) => type === "tool_result")) break;
    }
    return calls;
  }

  /** Of the messages from `at` on. */
  uuidsFrom(at: number): readonly string[] {
    return this.#said.slice(at).flatMap(({ uuid }) => uuid ?? []);
  }

  get length(): number {
    return this.#said.length;
  }

  /** Stored messages up to this number are not in sight. */
  get hiddenThrough(): number {
    const first = this.#said[0]?.number ?? 0;
    return first > 0 ? first - 1 : 0;
  }

  add(message: NumberedMessage, usage?: unknown): void {
    this.#said.push(measured(message));
    const tokens = contextTokens(readTokenUsage(usage));
    if (tokens > 0) this.#counted = { tokens, messages: this.#said.length };
  }

  /** Something for the model to know with the newest message; it is no part of the conversation. */
  attach(text: string): void {
    const last = this.#said.pop();
    if (last === undefined) return;
    const { role, content } = last.message;
    const blocks = blocksOf(content);
    const block = textBlock(text);
    // Results have to come first; otherwise what the user said has the last word.
    const hasResults = objects(content).some(({ type }) => type === "tool_result");
    const joined = hasResults ? [...blocks, block] : [block, ...blocks];
    this.#said.push(measured({ role, content: joined, number: last.number, uuid: last.uuid }));
  }

  /** How many tokens it is with `preamble`, the system prompt and the tools. */
  tokens(preamble: number): number {
    const opening = this.#opening === undefined ? 0 : textTokens(this.#opening);
    const estimate = preamble + opening + sum(this.#said);
    if (this.#counted === undefined) return estimate;
    const counted = this.#counted.tokens + sum(this.#said.slice(this.#counted.messages));
    // Some endpoints count only what was not in their cache, or not at all.
    return Math.max(counted, Math.ceil((estimate * 2) / 3));
  }

  /** How many of the oldest messages go when about `keepTokens` of the newest stay. */
  cut(keepTokens: number): number {
    return cutPoint(this.#said, keepTokens);
  }

  /** What would go, the opening included. */
  before(at: number): { messages: readonly ModelMessage[]; tokens: number; through: number } {
    const tokens = sum(this.#said.slice(0, at));
    return { messages: this.#until(at), tokens, through: this.#said[at - 1]?.number ?? 0 };
  }

  /** Stored messages after this number and before `end`, for whoever saw the others already. */
  since(number: number, end = this.#said.length): readonly NumberedMessage[] {
    return this.#said
      .slice(0, end)
      .filter((said) => said.number > number)
      .map(({ message, number, uuid }) => ({ ...message, number, uuid }));
  }

  /** From now on the model sees `opening` in place of the messages before `at`. */
  replace(at: number, opening: string): void {
    this.#opening = opening;
    this.#said = this.#said.slice(at);
    this.#counted = undefined;
  }

  #until(at: number): ModelMessage[] {
    const opening: ModelMessage[] = this.#opening === undefined ? [] : [{ role: "user", content: this.#opening }];
    return joined([...opening, ...this.#said.slice(0, at).map(({ message }) => message)]);
  }
}

/** Neighbours of one role are one message. */
function joined(messages: readonly ModelMessage[]): ModelMessage[] {
  const found: ModelMessage[] = [];
  for (const message of messages) {
    const last = found.at(-1);
    if (last?.role !== message.role) found.push(message);
    else
      found[found.length - 1] = { role: last.role, content: [...blocksOf(last.content), ...blocksOf(message.content)] };
  }
  return found;
}

function measured({ role, content, number, uuid }: NumberedMessage): Said {
  return { message: { role, content }, number, uuid, tokens: contentTokens(content) };
}

function sum(said: readonly Said[]): number {
  return said.reduce((total, { tokens }) => total + tokens, 0);
}
