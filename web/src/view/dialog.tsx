import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface DialogProps {
  readonly label: string;
  readonly class?: string;
  /** Escape does it, too. */
  readonly close: () => void;
  readonly children: ComponentChildren;
}

/** Above all else as long as it is shown; what is below can neither be seen nor pressed by keys. */
export function Dialog({ label, class: className = "", close, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // What had the focus before has it again: a dialog that is only taken away leaves it nowhere.
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog ${className}`}
      aria-label={label}
      // The event comes later: by then another dialog may be open.
      onClose={({ currentTarget }) => currentTarget.isConnected && close()}
    >
      {children}
    </dialog>
  );
}
