import { type Counts, choices, count, type Filter } from "../../model/session-list.ts";
import { useApp } from "../app-context.ts";
import { Icon } from "../icon.tsx";
import { Menu } from "../menu.tsx";
import { agentName } from "../text/agent-name.ts";
import { filter } from "./list-state.ts";
import { lastPart } from "./session-line.tsx";

const kinds: readonly { readonly kind: Filter["kind"]; readonly word: string }[] = [
  { kind: "all", word: "All" },
  { kind: "waiting", word: "Waiting" },
  { kind: "running", word: "Running" },
  { kind: "unread", word: "Unread" },
];

const set = (changes: Partial<Filter>): void => {
  filter.value = { ...filter.value, ...changes };
};

function useCounts(): Counts & { readonly all: number } {
  const { sessions, seen } = useApp();
  const all = sessions.all.value;
  return { all: all.length, ...count(all, (session) => seen.isUnread(session)) };
}

/** Which sessions the list shows, as buttons. A kind of which there is none is not offered; the row is always there, so that the list below it does not move when one comes. */
export function Filters() {
  const counts = useCounts();
  const { kind: chosen, folder, agent } = filter.value;
  const offered = kinds.filter(({ kind }) => kind === "all" || kind === chosen || counts[kind] > 0);
  return (
    <fieldset class="filters">
      <legend class="unseen">Show</legend>
      {offered.map(({ kind, word }) => (
        <button key={kind} type="button" aria-pressed={kind === chosen} onClick={() => set({ kind })}>
          {word}
          {kind !== "all" && <span class="filter-count">{counts[kind]}</span>}
        </button>
      ))}
      {chosen === "archived" && <Narrowed word="Archived" undo={{ kind: "all" }} />}
      {folder !== "" && <Narrowed word={lastPart(folder)} undo={{ folder: "" }} />}
      {agent !== "" && <Narrowed word={agentName(agent)} undo={{ agent: "" }} />}
    </fieldset>
  );
}

function Narrowed({ word, undo }: { readonly word: string; readonly undo: Partial<Filter> }) {
  return (
    <button type="button" class="narrowed" aria-label={`Remove the filter ${word}`} onClick={() => set(undo)}>
      {word}
      <Icon name="close" />
    </button>
  );
}

/** Filters that are seldom wanted: a folder, an agent, what was archived. */
export function FilterMenu() {
  return (
    <Menu label="Filter" icon="filter">
      {(close) => <SeldomFilters close={close} />}
    </Menu>
  );
}

function SeldomFilters({ close }: { readonly close: () => void }) {
  const { sessions } = useApp();
  const counts = useCounts();
  const all = sessions.all.value;
  const { kind, folder, agent } = filter.value;
  const folders = choices(all, "cwd");
  return (
    <div class="filter-menu">
      <Choice
        label="Folder"
        all="All folders"
        offered={folders}
        nameOf={(one) => shortName(one, folders)}
        chosen={folder}
        choose={(one) => set({ folder: one })}
      />
      <Choice
        label="Agent"
        all="All agents"
        offered={choices(all, "agent")}
        nameOf={agentName}
        chosen={agent}
        choose={(one) => set({ agent: one })}
      />
      <button
        type="button"
        aria-pressed={kind === "archived"}
        onClick={() => {
          set({ kind: kind === "archived" ? "all" : "archived" });
          close();
        }}
      >
        <Icon name="archive" />
        Archived <span class="filter-count">{counts.archived}</span>
      </button>
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly all: string;
  readonly offered: readonly string[];
  readonly nameOf: (one: string) => string;
  readonly chosen: string;
  readonly choose: (one: string) => void;
}

function Choice({ label, all, offered, nameOf, chosen, choose }: ChoiceProps) {
  return (
    <label class="filter-choice">
      <span class="label">{label}</span>
      <select value={chosen} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        <option value="">{all}</option>
        {offered.map((one) => (
          <option key={one} value={one}>
            {nameOf(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Its last part, where that is enough to tell it from the others. */
function shortName(folder: string, all: readonly string[]): string {
  return all.filter((other) => lastPart(other) === lastPart(folder)).length === 1 ? lastPart(folder) : folder;
}
