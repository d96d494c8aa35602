import { adapterOf, type Dialect } from "../../adapters/adapters.ts";
import type { Word } from "../../adapters/change.ts";
import type { ProtocolAdapter } from "../../adapters/protocol-adapter.ts";
import type { MessageEvent } from "../../conversation/event.ts";
import { BridleError, invalidOption } from "../../errors.ts";
import { isUuid } from "../../util/uuid.ts";
import { text } from "../../wire/fields.ts";

interface Spoken {
  readonly version: string | undefined;
  readonly dialect: Dialect | undefined;
}

/**
 * What an agent needs to begin with a part of a conversation: a flag that takes the uuid of a message, of which the
 * stream names those of the model. Claude Code 1.0.128 has it too and wants the API's id of the message, which several share.
 */
export const forkAtWord: Word = "flags --resume-session-at";

/** What the agent calls this message. Empty: no conversation can end with it, as with a tool that has no result yet. */
export function forkPointOf({ role, parentToolUseId, added, frame }: MessageEvent): string {
  const isAnswer = role === "assistant" && parentToolUseId === undefined && added.some(({ type }) => type === "text");
  if (!isAnswer || added.some(({ type }) => type === "tool_use") || frame?.type !== "message") return "";
  const named = text(frame.message.uuid) ?? "";
  return isUuid(named) ? named : "";
}

/** Rejects with `invalid_option`, or `unsupported` by this agent. The whole conversation (empty) can always be forked. */
export async function checkForkPoint(at: string, agent: () => Promise<Spoken>): Promise<void> {
  if (at === "") return;
  if (!isUuid(at)) throw invalidOption("at", "the fork_point of a message", "something else");
  const { dialect, version } = await agent();
  const adapter = adapterOf(dialect, version);
  if (adapter.has(forkAtWord)) return;
  const message = `${adapter.name} cannot begin with a part of a conversation: fork the whole one, or update the agent`;
  throw new BridleError("unsupported", message, { word: forkAtWord, adapter: adapter.name, since: undefined });
}

export function forkArguments(adapter: ProtocolAdapter, at: string): string[] {
  return adapter.has(forkAtWord) ? ["--resume-session-at", at] : [];
}
