import type { PromptRow } from "../../model/row.ts";
import { useApp } from "../app-context.ts";
import { Icon } from "../icon.tsx";
import { undoing, undoSupport } from "./undo-state.ts";

interface Props {
  readonly row: PromptRow;
  readonly sessionId: string;
  readonly close: () => void;
}

/** In the menu of a prompt: its changes of files, and all since, can be undone. Where they cannot, why. */
export function UndoItem({ row, sessionId, close }: Props) {
  const mayUndo = useApp().may("prompt");
  const support = undoSupport.value.get(sessionId);
  if (!mayUndo) return null;
  if (support?.supported === false)
    return <p class="label menu-note">Its changes cannot be undone: {support.reason}.</p>;
  return (
    <button
      type="button"
      onClick={() => {
        close();
        undoing.value = { sessionId, promptId: row.promptId };
      }}
    >
      <Icon name="undo" />
      Undo the changes since here …
    </button>
  );
}
