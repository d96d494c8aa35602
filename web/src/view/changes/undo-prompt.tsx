import { LazyView } from "../frame/lazy-view.tsx";
import { undoing } from "./undo-state.ts";

/** Where it is asked before changes of files are undone; loaded when somebody first wants that. */
export function UndoPrompt({ sessionId }: { readonly sessionId: string }) {
  const asked = undoing.value;
  if (asked?.sessionId !== sessionId) return null;
  const load = async () => {
    const { UndoDialog } = await import("./undo-dialog.tsx");
    return () => <UndoDialog {...asked} />;
  };
  return <LazyView key={asked.promptId} load={load} />;
}
