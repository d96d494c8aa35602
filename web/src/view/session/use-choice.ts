import { useState } from "preact/hooks";
import type { Session } from "../../../../src/api/gen/bridle/v1/session_pb.js";
import { messageOf } from "../../model/message-of.ts";
import { useApp } from "../app-context.ts";

type Change =
  | { readonly at: "none" }
  | { readonly at: "asked"; readonly value: string }
  /** The answer may be here before the news of it, and before news of older changes: until the session is as new as this. */
  | { readonly at: "done"; readonly value: string; readonly asOfMs: bigint }
  | { readonly at: "failed"; readonly why: string };

/** Something of a session that a person chooses: shown as chosen from the tap on. */
export function useChoice(session: Session, change: (value: string) => Promise<unknown>) {
  const { client } = useApp();
  const [now, set] = useState<Change>({ at: "none" });
  const isAhead = now.at === "asked" || (now.at === "done" && session.updatedMs < now.asOfMs);
  const choose = async (value: string): Promise<void> => {
    set({ at: "asked", value });
    try {
      await change(value);
      const answer = await client.sessions.getSession({ sessionId: session.id });
      set({ at: "done", value, asOfMs: answer.session?.updatedMs ?? 0n });
    } catch (error) {
      set({ at: "failed", why: messageOf(error) });
    }
  };
  return {
    /** Undefined: what the session has. */
    chosen: isAhead ? now.value : undefined,
    isAsked: now.at === "asked",
    problem: now.at === "failed" ? now.why : "",
    choose,
  };
}
