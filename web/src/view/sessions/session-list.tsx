import { signal } from "@preact/signals";
import type { Session } from "../../../../src/api/gen/bridle/v1/session_pb.js";
import { useApp } from "../app-context.ts";
import { Link } from "../link.tsx";
import { ago } from "../text/ago.ts";
import { cost } from "../text/cost.ts";
import { stateWord } from "../text/state-word.ts";

const query = signal("");

export function SessionList() {
  const { sessions } = useApp();
  const shown = sessions.ordered.value.filter((session) => !session.archived && matches(session, query.value));
  return (
    <div class="session-list">
      <input
        type="search"
        class="search"
        placeholder="Find a session"
        aria-label="Find a session"
        value={query.value}
        onInput={({ currentTarget }) => {
          query.value = currentTarget.value;
        }}
      />
      <ul>
        {shown.map((session) => (
          <li key={session.id}>
            <SessionLine session={session} />
          </li>
        ))}
      </ul>
      {sessions.isLoaded.value && shown.length === 0 && (
        <p class="quiet">{query.value === "" ? "No sessions yet." : "None."}</p>
      )}
    </div>
  );
}

function SessionLine({ session }: { readonly session: Session }) {
  const { place } = useApp();
  const here = place.value;
  const { word, tone } = stateWord(session);
  return (
    <Link
      to={{ view: "session", id: session.id }}
      class="session-line"
      isCurrent={here.view === "session" && here.id === session.id}
    >
      <span class="dot" data-tone={tone} />
      <span class="session-title">{session.title || "Untitled"}</span>
      <span class="session-facts">
        <span>{word}</span>
        <span>{lastPart(session.cwd)}</span>
        {session.costUsd > 0 && <span>{cost(session.costUsd)}</span>}
        <span>{ago(Number(session.updatedMs))}</span>
      </span>
    </Link>
  );
}

function matches({ title, cwd, agent, id }: Session, text: string): boolean {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const found = `${title} ${cwd} ${agent} ${id}`.toLowerCase();
  return words.every((word) => found.includes(word));
}

function lastPart(folder: string): string {
  return folder.split("/").findLast((part) => part !== "") ?? "/";
}
