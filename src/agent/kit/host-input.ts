import { readCommand } from "../../adapters/read-command.ts";
import { FrameReader } from "../../codec/frame-reader.ts";
import type { Command, Prompt } from "../../wire/command.ts";
import { isFields } from "../../wire/fields.ts";
import type { Frame, UnreadableFrame } from "../../wire/frame.ts";
import type { HostLink } from "./host-link.ts";

interface InputListener {
  readonly link: HostLink;
  prompt(prompt: Prompt): void;
  /** The other dialect's `control`, which has no id. */
  control(action: string): void;
  /** A line that could not be used. */
  problem(text: string): void;
}

/** What a host says, line by line, in either dialect. A line that cannot be used is told, and nothing ends by it. */
export class HostInput {
  readonly #listener: InputListener;
  readonly #reader = new FrameReader({}, (frame) => this.#receive(frame));

  constructor(listener: InputListener) {
    this.#listener = listener;
  }

  push(chunk: Uint8Array): void {
    this.#reader.push(chunk);
  }

  end(): void {
    this.#reader.end();
  }

  #receive(frame: Frame): void {
    if (frame.type === "unreadable") return this.#unreadable(frame);
    const command = readCommand(frame);
    if (command === undefined) return this.#unused(frame);
    this.#pass(command, frame);
  }

  #pass(command: Command, frame: Frame): void {
    const { link } = this.#listener;
    switch (command.kind) {
      case "prompt":
        return isContent(frame) ? this.#listener.prompt(command) : this.#unused(frame);
      case "request":
        if (frame.type !== "control_request") return this.#listener.control(command.subtype);
        return link.receive({ kind: "control_request", requestId: command.requestId, frame });
      case "answer":
        return link.receive({
          ...noError,
          kind: "control_response",
          requestId: command.requestId,
          payload: command.payload,
        });
      case "error_answer": {
        const { requestId, error, errorCode } = command;
        return link.receive({ kind: "control_response", requestId, error, errorCode, payload: undefined });
      }
      case "cancel":
        return link.receive({ kind: "control_cancel", requestId: command.requestId });
      case "keep_alive":
        return;
    }
  }

  #unreadable(frame: UnreadableFrame): void {
    this.#listener.link.refuse(frame);
    this.#problem(frame, unreadableReasons[frame.reason] ?? "cannot be read");
  }

  #unused(frame: Frame): void {
    if (frame.type !== "message" || ignoredTypes.has(frame.message.type)) return;
    this.#problem(frame, unusedReasons[frame.message.type] ?? "has a type nobody knows");
  }

  #problem({ lineNumber, bytes }: { lineNumber: number; bytes: number }, what: string): void {
    this.#listener.problem(`Input line ${lineNumber} (${bytes} bytes) ${what}; it was skipped.`);
  }
}

const noError = { error: undefined, errorCode: undefined } as const;

const unreadableReasons: { readonly [reason: string]: string } = {
  not_json: "is not JSON",
  not_utf8: "is not UTF-8",
  no_type: "is no object with a type",
  malformed: "is a control frame without its id or body",
  oversize: "is over the line limit",
  too_complex: "is nested too deeply",
};

const unusedReasons: { readonly [type: string]: string } = {
  user: 'is no user message: message.role must be "user" and message.content text or a list of blocks',
  control: "is no control message: action must be interrupt, status or heartbeat",
};

/** Known words that say nothing to an agent. */
const ignoredTypes = new Set(["assistant", "system", "result", "stream_event", "update_environment_variables"]);

function isContent(frame: Frame): boolean {
  const content = frame.type === "message" && isFields(frame.message.message) && frame.message.message.content;
  return typeof content === "string" || (Array.isArray(content) && content.every(isFields));
}
