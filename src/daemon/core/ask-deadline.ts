import { create } from "@bufbuild/protobuf";
import { AskSchema } from "../../api/gen/bridle/v1/ask_pb.js";
import { BridleError } from "../../errors.ts";
import type { Input } from "./input.ts";
import type { Limits } from "./limits.ts";
import type { DeadlineBy, OpenAsk } from "./session-state.ts";
import type { Transition } from "./transition.ts";

/** An extension may be as long as a deadline of the settings. */
export const maxExtensionMs = 365 * 24 * 3600 * 1000;

/** Until when an ask waits. `ms`: by the wall clock; 0: for ever. */
interface AskDeadline {
  readonly ms: number;
  readonly by: DeadlineBy | undefined;
}

/** Of an ask that is open since then, while somebody who may decide is connected, or while nobody is. */
export function deadlineOf({ clock, limits }: Transition, createdMs: number, isAttended: boolean): AskDeadline {
  const { askDeadlineMs } = limits;
  const presentMs = isAttended ? limits.connectedDeadlineMs : limits.disconnectedDeadlineMs;
  const ends = [
    ...(askDeadlineMs > 0 ? [createdMs + askDeadlineMs] : []),
    ...(presentMs > 0 ? [clock.wallMs + presentMs] : []),
  ];
  const by = goesByAttendance(limits) ? (isAttended ? "connected" : "disconnected") : undefined;
  return { ms: ends.length === 0 ? 0 : Math.min(...ends), by };
}

function goesByAttendance({ connectedDeadlineMs, disconnectedDeadlineMs }: Limits): boolean {
  return connectedDeadlineMs > 0 || disconnectedDeadlineMs > 0;
}

/** Somebody who may decide came, or the last one left. Said again, and after a restart, it changes no deadline. */
export function followAttendance(t: Transition, isAttended: boolean): void {
  if (!goesByAttendance(t.limits)) return;
  for (const open of t.asks) {
    const deadline = deadlineOf(t, Number(open.ask.createdMs), isAttended);
    if (open.deadlineBy === "person" || open.deadlineBy === deadline.by) continue;
    const message = isAttended ? "somebody who may decide is connected" : "nobody who may decide is connected";
    setDeadline(t, open, deadline, message);
  }
}

/** A person gives an ask more time. Throws `invalid_option` where it has all the time there is. */
export function extend(t: Transition, { call, askId, byMs, by }: Extract<Input, { type: "extend" }>): void {
  const open = t.asks.find(({ ask }) => ask.id === askId);
  if (open === undefined) return t.answer(call, { to: "lost_ask" });
  const { deadlineMs } = open.ask;
  if (deadlineMs === 0n)
    throw new BridleError("invalid_option", "this ask has no deadline: it waits for ever", {
      option: "ask_id",
      allowed: "the id of an ask with a deadline",
      found: "the id of an ask without one",
    });
  const ms = Math.max(Number(deadlineMs), t.clock.wallMs) + byMs;
  t.answer(call, { to: "ask", ask: setDeadline(t, open, { ms, by: "person" }, `extended by ${by}`) });
}

function setDeadline(t: Transition, open: OpenAsk, { ms, by }: AskDeadline, why: string) {
  const ask = create(AskSchema, { ...open.ask, deadlineMs: BigInt(ms) });
  t.asks = t.asks.map((one) => (one === open ? { ...open, ask, deadlineBy: by } : one));
  if (ask.deadlineMs !== open.ask.deadlineMs) {
    const time = ms === 0 ? "for ever" : `${span(ms - t.clock.wallMs)} from now on`;
    const message = `${ask.toolName} waits for a decision ${time}: ${why}`;
    t.notice("bridle/ask_deadline", { askId: ask.id, deadlineMs: ms, message }, t.turn);
  }
  return ask;
}

/** As people say it. */
function span(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}
