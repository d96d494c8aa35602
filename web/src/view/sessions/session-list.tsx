import { useMemo, useRef } from "preact/hooks";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import type { Session } from "../../../../src/api/gen/bridle/v1/session_pb.js";
import type { SearchHit } from "../../../../src/api/gen/bridle/v1/session_service_pb.js";
import { arrange } from "../../model/session-list.ts";
import { useApp } from "../app-context.ts";
import { FilterMenu, Filters } from "./filters.tsx";
import { FoundLine } from "./found-line.tsx";
import { filter } from "./list-state.ts";
import { NoSessions } from "./no-sessions.tsx";
import { SearchField } from "./search-field.tsx";
import { SessionLine } from "./session-line.tsx";
import { type Found, useFound } from "./use-found.ts";
import { useListKeys } from "./use-list-keys.ts";
import { useSteady } from "./use-steady.ts";

/** A line of the list. */
type Item =
  | { readonly kind: "session"; readonly key: string; readonly session: Session }
  | { readonly kind: "note"; readonly key: string; readonly text: string }
  | { readonly kind: "hit"; readonly key: string; readonly hit: SearchHit };

/** What waits first. Only what is seen is in the document, however many there are. */
export function SessionList() {
  const { sessions, seen } = useApp();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const wanted = filter.value;
  const arranged = arrange(sessions.all.value, wanted, (session) => seen.isUnread(session));
  const { items: shown, touch } = useSteady(arranged, JSON.stringify(wanted));
  const found = useFound(wanted.words);
  const items = useMemo(() => [...shown.map(sessionItem), ...foundItems(found)], [shown, found]);
  const { onKeyDown, focusFirst } = useListKeys(items, list, scroller);
  return (
    <div class="session-list">
      <div class="search-row">
        <SearchField onEnter={focusFirst} />
        <FilterMenu />
      </div>
      <Filters />
      {sessions.isLoaded.value && shown.length === 0 && <NoSessions isEmpty={sessions.all.value.length === 0} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its links are what is used; this sees a hand above them, and moves between them */}
      <div
        class="session-lines"
        ref={scroller}
        onKeyDown={onKeyDown}
        onPointerMove={touch}
        onPointerDown={touch}
        onTouchMove={touch}
      >
        <Virtualizer ref={list} scrollRef={scroller} data={items} as="ul" item="li" itemSize={72} bufferSize={300}>
          {(item: Item, at: number) => (
            <div key={item.key} data-line={at}>
              <ItemView item={item} words={wanted.words} />
            </div>
          )}
        </Virtualizer>
      </div>
    </div>
  );
}

function ItemView({ item, words }: { readonly item: Item; readonly words: string }) {
  switch (item.kind) {
    case "session":
      return <SessionLine session={item.session} />;
    case "hit":
      return <FoundLine hit={item.hit} words={words} />;
    case "note":
      return <p class="list-note">{item.text}</p>;
  }
}

function sessionItem(session: Session): Item {
  return { kind: "session", key: session.id, session };
}

function foundItems(found: Found): readonly Item[] {
  switch (found.at) {
    case "nothing":
      return [];
    case "searching":
      return [note("Searching conversations …")];
    case "failed":
      return [note(`Conversations could not be searched: ${found.why}`)];
    case "there": {
      const hits = found.hits.map((hit): Item => ({ kind: "hit", key: `hit ${hit.session?.id}`, hit }));
      return [note(hits.length === 0 ? "No conversation matches." : "In conversations"), ...hits];
    }
  }
}

function note(text: string): Item {
  return { kind: "note", key: "note", text };
}
