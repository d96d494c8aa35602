import { invalidOption } from "../errors.ts";
import { isUuid } from "../util/uuid.ts";
import { type Fields, isFields } from "../wire/fields.ts";
import { describeKind } from "./describe-kind.ts";
import { refuseUnknown } from "./refuse-unknown.ts";

export interface SendOptions {
  /** By which results name the prompt: one that was not used before. Default: a random one. */
  readonly uuid?: string;
  readonly priority?: "now" | "next" | "later";
  /** False: add it to the conversation without a turn. */
  readonly shouldQuery?: boolean;
}

const priorities = ["now", "next", "later"];

/** Refuses what plain JavaScript may pass instead of a prompt: agents end, or say nothing, for it. */
export function checkPrompt(content: unknown): void {
  if (typeof content === "string") return;
  const allowed = "a string or a list of content blocks, each an object with a type";
  if (!Array.isArray(content)) throw invalidOption("prompt", allowed, describeKind(content));
  if (content.length === 0) throw invalidOption("prompt", allowed, "an empty list");
  const wrong = content.findIndex((block) => !isFields(block) || typeof block.type !== "string");
  if (wrong >= 0) throw invalidOption("prompt", allowed, `${describeKind(content[wrong])} at ${wrong}`);
}

export function checkSendOptions(options: SendOptions): void {
  if (!isFields(options)) throw invalidOption("options", "an object", describeKind(options));
  refuseUnknown(options, ["uuid", "priority", "shouldQuery"]);
  const { uuid, priority, shouldQuery }: Fields = { ...options };
  if (uuid !== undefined && !isUuid(uuid)) throw invalidOption("uuid", "a UUID", describeKind(uuid));
  if (priority !== undefined && !priorities.includes(String(priority)))
    throw invalidOption("priority", `one of ${priorities.join(", ")}`, describeKind(priority));
  if (shouldQuery !== undefined && typeof shouldQuery !== "boolean")
    throw invalidOption("shouldQuery", "true or false", describeKind(shouldQuery));
}
