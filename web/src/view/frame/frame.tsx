import type { ComponentChildren } from "preact";
import { useApp } from "../app-context.ts";
import { KeyList } from "../keys/key-list.tsx";
import { useKeys } from "../keys/use-keys.ts";
import { SessionDialogs } from "../sessions/session-dialogs.tsx";
import { SessionList } from "../sessions/session-list.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { ConnectionBar } from "./connection-bar.tsx";
import { allDestinations, footDestinations, isOffered, topDestinations } from "./destinations.ts";
import { Head } from "./head.tsx";
import { NavLink } from "./nav-link.tsx";
import { Toast } from "./toast.tsx";
import { useTitle } from "./use-title.ts";

/** What stands around every view: the sessions and the navigation beside it; on a phone the navigation below. */
export function Frame({ children }: { readonly children: ComponentChildren }) {
  const app = useApp();
  const { view } = app.route.value;
  useTitle(app);
  useKeys(
    allDestinations
      .filter((one) => isOffered(one, app))
      .map(({ to, word, shortcut }) => ({
        key: shortcut,
        does: word.toLowerCase(),
        act: () => app.go(to),
      })),
  );
  // The list is what the first view is about, and stands beside all others.
  const isList = view === "sessions";
  const [Side, Beside] = isList ? (["main", "aside"] as const) : (["aside", "main"] as const);
  return (
    <div class="frame" data-view={view}>
      <button type="button" class="skip" onClick={() => document.getElementById("content")?.focus()}>
        Skip to content
      </button>
      <ConnectionBar />
      <Side class="side" aria-label="Sessions" id={isList ? "content" : undefined} tabIndex={-1}>
        {isList && <h1 class="unseen">Sessions</h1>}
        <Head />
        <nav class="side-nav" aria-label="Page">
          {topDestinations
            .filter((one) => isOffered(one, app))
            .map((destination) => (
              <NavLink key={destination.word} {...destination} />
            ))}
        </nav>
        <SessionList />
        <nav class="side-foot" aria-label="More">
          {footDestinations.map((destination) => (
            <NavLink key={destination.word} {...destination} />
          ))}
        </nav>
      </Side>
      <Beside
        class="main"
        aria-label={isList ? "Session" : undefined}
        id={isList ? undefined : "content"}
        tabIndex={-1}
      >
        {children}
      </Beside>
      <BottomBar />
      <KeyList />
      <Toast />
      <SessionDialogs />
    </div>
  );
}
