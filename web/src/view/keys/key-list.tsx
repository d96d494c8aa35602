import { useEffect, useRef, useState } from "preact/hooks";
import { activeKeys, useKeys } from "./use-keys.ts";

/** All keys, behind `?`. */
export function KeyList() {
  const [isShown, show] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useKeys([{ key: "?", does: "show the keyboard shortcuts", act: () => show(true) }]);
  useEffect(() => {
    if (isShown) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isShown]);
  return (
    <dialog ref={dialog} class="keys" aria-label="Keyboard shortcuts" onClose={() => show(false)}>
      <h1>Keyboard shortcuts</h1>
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
      <button type="button" onClick={() => show(false)}>
        Close
      </button>
    </dialog>
  );
}

const names: { readonly [key: string]: string } = {
  ArrowRight: "→",
  ArrowLeft: "←",
  ArrowDown: "↓",
  ArrowUp: "↑",
  Escape: "Esc",
};
