import { useEffect, useState } from "preact/hooks";
import { useApp } from "../app-context.ts";
import { messageOf } from "../text/message-of.ts";

/** How far an interruption is. */
export type Interrupting =
  | { readonly at: "none" }
  /** Once more does it: one key or one thumb alone may be there by accident. */
  | { readonly at: "armed" }
  | { readonly at: "asked" }
  | { readonly at: "failed"; readonly why: string };

export interface Interrupt {
  readonly state: Interrupting;
  /** The first time it only asks whether that is meant. */
  readonly step: () => void;
  /** Meant for sure. */
  readonly now: () => void;
}

const armedMs = 3000;
const none: Interrupting = { at: "none" };

export function useInterrupt(sessionId: string, isRunning: boolean): Interrupt {
  const { client } = useApp();
  const [state, set] = useState<Interrupting>(none);
  useEffect(() => {
    if (!isRunning) set(none);
  }, [isRunning]);
  useEffect(() => {
    if (state.at !== "armed") return;
    const timer = setTimeout(() => set(none), armedMs);
    return () => clearTimeout(timer);
  }, [state]);

  const now = (): void => {
    if (!isRunning || state.at === "asked") return;
    set({ at: "asked" });
    client.conversation.interrupt({ sessionId }).then(
      // It ended by itself meanwhile.
      ({ interrupted }) => !interrupted && set(none),
      (error: unknown) => set({ at: "failed", why: messageOf(error) }),
    );
  };
  const step = (): void => {
    if (!isRunning) return;
    if (state.at === "armed") now();
    else if (state.at !== "asked") set({ at: "armed" });
  };
  return { state, step, now };
}
