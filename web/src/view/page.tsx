import type { App } from "../app.ts";
import { AppContext, useApp } from "./app-context.ts";
import { AsksView } from "./asks/asks-view.tsx";
import { ConnectionBar } from "./connection-bar.tsx";
import { KeyList } from "./keys/key-list.tsx";
import { useKeys } from "./keys/use-keys.ts";
import { Link } from "./link.tsx";
import { LoggedOut } from "./logged-out.tsx";
import { SessionView } from "./session/session-view.tsx";
import { SessionList } from "./sessions/session-list.tsx";

export function Page({ app }: { readonly app: App }) {
  return (
    <AppContext.Provider value={app}>
      {app.feed.link.value.state === "logged_out" ? <LoggedOut /> : <Frame />}
    </AppContext.Provider>
  );
}

function Frame() {
  const app = useApp();
  const { view } = app.place.value;
  useKeys([
    { key: "w", does: "all that waits for you", act: () => app.go({ view: "asks" }) },
    { key: "s", does: "sessions", act: () => app.go({ view: "sessions" }) },
  ]);
  // The list is what the first view is about, and stands beside all others.
  const isList = view === "sessions";
  const [Side, Beside] = isList ? (["main", "aside"] as const) : (["aside", "main"] as const);
  return (
    <div class="frame" data-view={view}>
      <Side class="side" aria-label="Sessions">
        {isList && <h1 class="unseen">Sessions</h1>}
        <Head />
        <SessionList />
      </Side>
      <Beside class="main" aria-label={isList ? "Session" : undefined}>
        <ConnectionBar />
        <Main />
      </Beside>
      <KeyList />
    </div>
  );
}

function Head() {
  const { asks, place } = useApp();
  const waiting = asks.open.value.length;
  return (
    <header class="head">
      <Link to={{ view: "sessions" }} class="brand" label="Bridle, all sessions">
        <img src="/icon.svg" alt="" width="20" height="20" />
        Bridle
      </Link>
      <nav aria-label="Page">
        <Link to={{ view: "asks" }} class="waiting-link" isCurrent={place.value.view === "asks"}>
          Waiting {waiting > 0 && <span class="badge">{waiting}</span>}
        </Link>
      </nav>
    </header>
  );
}

function Main() {
  const { place } = useApp();
  const here = place.value;
  switch (here.view) {
    case "session":
      return <SessionView key={here.id} id={here.id} seq={here.seq} />;
    case "asks":
      return <AsksView askId={here.askId} />;
    default:
      return <Nothing />;
  }
}

function Nothing() {
  const { sessions } = useApp();
  return (
    <div class="empty">
      <p>{sessions.ordered.value.length === 0 ? "No sessions yet." : "Choose a session."}</p>
      <p class="quiet">
        In a terminal: <code>bridle run "what does this project do?"</code>
      </p>
    </div>
  );
}
