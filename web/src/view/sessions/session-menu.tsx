import { useEffect, useRef } from "preact/hooks";
import { type Session, SessionState } from "../../../../src/api/gen/bridle/v1/session_pb.js";
import type { App } from "../../app.ts";
import { useApp } from "../app-context.ts";
import { Icon, type IconName } from "../icon.tsx";
import { Menu } from "../menu.tsx";
import { asking, renaming, type Where } from "./list-state.ts";
import { SessionActions } from "./session-actions.ts";

/** All that can be done with a session. */
export function SessionMenu({ session, where }: { readonly session: Session; readonly where: Where }) {
  if (!useApp().may("prompt")) return null;
  return (
    <Menu label={`Actions for “${session.title || "Untitled"}”`} icon="more" class="icon-button session-more">
      {(close) => <Actions session={session} where={where} close={close} />}
    </Menu>
  );
}

interface Action {
  readonly word: string;
  readonly icon: IconName;
  readonly act: () => void;
  /** Why it cannot be done now. */
  readonly not?: string;
}

interface ActionsProps {
  readonly session: Session;
  readonly where: Where;
  readonly close: () => void;
}

function Actions({ session, where, close }: ActionsProps) {
  const app = useApp();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.querySelector("button")?.focus({ preventScroll: true }), []);
  return (
    <div
      ref={panel}
      role="menu"
      tabIndex={-1}
      aria-label="Actions"
      onKeyDown={(event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step === undefined || panel.current === null) return;
        event.preventDefault();
        event.stopPropagation();
        const all: Element[] = [...panel.current.querySelectorAll("button")];
        const next = all.at((all.indexOf(document.activeElement ?? panel.current) + step) % all.length);
        if (next instanceof HTMLElement) next.focus();
      }}
    >
      {actionsOf(session, where, app).map(({ word, icon, act, not }) => (
        <button
          key={word}
          type="button"
          role="menuitem"
          class={word === "Delete …" ? "menu-danger" : undefined}
          aria-disabled={not !== undefined}
          title={not}
          onClick={() => {
            if (not !== undefined) return;
            close();
            act();
          }}
        >
          <Icon name={icon} />
          {word}
        </button>
      ))}
    </div>
  );
}

function actionsOf(session: Session, where: Where, app: App): readonly Action[] {
  const actions = new SessionActions(app);
  const { id, archived, state, live, agentSessionId } = session;
  const rename = (): void => {
    renaming.value = { id, where };
  };
  const ask = (what: "fork" | "delete") => (): void => {
    asking.value = { what, id };
  };
  const isClosed = state === SessionState.CLOSED && !live;
  return [
    { word: "Rename", icon: "edit", act: rename },
    {
      word: "Fork …",
      icon: "fork",
      act: ask("fork"),
      ...(agentSessionId === "" && { not: "It has had no turn yet: there is nothing to fork." }),
    },
    { word: archived ? "Unarchive" : "Archive", icon: "archive", act: () => void actions.archive(session) },
    {
      word: "Close",
      icon: "power",
      act: () => void actions.close(session),
      ...(isClosed && { not: "It is closed. A prompt starts it again." }),
    },
    ...(app.may("admin") ? [{ word: "Delete …", icon: "trash", act: ask("delete") } as const] : []),
  ];
}
