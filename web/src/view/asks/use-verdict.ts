import { useRef, useState } from "preact/hooks";
import type { Ask } from "../../../../src/api/gen/bridle/v1/ask_pb.js";
import { messageOf } from "../../model/message-of.ts";
import { useApp } from "../app-context.ts";
import { howDecided } from "../text/by-whom.ts";

/** Sends an answer once, and tells what came of it: done, somebody was faster, or why it could not be sent. */
export function useVerdict(ask: Ask): Answering {
  const app = useApp();
  const [isSent, setSent] = useState(false);
  const isOnItsWay = useRef(false);
  const send: Answering["send"] = async (call, done) => {
    if (isOnItsWay.current) return;
    isOnItsWay.current = true;
    setSent(true);
    const { asks } = app;
    const { sessionId } = ask;
    try {
      const { won, ask: now } = await call();
      if (won) asks.answered(ask, { sessionId, tone: "done", text: done });
      else
        asks.answered(ask, {
          sessionId,
          tone: "late",
          text: `${now?.decidedBy.startsWith("rule: ") ? "It is" : "Someone else was faster:"} ${now ? howDecided(now) : "it is already decided"}.`,
        });
    } catch (error) {
      const text = messageOf(error);
      asks.outcome.value = { sessionId, tone: "error", text: `Not sent: ${text}` };
      isOnItsWay.current = false;
      setSent(false);
      app.refreshAsks();
    }
  };
  return { isSent, send };
}

interface Answering {
  readonly isSent: boolean;
  /** `done` is what is said when it counted. */
  readonly send: (call: () => Promise<{ won: boolean; ask?: Ask | undefined }>, done: string) => Promise<void>;
}
