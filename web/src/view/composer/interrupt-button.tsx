import type { LiveSession } from "../../live/live-session.ts";
import { useApp } from "../app-context.ts";
import { useKeys } from "../keys/use-keys.ts";

/** Ends the turn that runs. It keeps its place while there is none: nothing moves below a finger. */
export function InterruptButton({ live }: { readonly live: LiveSession }) {
  const app = useApp();
  const interrupt = app.interrupt(live.id);
  const isRunning = app.isRunning(live.id) && app.may("prompt");
  const { at } = interrupt.state.value;
  useKeys(isRunning ? [{ key: "Escape", does: "interrupt the turn (press twice)", act: () => interrupt.step() }] : []);
  if (!isRunning) return null;
  const onClick = (event: MouseEvent): void => {
    // A mouse or a key is where it was put; a thumb may rest.
    if ((event as PointerEvent).pointerType === "touch") interrupt.step();
    else interrupt.now();
  };
  return (
    <button
      type="button"
      class={`interrupt-button ${at === "armed" ? "deny" : "quiet-button"}`}
      aria-disabled={at === "asked"}
      title="Interrupt the turn (Esc, twice)"
      onClick={onClick}
    >
      Interrupt
    </button>
  );
}

/** In place of what the agent does; undefined: nothing of it. */
export function useInterruptWords(live: LiveSession): string | undefined {
  const state = useApp().interrupt(live.id).state.value;
  switch (state.at) {
    case "none":
      return undefined;
    case "armed":
      return "Press again to interrupt";
    case "asked":
      return "Interrupting …";
    case "failed":
      return `Not interrupted: ${state.why}`;
  }
}
