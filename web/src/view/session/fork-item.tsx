import type { Row } from "../../model/row.ts";
import { useApp } from "../app-context.ts";
import { Icon } from "../icon.tsx";
import { asking } from "../sessions/list-state.ts";

interface Props {
  readonly row: Row;
  readonly sessionId: string;
  readonly close: () => void;
}

/** In the menu of an answer or a prompt: another session that goes on from here. Nothing, where the agent cannot. */
export function ForkItem({ row, sessionId, close }: Props) {
  const at = row.kind === "prompt" ? row.forkPoint : row.kind === "text" ? row.forkPoint.value : "";
  const mayFork = useApp().may("prompt");
  if (at === "" || !mayFork) return null;
  return (
    <button
      type="button"
      onClick={() => {
        close();
        asking.value = { what: "fork", id: sessionId, at };
      }}
    >
      <Icon name="fork" />
      {row.kind === "prompt" ? "Fork before this prompt …" : "Fork from here …"}
    </button>
  );
}
