import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { CompleteFolderResponse, Folder } from "../../../../src/api/gen/bridle/v1/session_service_pb.js";
import { useApp } from "../app-context.ts";
import { FolderOptions } from "./folder-options.tsx";

interface FolderFieldProps {
  readonly value: string;
  readonly change: (path: string) => void;
  /** Somebody is in the field: from now on only they change it. */
  readonly hold: () => void;
  /** What is wrong with it. */
  readonly trouble: string;
}

/** Until somebody has typed on. */
const pauseMs = 120;

/** A folder of the daemon's machine, completed as it is typed: those of sessions first. */
export function FolderField({ value, change, hold, trouble }: FolderFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isOpen, open] = useState(false);
  const [at, setAt] = useState(-1);
  const found = useCompletion(value);
  const folders = found?.folders ?? [];
  const take = ({ path }: Folder, goOn: boolean): void => {
    change(goOn ? `${path}/` : path);
    setAt(-1);
    open(goOn);
    field.current?.focus();
  };
  const step = (by: 1 | -1): void => {
    open(true);
    const from = at === -1 && by === -1 ? 0 : at;
    setAt(folders.length === 0 ? -1 : (from + by + folders.length) % folders.length);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = keyAction(event, { isOpen, chosen: folders[at], next: folders[at] ?? only(folders, value) });
    if (act === undefined) return;
    event.preventDefault();
    if (act.what === "step") step(act.by);
    else if (act.what === "close") open(false);
    else take(act.folder, act.goOn);
  };
  const isShown = isOpen && folders.length > 0;
  return (
    <div class="field">
      <label for={`${id}-field`}>Folder</label>
      <input
        ref={field}
        id={`${id}-field`}
        class="search"
        role="combobox"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && at >= 0 ? `${id}-${at}` : undefined}
        aria-invalid={trouble !== ""}
        aria-describedby={`${id}-about`}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        placeholder="/path/to/your/project"
        value={value}
        onFocus={() => {
          hold();
          open(true);
        }}
        onBlur={() => open(false)}
        onInput={({ currentTarget }) => {
          change(currentTarget.value);
          setAt(-1);
          open(true);
        }}
        onKeyDown={onKeyDown}
      />
      <FolderOptions id={id} folders={folders} at={at} isShown={isShown} take={(folder) => take(folder, false)} />
      <p id={`${id}-about`} class={trouble === "" ? "label" : "outcome"} role={trouble === "" ? undefined : "alert"}>
        {trouble || aboutOf(found, value, isOpen)}
      </p>
    </div>
  );
}

type KeyAction =
  | { readonly what: "step"; readonly by: 1 | -1 }
  | { readonly what: "take"; readonly folder: Folder; readonly goOn: boolean }
  | { readonly what: "close" };

interface Offered {
  readonly isOpen: boolean;
  readonly chosen: Folder | undefined;
  /** What Tab goes on with. */
  readonly next: Folder | undefined;
}

/** Undefined: the key is the browser's. */
function keyAction({ key, shiftKey }: KeyboardEvent, { isOpen, chosen, next }: Offered): KeyAction | undefined {
  if (key === "ArrowDown" || key === "ArrowUp") return { what: "step", by: key === "ArrowDown" ? 1 : -1 };
  if (!isOpen) return undefined;
  if (key === "Escape") return { what: "close" };
  if (key === "Enter" && chosen !== undefined) return { what: "take", folder: chosen, goOn: false };
  if (key === "Tab" && !shiftKey && next !== undefined) return { what: "take", folder: next, goOn: true };
  return undefined;
}

/** What Tab takes where nothing is chosen. */
function only(folders: readonly Folder[], value: string): Folder | undefined {
  const rest = folders.filter(({ path }) => path !== value);
  return rest.length === 1 ? rest[0] : undefined;
}

function aboutOf(found: CompleteFolderResponse | undefined, value: string, isOpen: boolean): string {
  if (value === "" || found === undefined) return "Where the agent works: it reads and changes files there.";
  if (found.isFolder) return "Where the agent works.";
  if (!value.startsWith("/") && !value.startsWith("~")) return "Use a full path, starting with / or ~.";
  return isOpen && found.folders.length > 0
    ? "Keep typing, or pick one of these."
    : "There is no such folder on the daemon's machine.";
}

function useCompletion(path: string): CompleteFolderResponse | undefined {
  const { client } = useApp();
  const [found, set] = useState<CompleteFolderResponse>();
  useEffect(() => {
    const ending = new AbortController();
    const timer = setTimeout(
      () =>
        client.sessions.completeFolder({ path }, { signal: ending.signal }).then(set, () => {
          // The form tells of a daemon that is not there when it is sent.
          if (!ending.signal.aborted) set(undefined);
        }),
      pauseMs,
    );
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [path]);
  return found;
}
