import { useApp } from "../app-context.ts";
import { recordWords } from "../audit/record-words.ts";
import { Link } from "../link.tsx";
import { moment } from "../text/clock.ts";
import { modeWords } from "../text/mode-words.ts";
import { visible } from "../text/visible.ts";
import type { Origin } from "./use-origin.ts";

/** Where the tool use comes from, and how it was decided then. */
export function WhyOrigin({ origin }: { readonly origin: Origin }) {
  const { sessions } = useApp();
  const { askId, record, sessionId, cwd, permissionMode } = origin;
  const title = sessions.get(sessionId)?.title || "Untitled";
  return (
    <section class="why-origin" aria-label="Where it comes from">
      {askId !== undefined && (
        <p>
          <Link to={{ view: "asks", askId }}>An ask</Link> of{" "}
          <Link to={{ view: "session", id: sessionId }}>{title}</Link>
        </p>
      )}
      {record !== undefined && (
        <p>
          Decision {String(record.number)} of{" "}
          <Link to={{ view: "session", id: sessionId, tool: record.toolUseId }}>{title}</Link>: {recordWords(record)},{" "}
          {moment(Number(record.decidedMs))}. Below is what the rules say now.
        </p>
      )}
      <p class="label">
        {visible(cwd)} · mode “{modeWords(permissionMode).name}”
      </p>
    </section>
  );
}
