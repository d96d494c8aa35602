import type { AuditRecord } from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { useApp } from "../app-context.ts";
import { copyAndSay } from "../frame/toast.tsx";
import { Link } from "../link.tsx";
import { moment } from "../text/clock.ts";
import { duration } from "../text/duration.ts";
import { visible } from "../text/visible.ts";
import { verdictWord, whoWords } from "./record-words.ts";

/** A decision: what, by whom, when, how long it took; and the ways to the event and to *why*. */
export function AuditLine({ record }: { readonly record: AuditRecord }) {
  const { sessions } = useApp();
  const { number, sessionId, toolName, toolUseId, digest, editedDigest, askedMs, decidedMs, decidedBy } = record;
  const session = sessions.get(sessionId);
  const verdict = verdictWord(record.verdict);
  const when = Number(decidedMs);
  return (
    <article class="audit-line" aria-label={`Decision ${number}`}>
      <p class="audit-verdict">
        <span class="effect" data-effect={verdict}>
          {verdict}
        </span>{" "}
        <span class="label">#{String(number)}</span>
      </p>
      <p class="audit-what">
        <strong>{visible(toolName)}</strong> <span class="quiet">by</span>{" "}
        <span class={decidedBy === "rule" ? "audit-rule" : undefined}>{whoWords(record)}</span>
        {editedDigest !== "" && <span class="mark">input changed</span>}
      </p>
      <p class="audit-time">
        <time dateTime={new Date(when).toISOString()}>{moment(when)}</time>
        {decidedMs > askedMs ? `, after ${duration(Number(decidedMs - askedMs))}` : ", at once"}
      </p>
      <p class="audit-facts">
        {session === undefined ? (
          <span>deleted session {sessionId.slice(0, 8)}</span>
        ) : (
          <Link
            to={{ view: "session", id: sessionId, ...(toolUseId !== "" && { tool: toolUseId }) }}
            class="audit-session"
          >
            {session.title || "Untitled"}
          </Link>
        )}
        {session !== undefined && digest !== "" && (
          <Link to={{ view: "rules", part: "why", of: `audit-${number}` }} label={`Why: decision ${number}`}>
            Why?
          </Link>
        )}
        {digest !== "" && (
          <button
            type="button"
            class="digest"
            title={`SHA-256 of the tool and its input: ${digest}`}
            onClick={() => void copyAndSay(digest, "Digest copied")}
          >
            <span class="unseen">Copy the digest </span>
            {digest.slice(0, 12)}
          </button>
        )}
      </p>
    </article>
  );
}
