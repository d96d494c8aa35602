import type { Session } from "../../../../src/api/gen/bridle/v1/session_pb.js";
import { useApp } from "../app-context.ts";
import { WaitMark } from "../asks/wait-mark.tsx";
import { Link } from "../link.tsx";
import { ago } from "../text/ago.ts";
import { cost } from "../text/cost.ts";
import { nowMs } from "../text/now.ts";
import { stateWord } from "../text/state-word.ts";
import { visible } from "../text/visible.ts";
import { renaming } from "./list-state.ts";
import { SessionMenu } from "./session-menu.tsx";
import { TitleField } from "./title-field.tsx";

/** A session in the list: how it is, what it is called, what it does, and what can be done with it. */
export function SessionLine({ session }: { readonly session: Session }) {
  const { route, seen } = useApp();
  const here = route.value;
  const isUnread = seen.isUnread(session);
  const isRenaming = renaming.value?.where === "list" && renaming.value.id === session.id;
  if (isRenaming)
    return (
      <div class="session-item">
        <TitleField session={session} />
      </div>
    );
  const { word, tone } = stateWord(session);
  return (
    <div class="session-item" data-unread={isUnread} data-tone={tone}>
      <Link
        to={{ view: "session", id: session.id }}
        class="session-line"
        isCurrent={here.view === "session" && here.id === session.id}
      >
        <span class="dot" data-tone={tone} />
        <span class="session-title">{session.title || "Untitled"}</span>
        <span class="session-facts">
          <span class="session-state">{word}</span>
          <WaitMark sessionId={session.id} />
          {isUnread && (
            <span class={tone === "waiting" || tone === "running" ? "unseen" : "session-unread"}>unread</span>
          )}
          <span class="session-folder" title={session.cwd}>
            {lastPart(session.cwd)}
          </span>
          {session.costUsd > 0 && <span>{cost(session.costUsd)}</span>}
          <span>{ago(Number(session.updatedMs), nowMs.value)}</span>
        </span>
        {session.preview !== "" && <span class="session-preview">{visible(session.preview)}</span>}
      </Link>
      <SessionMenu session={session} where="list" />
    </div>
  );
}

export function lastPart(folder: string): string {
  return folder.split("/").findLast((part) => part !== "") ?? "/";
}
