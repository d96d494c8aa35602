import { BridleError } from "../../errors.ts";
import { version } from "../../util/version.ts";
import type { AgentNotice, Canonical, ControlResponse, Skipped, User } from "../../wire/canonical.ts";
import type { Command } from "../../wire/command.ts";
import { encodeLine } from "../../wire/encode-line.ts";
import { type Fields, sessionId } from "../../wire/fields.ts";
import type { ControlResponseFrame, Frame, Message, MessageFrame } from "../../wire/frame.ts";
import { seed001Inputs } from "../../wire/message/input.ts";
import { seed001Families } from "../../wire/message/seed-001.ts";
import type { Families } from "../../wire/messages.ts";
import { describeWord, type Word } from "../change.ts";
import { FrameParser, handled } from "../frame-parser.ts";
import type { ProtocolAdapter, UnknownHandling } from "../protocol-adapter.ts";
import { readBlocks } from "../read-content.ts";
import { readAssistant, readResult } from "../read-message.ts";

const actions = ["interrupt", "status", "heartbeat"];
const words = new Set<Word>([
  ...fieldWords("messages", seed001Families),
  ...fieldWords("inputs", seed001Inputs),
  ...["success", "error", "cancelled"].map((subtype): Word => `messages result/${subtype}`),
  ...actions.map((action): Word => `controls ${action}`),
]);

function fieldWords(kind: "messages" | "inputs", families: Families): Word[] {
  return Object.entries(families).flatMap(([word, { shape }]) => [
    `${kind} ${word}` as Word,
    ...Object.keys(shape).map((field): Word => `${kind} ${word}.${field}`),
  ]);
}

/** Tool results come as `system/tool_result`; everyone else sends them in a user message. */
function readToolResult(message: Message, frame: MessageFrame): User {
  const block = { ...(message.tool_result as Fields), type: "tool_result" };
  return {
    kind: "user",
    sessionId: sessionId(message.session_id),
    uuid: undefined,
    parentToolUseId: undefined,
    content: readBlocks([block]),
    replay: false,
    synthetic: false,
    frame,
  };
}

/** Notices that answer a request. An interrupt has none but the turn's result. */
const answers = new Map([
  ["system/status", "status"],
  ["system/heartbeat_ack", "heartbeat"],
]);

function readAnswer(request: string, { fields }: AgentNotice): ControlResponse {
  const frame: ControlResponseFrame = {
    type: "control_response",
    response: { subtype: "success", request_id: request, response: fields },
  };
  return {
    kind: "control_response",
    requestId: request,
    error: undefined,
    errorCode: undefined,
    payload: fields,
    frame,
  };
}

const parser = new FrameParser(
  seed001Families,
  { assistant: readAssistant, result: readResult, "system/tool_result": readToolResult },
  new Map(),
);

/** The dialect of seed 001 (docs/dialects.md): whole messages, `control` instead of control requests, no permissions or hooks. */
export const seed001: ProtocolAdapter = {
  name: "seed-001",
  supportedRange: { from: version("0.0.0"), to: undefined },
  has: (word) => words.has(word),
  require(word) {
    if (words.has(word)) return;
    throw new BridleError("unsupported", `The dialect of seed 001 lacks ${describeWord(word)}. Nothing was sent.`, {
      word,
      adapter: "seed-001",
      since: undefined,
    });
  },
  launchArguments: ["--stdio"],
  parse(frame: Frame): Canonical | Skipped {
    const message = parser.parse(frame);
    if (message.kind === "unknown") return handled(message, this.handleUnknown(message.word, message.frame.message));
    const request = message.kind === "notice" && answers.get(message.word);
    return request ? readAnswer(request, message as AgentNotice) : message;
  },
  answersTo: (subtype) => (subtype === "interrupt" ? "none" : "in_order"),
  format: (command) => encodeLine(toWire(command)),
  handleUnknown: (): UnknownHandling => ({ handling: "pass" }),
};

function toWire(command: Command): Fields {
  switch (command.kind) {
    case "prompt":
      // The uuid is the host's own book-keeping; there is no place for it here and nothing is lost without it.
      if (command.priority !== undefined) seed001.require("inputs user.priority");
      if (command.shouldQuery !== undefined) seed001.require("inputs user.shouldQuery");
      for (const field of Object.keys(command.more ?? {})) seed001.require(`inputs user.${field}`);
      return {
        type: "user",
        message: { role: "user", content: command.content },
        ...(command.sessionId !== undefined && { session_id: command.sessionId }),
      };
    case "request":
      seed001.require(`controls ${command.subtype}`);
      for (const field of Object.keys(command.payload)) seed001.require(`controls ${command.subtype}.${field}`);
      return { type: "control", action: command.subtype };
    case "answer":
    case "error_answer":
      seed001.require("inputs control_response");
      break;
    case "cancel":
      seed001.require("inputs control_cancel_request");
      break;
    case "keep_alive":
      seed001.require("inputs keep_alive");
      break;
  }
  throw new TypeError(`unreachable: ${command.kind}`);
}
