import type { Prompt } from "../../wire/command.ts";

const rememberedUuids = 10_000;

/** Prompts that wait for a turn, or to join the one that runs. */
export class PromptQueue {
  #waiting: Prompt[] = [];
  readonly #seen = new Set<string>();
  readonly #isCommand: (name: string) => boolean;

  constructor(isCommand: (name: string) => boolean) {
    this.#isCommand = isCommand;
  }

  get size(): number {
    return this.#waiting.length;
  }

  get uuids(): readonly string[] {
    return this.#waiting.flatMap(({ uuid }) => uuid ?? []);
  }

  /** Someone wants the running turn to make way. */
  get urgent(): boolean {
    return this.#waiting.some(({ priority }) => priority === "now");
  }

  /** False for a prompt that was already here: a host that is not sure may send it again. */
  add(prompt: Prompt): boolean {
    const { uuid } = prompt;
    if (uuid !== undefined) {
      if (this.#seen.has(uuid)) return false;
      this.#seen.add(uuid);
      if (this.#seen.size > rememberedUuids) this.#seen.delete(this.#seen.values().next().value as string);
    }
    if (prompt.priority === "now") this.#waiting.unshift(prompt);
    else this.#waiting.push(prompt);
    return true;
  }

  /** What the next turn is about: the prompts that wait together, one that stands alone by itself. */
  takeTurn(): Prompt[] {
    const first = this.#waiting[0];
    if (first === undefined) return [];
    const end = this.#standsAlone(first)
      ? 1
      : this.#waiting.findIndex((prompt) => this.#standsAlone(prompt) || prompt.sessionId !== first.sessionId);
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
  }

  /** What may join the running turn. */
  takeJoining(fits: (prompt: Prompt) => boolean): Prompt[] {
    const joins = (prompt: Prompt): boolean =>
      prompt.priority !== "later" && !this.#standsAlone(prompt) && fits(prompt);
    const joining = this.#waiting.filter(joins);
    this.#waiting = this.#waiting.filter((prompt) => !joins(prompt));
    return joining;
  }

  cancel(uuid: string): Prompt | undefined {
    const at = this.#waiting.findIndex((prompt) => prompt.uuid === uuid);
    return at === -1 ? undefined : this.#waiting.splice(at, 1)[0];
  }

  clear(): Prompt[] {
    return this.#waiting.splice(0);
  }

  /** Commands, and what only adds to the conversation, are no part of a turn with others. */
  #standsAlone(prompt: Prompt): boolean {
    const command = commandIn(prompt);
    return prompt.shouldQuery === false || (command !== undefined && this.#isCommand(command.name));
  }
}

/** The `/command` a prompt may be, and what follows it. */
export function commandIn({ content }: Prompt): { name: string; rest: string } | undefined {
  const text = typeof content === "string" ? content : content.length === 1 ? content[0]?.text : undefined;
  const found = typeof text === "string" ? /^\/([\w:-]+)(?:\s+([\s\S]*))?$/.exec(text.trim()) : null;
  return found === null ? undefined : { name: found[1] ?? "", rest: found[2] ?? "" };
}
