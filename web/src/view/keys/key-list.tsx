import { useState } from "preact/hooks";
import { Dialog } from "../dialog.tsx";
import { activeKeys, useKeys } from "./use-keys.ts";

/** All keys, behind `?`. */
export function KeyList() {
  const [isShown, show] = useState(false);
  useKeys([{ key: "?", does: "keyboard shortcuts", act: () => show(true) }]);
  if (!isShown) return null;
  return (
    <Dialog label="Keyboard shortcuts" class="keys" close={() => show(false)}>
      <h2>Keyboard shortcuts</h2>
      <dl>
        {activeKeys.value
          .filter(({ shown }) => shown !== "")
          .map(({ key, shown = names[key] ?? key, does }) => (
            <div key={`${key} ${does}`}>
              <dt>
                <kbd>{shown}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        <div>
          <dt>
            <kbd>Ctrl F</kbd>
          </dt>
          <dd>find in a session</dd>
        </div>
      </dl>
      <div class="dialog-buttons">
        <button type="button" onClick={() => show(false)}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

const names: { readonly [key: string]: string } = {
  ArrowRight: "→",
  ArrowLeft: "←",
  ArrowDown: "↓",
  ArrowUp: "↑",
  Escape: "Esc",
};
