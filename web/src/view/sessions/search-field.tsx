import { useRef } from "preact/hooks";
import { useApp } from "../app-context.ts";
import { useKeys } from "../keys/use-keys.ts";
import { filter } from "./list-state.ts";

/** Words that a session has to have: in what the list shows at once, in what was said a moment later. */
export function SearchField({ onEnter }: { readonly onEnter: () => void }) {
  const app = useApp();
  const field = useRef<HTMLInputElement>(null);
  const write = (words: string): void => {
    filter.value = { ...filter.value, words };
  };
  useKeys([
    {
      key: "/",
      does: "search sessions",
      act: () => {
        // At once: what is typed next is meant for it. On a phone the list is a view of its own, which has to be drawn first.
        if (field.current?.offsetParent !== null) return field.current?.focus();
        app.go({ view: "sessions" });
        requestAnimationFrame(() => field.current?.focus());
      },
    },
  ]);
  return (
    <input
      ref={field}
      type="search"
      class="search"
      placeholder="Search sessions"
      aria-label="Search sessions and what was said in them"
      title="Search sessions (/)"
      value={filter.value.words}
      onInput={({ currentTarget }) => write(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape" && filter.value.words === "") field.current?.blur();
        if (event.key === "Escape") write("");
        if (event.key !== "ArrowDown" && event.key !== "Enter") return;
        event.preventDefault();
        onEnter();
      }}
    />
  );
}
