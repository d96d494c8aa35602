import { useEffect, useState } from "preact/hooks";
import { useApp } from "./app-context.ts";

/** A short loss is nobody's business. */
const graceMs = 800;

/** Says when what is shown may be old. */
export function ConnectionBar() {
  const { feed } = useApp();
  const link = feed.link.value;
  const sinceMs = link.state === "lost" ? link.sinceMs : undefined;
  const [isShown, show] = useState(false);
  useEffect(() => {
    show(false);
    if (sinceMs === undefined) return;
    const timer = setTimeout(() => show(true), graceMs);
    return () => clearTimeout(timer);
  }, [sinceMs]);
  return (
    <div class="connection" role="status">
      {isShown &&
        sinceMs !== undefined &&
        `No connection to the daemon since ${clock(sinceMs)}: this is how it was then. Trying again …`}
    </div>
  );
}

function clock(ms: number): string {
  return new Date(ms).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });
}
