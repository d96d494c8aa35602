import type { NoticeKind } from "../config/notification-settings.ts";
import type { NewNotice } from "../store/notices-table.ts";
import type { Occasion } from "./occasions-of.ts";

/** Who is notified, of what, and how long after it happened. */
export interface NoticeWish {
  readonly recipient: string;
  readonly on: ReadonlySet<NoticeKind>;
  readonly delayMs: number;
  /** So much later for asks: its turn comes when nobody answered those before it. */
  readonly askDelayMs: number;
}

interface Happened {
  readonly session: string;
  /** The number of the last event of the commit. */
  readonly seq: number;
  readonly timeMs: number;
}

/** The notices that come of an occasion. Their times are fixed here, so that no restart forgets whose turn is next. Pure. */
export function planNotices(occasion: Occasion, wishes: readonly NoticeWish[], happened: Happened): NewNotice[] {
  if (occasion.kind === "ask_over") return [];
  const { session, seq, timeMs } = happened;
  const isAsk = "askId" in occasion;
  const notice = {
    ...{ session, kind: occasion.kind, createdMs: timeMs },
    id: isAsk ? occasion.askId : `${session}:${seq}`,
    ask: isAsk ? occasion.askId : "",
    outcome: isAsk ? "" : occasion.outcome,
  };
  return wishes
    .filter(({ on }) => on.has(occasion.kind))
    .map(({ recipient, delayMs, askDelayMs }) => ({
      ...notice,
      recipient,
      dueMs: timeMs + delayMs + (isAsk ? askDelayMs : 0),
    }));
}
