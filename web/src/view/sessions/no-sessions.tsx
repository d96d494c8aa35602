import { everything } from "../../model/session-list.ts";
import { useApp } from "../app-context.ts";
import { Link } from "../link.tsx";
import { filter } from "./list-state.ts";

/** Nothing to list: why, and what to do. */
export function NoSessions({ isEmpty }: { readonly isEmpty: boolean }) {
  const mayStart = useApp().may("prompt");
  const { kind, folder, agent, words } = filter.value;
  const isFiltered = kind !== "all" || folder !== "" || agent !== "" || words !== "";
  if (isEmpty || !isFiltered)
    return (
      <div class="no-sessions">
        <p>{isEmpty ? "No sessions yet." : "All sessions are archived."}</p>
        {mayStart && (
          <Link to={{ view: "new" }} class="button allow">
            Start a session
          </Link>
        )}
      </div>
    );
  return (
    <div class="no-sessions">
      <p>{words === "" ? "No session matches." : "No title or folder matches."}</p>
      <button
        type="button"
        onClick={() => {
          filter.value = everything;
        }}
      >
        Show all sessions
      </button>
    </div>
  );
}
