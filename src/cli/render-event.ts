import { toJson } from "@bufbuild/protobuf";
import { type Event, EventSchema } from "../api/gen/bridle/v1/event_pb.js";
import { noteOf, textsOf } from "./event-note.ts";
import { PromptNotes } from "./prompt-notes.ts";

interface ViewOptions {
  /** Prompts too: for who did not send them. */
  readonly prompts: boolean;
}

/** Where an event is shown. */
export interface Screen {
  /** What the agent says. */
  readonly text: (text: string) => void;
  /** Unless it has ended. */
  readonly endLine: () => void;
  /** Everything else, short, a line each. */
  readonly note: (line: string) => void;
}

/** An event as one line of JSON, with the session it belongs to. */
export function eventJson(sessionId: string, event: Event): object {
  return { sessionId, ...(toJson(EventSchema, event) as object) };
}

/** Shows the events of one session to a person. */
export class EventView {
  readonly #screen: Screen;
  readonly #options: ViewOptions;
  readonly prompts = new PromptNotes();
  /** What came as deltas since the last finished block of text. */
  #streamed = "";
  #lastBlock: number | undefined;

  constructor(screen: Screen, options: ViewOptions = { prompts: false }) {
    this.#screen = screen;
    this.#options = options;
  }

  show(event: Event): void {
    // What sub-agents say is the business of the agent that asked them; their tools and asks are not.
    const isSub = event.parentToolUseId !== "";
    switch (event.kind.case) {
      case "textDelta":
        return isSub ? undefined : this.#delta(event.kind.value.text, event.kind.value.index);
      case "message":
        return isSub || event.kind.value.role !== "assistant" ? undefined : this.#message(event.kind.value.contentJson);
      default: {
        const line = this.#note(event);
        if (line !== undefined) this.#screen.note(isSub ? `  ${line}` : line);
      }
    }
  }

  #note(event: Event): string | undefined {
    const { kind } = event;
    if (kind.case === "turnComplete") this.prompts.turnEnded();
    return kind.case === "prompt" && this.#options.prompts ? this.prompts.note(kind.value) : noteOf(event);
  }

  #delta(text: string, index: number): void {
    if (this.#streamed !== "" && this.#lastBlock !== index) this.#screen.endLine();
    this.#lastBlock = index;
    this.#streamed += text;
    this.#screen.text(text);
  }

  /** A finished block: shown where it did not come as deltas. */
  #message(contentJson: string): void {
    for (const text of textsOf(contentJson)) {
      if (this.#streamed === "") this.#screen.text(text);
      this.#screen.endLine();
      this.#streamed = "";
    }
  }
}
