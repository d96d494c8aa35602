import { type Fields, isFields, objects } from "../../src/wire/fields.ts";

/** Kinds of lines that only the program which wrote them reads, or that tell the model of what our agent has not. */
const ownKinds: { readonly [kind: string]: string } = {
  "queue-operation": "Claude Code's own queue",
  "api-request": "its requests, to be sent again",
  "api-request-shape": "the same",
  "api-request-blob": "the same",
  "atis-latch": "a switch of its own",
  "tools-used": "for its own lists",
  mode: "for its terminal",
  "last-prompt": "written when it pleases; test/transcripts/sdk-sessions.test.ts shows that lists are the same",
};

/** Attachments are what the model is told on the way. These are said by a person. */
const saidAttachments = ["queued_command"];

/** Fields that our lines lack. */
const ownFields: { readonly [field: string]: string } = {
  requestRef: "points to its api-request lines",
  promptCacheRequested: "of its request",
  effort: "of its request",
  perTurnEffort: "of its request",
  slug: "names its plan files",
  sandboxed: "there is no sandbox",
  toolInputStreamMs: "a duration",
  thinkingDurationMs: "a duration",
  thinkingDisplay: "of its request",
  failedResponseHadNoToolCall: "for its own retries",
  "message.diagnostics": "always null",
  "message.container": "always null",
  "message.stop_details": "null, or missing where the answer broke off",
  "message.usage.*": "what the API did not say is filled in",
  "attachment.timestamp": "the line has one",
  rendered: "what the model reads is in its own prompt",
  "error.connection": "of its own network code",
  "error.isNetworkDown": "of its own network code",
  "error.rateLimits": "of its own network code",
  "error.noResponse": "of its own network code",
  "compactMetadata.cumulativeDroppedTokens": "not counted",
  turnPosition: "of summaries; prompts have it",
  "permissionDecision.ruleSource": "how its own rules came to it, in more detail than ours do",
  "permissionDecision.reasonType": "the same",
  "permissionDecision.reasonCode": "the same",
};

/** Fields whose values are not the same in two runs, or are each program's own words. */
const freeValues = new Set([
  ...["timestamp", "cwd", "sessionId", "uuid", "parentUuid", "logicalParentUuid", "promptId", "requestId", "agentId"],
  ...["sourceToolAssistantUUID", "preTokens", "postTokens", "durationMs", "headUuid", "anchorUuid", "tailUuid"],
  ...["uuids", "allUuids", "delivery_id", "retryInMs", "renderedRole", "prompt", "content", "toolUseResult", "id"],
  ...["formatted", "toolDenialKind"],
]);

const freePaths = ["error.message"];

/** A line of a transcript in the words that two programs share: its kind, its place, and every field with its value where it must be the same. */
export interface LineShape {
  readonly kind: string;
  /** How many lines before it its parent stands; 0 for none. */
  readonly parent: number;
  readonly fields: { readonly [path: string]: unknown };
}

export function lineShapes(lines: readonly Fields[]): LineShape[] {
  const told = lines.filter(isTold);
  const places = new Map(told.map(({ uuid }, at) => [uuid, at]));
  const byUuid = new Map<unknown, Fields>(
    lines.flatMap((line) => (line.uuid === undefined ? [] : [[line.uuid, line] as const])),
  );
  return told.map((line, at) => {
    let parent = byUuid.get(line.parentUuid ?? line.logicalParentUuid);
    while (parent !== undefined && !places.has(parent.uuid)) parent = byUuid.get(parent.parentUuid);
    const place = parent === undefined ? undefined : places.get(parent.uuid);
    return { kind: kindOf(line), parent: place === undefined ? 0 : at - place, fields: leaves(line) };
  });
}

function isTold(line: Fields): boolean {
  if (Object.hasOwn(ownKinds, String(line.type)) || line.type === "cost-state") return false;
  if (line.type === "attachment") return saidAttachments.includes(String((line.attachment as Fields).type));
  // What a terminal shows of a command that was typed.
  const { content } = isFields(line.message) ? line.message : {};
  return !(typeof content === "string" && /^<(local-command|command-name)/.test(content));
}

function kindOf({ type, subtype, message, attachment }: Fields): string {
  const blocks = isFields(message) ? objects(message.content).map((block) => block.type) : [];
  const about = subtype ?? (isFields(attachment) ? attachment.type : undefined);
  return [type, about, ...blocks].filter((word) => word !== undefined).join(" ");
}

/** Paths of fields with their values, but for those that may differ. */
function leaves(line: Fields): { [path: string]: unknown } {
  const found: { [path: string]: unknown } = {};
  const visit = (value: unknown, path: string, name: string): void => {
    if (Object.hasOwn(ownFields, path) || isExtraCount(path)) return;
    if (freeValues.has(name) || freePaths.includes(path)) found[path] = "any";
    else if (path === "error" && typeof value === "string") found[path] = "a word";
    else if (isFields(value)) for (const [key, inner] of Object.entries(value)) visit(inner, `${path}.${key}`, key);
    else found[path] = value;
  };
  for (const [key, value] of Object.entries(line)) if (value !== undefined) visit(value, key, key);
  return found;
}

const counts = ["input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];

function isExtraCount(path: string): boolean {
  return path.startsWith("message.usage.") && !counts.includes(path.slice("message.usage.".length));
}
