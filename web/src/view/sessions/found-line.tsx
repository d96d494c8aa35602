import type { SearchHit } from "../../../../src/api/gen/bridle/v1/session_service_pb.js";
import { Link } from "../link.tsx";
import { visible } from "../text/visible.ts";
import { lastPart } from "./session-line.tsx";

/** What a search found in a conversation, and the way to it. */
export function FoundLine({ hit, words }: { readonly hit: SearchHit; readonly words: string }) {
  const { session, snippet, seq } = hit;
  if (session === undefined) return null;
  return (
    <div class="session-item">
      <Link
        to={{ view: "session", id: session.id, ...(seq > 0n && { seq: Number(seq) }) }}
        class="session-line found-line"
      >
        <span class="session-title">{session.title || "Untitled"}</span>
        <span class="found-snippet">
          <Marked text={visible(snippet)} words={words} />
        </span>
        <span class="session-facts">
          <span>{lastPart(session.cwd)}</span>
          {session.archived && <span>archived</span>}
        </span>
      </Link>
    </div>
  );
}

function Marked({ text, words }: { readonly text: string; readonly words: string }) {
  const wanted = words.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  if (wanted.length === 0) return text;
  // Letters and digits alone: nothing in them is syntax.
  const parts = text.split(new RegExp(`(${wanted.join("|")})`, "giu"));
  return <>{parts.map((part, at) => (at % 2 === 1 ? <mark>{part}</mark> : part))}</>;
}
