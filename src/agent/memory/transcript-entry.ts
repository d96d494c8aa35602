import { type Fields, isFields, objects, text } from "../../wire/fields.ts";
import { type ContentBlock, textBlock } from "../model/content-block.ts";
import { deferralText } from "./deferral.ts";
import { deferralType, type Entry, type TranscriptLine } from "./entry.ts";

/** What a line of a transcript says, to be kept; undefined for what only matters to the program that wrote it. */
export function transcriptEntry(line: TranscriptLine): Entry | undefined {
  const uuid = text(line.uuid);
  if (uuid === undefined) return undefined;
  const { type, message, timestamp } = line;
  const atMs = Date.parse(text(timestamp) ?? "") || Date.now();
  const rest = Object.fromEntries(Object.entries(line).filter(([key]) => !common.has(key)));
  if ((type === "user" || type === "assistant") && isFields(message)) {
    const { role: _, content, ...facts } = message;
    const said = typeof content === "string" ? content : objects(content);
    const own = Object.keys(facts).length === 0 ? {} : { message: facts };
    return { uuid, role: type, content: said, ...own, line: rest, atMs };
  }
  if (type === "system" && keptSystem.has(String(line.subtype))) {
    return { uuid, role: "user", content: text(line.content) ?? "", line: { type, ...rest }, atMs };
  }
  if (type !== "attachment" || !isFields(line.attachment)) return undefined;
  const content = attached(line.attachment, line.rendered);
  return content.length === 0 ? undefined : { uuid, role: "user", content, line: { type, ...rest }, atMs };
}

/** What every line has, and is written anew. */
const common: ReadonlySet<string> = new Set([
  ...["parentUuid", "logicalParentUuid", "isSidechain", "type", "message", "content", "uuid", "timestamp"],
  ...["userType", "entrypoint", "cwd", "sessionId", "version", "gitBranch", "slug", "requestRef"],
]);

const keptSystem: ReadonlySet<string> = new Set(["compact_boundary", "api_error"]);

/** What a person, a file or a hook brought in. The rest tells the model of tools and surroundings that are not ours. */
const keptAttachments: ReadonlySet<string> = new Set([
  ...["queued_command", "hook_additional_context", "file", "directory", "mcp_resource", "edited_text_file"],
]);

function attached(attachment: Fields, rendered: unknown): readonly ContentBlock[] {
  if (attachment.type === deferralType) return [textBlock(deferralText)];
  if (!keptAttachments.has(String(attachment.type))) return [];
  const shown = objects(rendered).flatMap(({ content }) => blocks(content));
  return shown.length > 0 ? shown : blocks(attachment.prompt ?? attachment.content);
}

function blocks(content: unknown): readonly ContentBlock[] {
  if (typeof content === "string") return content === "" ? [] : [textBlock(content)];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) => (typeof part === "string" ? blocks(part) : isFields(part) ? [part] : []));
}
