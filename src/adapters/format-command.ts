import type { AnswerCommand, Command, Prompt, RequestCommand } from "../wire/command.ts";
import { controlRow } from "../wire/controls.ts";
import { errorAnswer } from "../wire/dispatch.ts";
import { encodeLine } from "../wire/encode-line.ts";
import { type Fields, isFields } from "../wire/fields.ts";
import { inputs } from "../wire/message/input.ts";
import type { SentWord, Word } from "./change.ts";

/** What writing needs to know of a version. */
interface VersionFacts {
  require(word: SentWord): void;
  /** The agent itself said that it lacks the word. */
  refused(word: Word): boolean;
}

/** A command in Claude Code's dialect. What the version lacks is refused before anything is written. */
export function formatCommand(command: Command, version: VersionFacts): string {
  return encodeLine(toWire(command, version));
}

function toWire(command: Command, version: VersionFacts): Fields {
  switch (command.kind) {
    case "prompt":
      return prompt(command, version);
    case "request":
      return request(command, version);
    case "answer":
      return answer(command, version);
    case "error_answer":
      return { ...errorAnswer(command.requestId, command.error, command.errorCode) };
    case "cancel":
      version.require("inputs control_cancel_request");
      return { type: "control_cancel_request", request_id: command.requestId };
    case "keep_alive":
      version.require("inputs keep_alive");
      return { type: "keep_alive" };
    default:
      throw new TypeError(`unknown command: ${String((command as { kind: unknown }).kind)}`);
  }
}

function prompt(command: Prompt, version: VersionFacts): Fields {
  const { content, uuid, sessionId, parentToolUseId, priority, shouldQuery, more } = command;
  if (priority !== undefined) version.require("inputs user.priority");
  if (shouldQuery !== undefined) version.require("inputs user.shouldQuery");
  for (const field of Object.keys(more ?? {}))
    if (Object.hasOwn(inputs.user.shape, field)) version.require(`inputs user.${field}`);
  return {
    ...more,
    type: "user",
    message: { role: "user", content },
    parent_tool_use_id: parentToolUseId ?? null,
    session_id: sessionId ?? "",
    ...(uuid !== undefined && { uuid }),
    ...(priority !== undefined && { priority }),
    ...(shouldQuery !== undefined && { shouldQuery }),
  };
}

function request({ requestId, subtype, payload }: RequestCommand, version: VersionFacts): Fields {
  const row = controlRow("fromHost", subtype);
  // A word newer than our table may be tried where the agent answers what it does not know; older ones stay silent for ever.
  const known = row !== undefined || version.refused(`controls ${subtype}`);
  version.require(known ? `controls ${subtype}` : "inputs unknown_control");
  const declared = (row?.request() as { shape?: object } | undefined)?.shape ?? {};
  for (const field of Object.keys(payload)) {
    if (Object.hasOwn(declared, field)) version.require(`controls ${subtype}.${field}`);
  }
  return { type: "control_request", request_id: requestId, request: { ...payload, subtype } };
}

function answer({ requestId, payload }: AnswerCommand, version: VersionFacts): Fields {
  if (payload?.behavior === "allow" && !isFields(payload.updatedInput)) version.require("inputs allow_without_input");
  const response = { subtype: "success", request_id: requestId };
  return { type: "control_response", response: payload === undefined ? response : { ...response, response: payload } };
}
