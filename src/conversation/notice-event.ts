import type { Notice } from "../adapters/notice.ts";
import type { Event } from "./event.ts";

/** Something about the session that the agent did not say. */
export function noticeEvent(notice: Notice, turn: string | undefined): Event {
  const word = `bridle/${notice.code}`;
  return { type: "notice", turn, parentToolUseId: undefined, word, fields: { ...notice }, frame: undefined };
}
