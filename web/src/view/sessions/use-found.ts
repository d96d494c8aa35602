import { useEffect, useState } from "preact/hooks";
import type { SearchHit } from "../../../../src/api/gen/bridle/v1/session_service_pb.js";
import { messageOf } from "../../model/message-of.ts";
import { useApp } from "../app-context.ts";

export type Found =
  | { readonly at: "nothing" }
  | { readonly at: "searching" }
  | { readonly at: "there"; readonly hits: readonly SearchHit[] }
  | { readonly at: "failed"; readonly why: string };

/** Until somebody has typed on. */
const pauseMs = 250;
const maxHits = 50;

/** What was said in conversations, from the daemon: the page has titles alone. */
export function useFound(words: string): Found {
  const { client } = useApp();
  const [found, set] = useState<Found>({ at: "nothing" });
  const wanted = words.trim();
  useEffect(() => {
    if (wanted.length < 2) {
      set({ at: "nothing" });
      return;
    }
    const ending = new AbortController();
    set((before) => (before.at === "there" ? before : { at: "searching" }));
    const timer = setTimeout(async () => {
      try {
        const { hits } = await client.sessions.searchSessions(
          { query: wanted, pageSize: maxHits },
          { signal: ending.signal },
        );
        set({ at: "there", hits: hits.filter(({ snippet }) => snippet !== "") });
      } catch (error) {
        if (!ending.signal.aborted) set({ at: "failed", why: messageOf(error) });
      }
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [wanted]);
  return found;
}
