import { PromptState, type PromptUpdate } from "../api/gen/bridle/v1/event_pb.js";
import { textsOf } from "./event-note.ts";
import { oneLine, styled } from "./output.ts";

interface Waiting {
  readonly text: string;
  readonly sender: string;
}

/** Prompts as somebody sees them who did not send all of them: when they are sent, and that they wait. */
export class PromptNotes {
  readonly #waiting = new Map<string, Waiting>();
  /** Typed on this terminal, which has shown them. */
  readonly #typed: string[] = [];
  #isTurn = false;

  typed(text: string): void {
    this.#typed.push(text);
  }

  turnEnded(): void {
    this.#isTurn = false;
  }

  /** A line about it; undefined: there is nothing to say. */
  note({ promptId, state, contentJson, sender, position }: PromptUpdate): string | undefined {
    const prompt = contentJson === "" ? this.#waiting.get(promptId) : { text: textsOf(contentJson).join(" "), sender };
    if (state === PromptState.QUEUED) {
      if (prompt !== undefined) this.#waiting.set(promptId, prompt);
      // The first one waits for its agent, for a moment.
      return prompt && (this.#isTurn || position > 0) ? this.#queued(prompt) : undefined;
    }
    this.#waiting.delete(promptId);
    if (state === PromptState.CANCELLED) return styled("dim", "  a prompt was taken back");
    this.#isTurn = true;
    return prompt && !this.#wasTyped(prompt) ? styled("bold", `> ${line(prompt)}`) : undefined;
  }

  #queued(prompt: Waiting): string {
    this.#wasTyped(prompt);
    return styled("dim", `  waits for the turn: ${line(prompt)}`);
  }

  #wasTyped({ text }: Waiting): boolean {
    const at = this.#typed.indexOf(text);
    if (at >= 0) this.#typed.splice(at, 1);
    return at >= 0;
  }
}

/** Over the unix socket nobody has a name. */
function line({ text, sender }: Waiting): string {
  return `${sender === "" || sender === "local" ? "" : `(${oneLine(sender, 60)}) `}${oneLine(text, 500)}`;
}
