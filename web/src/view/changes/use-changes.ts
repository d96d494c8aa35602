import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ChangesScope, GetChangesResponse } from "../../../../src/api/gen/bridle/v1/workspace_service_pb.js";
import { messageOf } from "../../model/message-of.ts";
import { useApp } from "../app-context.ts";
import type { Answer } from "../use-answer.ts";
import { learnUndoSupport } from "./undo-state.ts";

/** After a tool has ended others follow soon: one look for all of them. */
const pauseMs = 400;

interface Changes {
  readonly answer: Answer<GetChangesResponse>;
  /** Goes up with every answer: what was made of the one before is old. */
  readonly version: number;
  readonly refresh: () => void;
}

/** What changed in the folder of a session; looked at again when a tool has ended, and one look at a time. */
export function useChanges(id: string, scope: ChangesScope): Changes {
  const app = useApp();
  const live = useMemo(() => app.live(id), [id]);
  const steps = live.transcript.value.steps.value;
  const [{ answer, version }, set] = useState<Omit<Changes, "refresh">>({ answer: { at: "loading" }, version: 0 });
  const look = useRef<() => void>(() => {});
  useEffect(() => {
    let state: "idle" | "looking" | "wanted" | "over" = "idle";
    const settle = (found: Answer<GetChangesResponse>): void => {
      if (state === "over") return;
      set((before) => ({ answer: found, version: before.version + 1 }));
      const isWanted = state === "wanted";
      state = "idle";
      if (isWanted) look.current();
    };
    look.current = () => {
      if (state === "over") return;
      if (state !== "idle") {
        state = "wanted";
        return;
      }
      state = "looking";
      app.client.workspace.getChanges({ sessionId: id, scope }).then(
        (value) => {
          learnUndoSupport(id, value.rewind);
          settle({ at: "there", value });
        },
        (error) => settle({ at: "failed", why: messageOf(error) }),
      );
    };
    look.current();
    return () => {
      state = "over";
    };
  }, [id, scope]);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      look.current();
    }, pauseMs);
  }, [steps]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { answer, version, refresh: () => look.current() };
}
