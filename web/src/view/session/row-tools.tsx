import { textOf } from "../../model/content.ts";
import { addressOf } from "../../model/route.ts";
import type { Row } from "../../model/row.ts";
import { rowText } from "../../model/row-text.ts";
import { UndoItem } from "../changes/undo-item.tsx";
import { copyAndSay } from "../frame/toast.tsx";
import { Icon } from "../icon.tsx";
import { Menu } from "../menu.tsx";
import { clock, day } from "../text/clock.ts";
import { ForkItem } from "./fork-item.tsx";

/** Copy and permalink of a row, at a place of their own beside it: never over what it says. */
export function RowTools({ row, sessionId }: { readonly row: Row; readonly sessionId: string }) {
  return (
    <Menu label="Copy or link" icon="more" class="row-tools">
      {(close) => <RowMenu row={row} sessionId={sessionId} close={close} />}
    </Menu>
  );
}

interface Props {
  readonly row: Row;
  readonly sessionId: string;
  readonly close: () => void;
}

function RowMenu({ row, sessionId, close }: Props) {
  const link = new URL(addressOf({ view: "session", id: sessionId, seq: row.seq }), location.origin).href;
  const copies: readonly (readonly [word: string, text: () => string, said: string])[] =
    row.kind === "tool"
      ? [
          ["Copy input", () => row.use.peek().inputText, "Copied"],
          ["Copy output", () => row.use.peek().result.map(textOf).join("\n"), "Copied"],
        ]
      : [["Copy", () => rowText(row), "Copied"]];
  const copy = (text: string, said: string): void => {
    close();
    void copyAndSay(text, said);
  };
  return (
    <>
      {copies.map(([word, text, said]) => (
        <button key={word} type="button" onClick={() => copy(text(), said)}>
          <Icon name="copy" />
          {word}
        </button>
      ))}
      <button type="button" onClick={() => copy(link, "Link copied")}>
        <Icon name="link" />
        Copy link
      </button>
      <ForkItem row={row} sessionId={sessionId} close={close} />
      {row.kind === "prompt" && <UndoItem row={row} sessionId={sessionId} close={close} />}
      <p class="label menu-note">
        {day(row.timeMs)}, {clock(row.timeMs)} · event {row.seq}
      </p>
    </>
  );
}
