import { type Fields, objects } from "../../src/wire/fields.ts";

/** A frame of an agent in a few words, without what differs from run to run: whole conversations can be compared. */
export function frameLabel(frame: Fields): string {
  switch (frame.type) {
    case "system":
      return systemLabel(frame);
    case "assistant":
      return `${blockLabels(frame)}${frame.aborted ? " (aborted)" : ""}${frame.error ? ` (${frame.error})` : ""}`;
    case "user":
      return userLabel(frame);
    case "stream_event":
      return `event ${(frame.event as Fields).type}`;
    case "result":
      return `result ${frame.subtype} ${quoted(frame.result ?? frame.terminal_reason ?? "")}`;
    case "command_lifecycle":
      return `${frame.command_uuid} ${frame.state}`;
    case "control_request":
      return askLabel(frame.request as Fields);
    case "control_response":
      return answerLabel(frame.response as Fields);
    default:
      return String(frame.type);
  }
}

function systemLabel({ subtype, status, permissionMode, content, tool_result, position, message }: Fields): string {
  if (subtype === "init") return "init";
  if (subtype === "status" && permissionMode !== undefined) return `mode ${permissionMode}`;
  if (subtype === "status" && status !== undefined) return `status ${status}`;
  if (tool_result !== undefined) return blockLabel(tool_result as Fields);
  const more = position ?? content ?? message;
  return `${subtype}${more === undefined ? "" : ` ${quoted(more)}`}`;
}

function userLabel(frame: Fields): string {
  const what = frame.isReplay ? "replay" : frame.isSynthetic ? "synthetic" : "user";
  const label = blockLabels(frame);
  return label.startsWith("tool_result") ? label : `${what} ${label.replace(/^text /, "")}`;
}

function blockLabels(frame: Fields): string {
  const { content } = frame.message as Fields;
  return typeof content === "string" ? `text ${quoted(content)}` : objects(content).map(blockLabel).join(" + ");
}

function blockLabel(block: Fields): string {
  if (block.type === "tool_use") return `tool_use ${block.name}`;
  if (block.type === "tool_result")
    return `tool_result ${quoted(contentText(block.content))}${block.is_error ? " (error)" : ""}`;
  return `${block.type} ${quoted(block.text ?? block.thinking)}`;
}

function contentText(content: unknown): unknown {
  return typeof content === "string"
    ? content
    : objects(content)
        .map(({ text }) => text)
        .join(" ");
}

function askLabel({ subtype, tool_name, callback_id, message }: Fields): string {
  const about = tool_name ?? callback_id ?? (message as Fields | undefined)?.method ?? "";
  return `asks ${subtype} ${about}`;
}

function answerLabel({ subtype, request_id, error_code }: Fields): string {
  if (subtype === "success") return `answers ${request_id}`;
  return `refuses ${request_id}${error_code === undefined ? "" : ` ${error_code}`}`;
}

function quoted(value: unknown): string {
  const text = String(value);
  return text.length > 44 ? `${text.slice(0, 44)}…` : text;
}
