import { useEffect, useState } from "preact/hooks";
import { useApp } from "../app-context.ts";
import { clock } from "../text/clock.ts";

/** A short loss is nobody's business. */
const graceMs = 800;
/** So long it is told that all is well again. */
const againMs = 4000;

type Shown = { readonly at: "nothing" } | { readonly at: "lost"; readonly sinceMs: number } | { readonly at: "again" };

/**
 * Says when what is shown may be old, and when it no longer is. It stands above the page: nothing moves because a connection was lost.
 */
export function ConnectionBar() {
  const { feed } = useApp();
  const link = feed.link.value;
  const sinceMs = link.state === "lost" ? link.sinceMs : undefined;
  const [shown, show] = useState<Shown>({ at: "nothing" });
  useEffect(() => {
    if (sinceMs !== undefined) {
      const timer = setTimeout(() => show({ at: "lost", sinceMs }), graceMs);
      return () => clearTimeout(timer);
    }
    show((before) => (before.at === "lost" ? { at: "again" } : before));
    const timer = setTimeout(() => show({ at: "nothing" }), againMs);
    return () => clearTimeout(timer);
  }, [sinceMs]);
  return (
    <div class="connection" role="status" data-at={shown.at}>
      {shown.at === "lost" &&
        `Disconnected from the daemon at ${clock(shown.sinceMs)}: this is how things were then. Reconnecting …`}
      {shown.at === "again" && "Reconnected: nothing is missing."}
    </div>
  );
}
