import { useState } from "preact/hooks";
import { addressOf } from "../../model/place.ts";
import type { Row } from "../../model/row.ts";
import { rowText } from "../../model/row-text.ts";

/** Copy and permalink of a row. */
export function RowTools({ row, sessionId }: { readonly row: Row; readonly sessionId: string }) {
  const [copied, tell] = useState("");
  const copy = async (what: string, text: string): Promise<void> => {
    await navigator.clipboard.writeText(text);
    tell(what);
    setTimeout(() => tell(""), 1500);
  };
  const link = new URL(addressOf({ view: "session", id: sessionId, seq: row.seq }), location.origin).href;
  return (
    <span class="row-tools">
      <button type="button" aria-label="Copy" title="Copy" onClick={() => void copy("copied", rowText(row))}>
        ⧉
      </button>
      <button
        type="button"
        aria-label="Copy the link to this"
        title="Copy the link"
        onClick={() => void copy("link copied", link)}
      >
        #
      </button>
      <span class="quiet" role="status">
        {copied}
      </span>
    </span>
  );
}
