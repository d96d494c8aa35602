import { createHash } from "node:crypto";
import { type Ask, AskKind } from "../../api/gen/bridle/v1/ask_pb.js";
import type { Session } from "../../api/gen/bridle/v1/session_pb.js";
import { askDetail, shortened } from "../notify/notice-message.ts";

/**
 * What a device is sent. The page's service worker reads it, maybe one of an older page: words are only added.
 * No more than a lock screen may show; `detail` only where the device's owner wants it.
 */
export interface PushMessage {
  readonly kind: "ask" | "question" | "answered" | "end" | "failure" | "limit" | "login" | "resumed" | "test";
  /** A later message of the same tag replaces the notification. */
  readonly tag: string;
  readonly title: string;
  readonly session?: string;
  readonly ask?: string;
  readonly tool?: string;
  readonly detail?: string;
  /** Who answered, or how a turn failed. */
  readonly note?: string;
}

export function askMessage(ask: Ask, { title }: Session, hasContent: boolean): PushMessage {
  const isQuestion = ask.kind === AskKind.QUESTION;
  const detail = askDetail(ask);
  return {
    kind: isQuestion ? "question" : "ask",
    tag: askTag(ask.id),
    title,
    session: ask.sessionId,
    ask: ask.id,
    tool: ask.toolName,
    ...(hasContent && detail !== undefined && { detail }),
  };
}

export function answeredMessage(askId: string, session: string, title: string): PushMessage {
  return { kind: "answered", tag: askTag(askId), title, session, ask: askId };
}

export function endMessage({ id, title }: Session, outcome: string): PushMessage {
  const isEnd = outcome === "success";
  return {
    kind: isEnd ? "end" : "failure",
    tag: `turn ${id}`,
    title,
    session: id,
    ...(!isEnd && { note: outcome.replaceAll("_", " ") }),
  };
}

/** It waits, or goes on. */
export function waitMessage({ id, title }: Session, kind: "limit" | "login" | "resumed"): PushMessage {
  return { kind, tag: `turn ${id}`, title, session: id };
}

export function isWaitKind(kind: string): kind is "limit" | "login" | "resumed" {
  return kind === "limit" || kind === "login" || kind === "resumed";
}

/** Always of the same length, so that it does not give away what it is. Texts are cut until they fit. */
export function encodePush(message: PushMessage): Buffer {
  for (let most = 200; ; most = Math.floor(most / 2)) {
    const fields = Object.entries(message).map(([name, value]) => [name, shortened(value as string, most)]);
    const bytes = Buffer.from(JSON.stringify(Object.fromEntries(fields)));
    if (bytes.length <= paddedBytes) return Buffer.concat([bytes, Buffer.alloc(paddedBytes - bytes.length, " ")]);
  }
}

/** Replaces a message that was not delivered yet: at most 32 characters of base64url. Says nothing of the tag. */
export function topicOf(tag: string): string {
  return createHash("sha256").update(tag).digest("base64url").slice(0, 32);
}

/** Every push service takes 4096 bytes with what encryption adds. */
const paddedBytes = 2048;

function askTag(askId: string): string {
  return `ask ${askId}`;
}
