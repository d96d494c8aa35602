import type { Prompt } from "../../wire/command.ts";
import { blocksOf, type ContentBlock, type MessageContent, textBlock } from "../model/content-block.ts";
import { promptContent, promptText } from "./prompt-content.ts";

/** What a turn is asked: its prompts, those that join it, and what a command or a hook asks instead. */
export class TurnPrompts {
  readonly #joiner: string;
  readonly #first: readonly Prompt[];
  #all: readonly Prompt[];
  #asked: readonly Prompt[];
  #contexts: readonly string[] = [];

  constructor(prompts: readonly Prompt[], joiner: string) {
    this.#joiner = joiner;
    this.#first = prompts;
    this.#all = prompts;
    this.#asked = prompts;
  }

  /** Every prompt that the turn's result answers. */
  get all(): readonly Prompt[] {
    return this.#all;
  }

  get text(): string {
    return promptText(this.#asked, this.#joiner);
  }

  /** Without what hooks add. */
  get asked(): MessageContent {
    return promptContent(this.#asked, this.#joiner);
  }

  get content(): MessageContent {
    if (this.#contexts.length === 0) return this.asked;
    return [...blocksOf(this.asked), ...this.#contexts.map(textBlock)];
  }

  get isFollowUp(): boolean {
    return this.#asked !== this.#first;
  }

  /** More prompts for the same result; gives their content. */
  join(prompts: readonly Prompt[]): { readonly content: MessageContent; readonly text: string } {
    this.#all = [...this.#all, ...prompts];
    return { content: promptContent(prompts, this.#joiner), text: promptText(prompts, this.#joiner) };
  }

  /** What the prompts expand to; the result is still theirs. */
  rewrite(content: readonly ContentBlock[]): void {
    this.#asked = [{ kind: "prompt", content: [...content] }];
  }

  /** What a hook wants done on top; the result is still that of the first prompts. */
  followUp(text: string): void {
    this.#asked = [{ kind: "prompt", content: text }];
    this.#contexts = [];
  }

  /** Text of hooks that goes to the model with the prompt. */
  addContext(contexts: readonly string[]): void {
    this.#contexts = contexts;
  }
}
