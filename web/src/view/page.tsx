import type { App } from "../app.ts";
import { AppContext, useApp } from "./app-context.ts";
import { AsksView } from "./asks/asks-view.tsx";
import { Empty } from "./frame/empty.tsx";
import { Frame } from "./frame/frame.tsx";
import { LazyView } from "./frame/lazy-view.tsx";
import { LoggedOut } from "./frame/logged-out.tsx";
import { Link } from "./link.tsx";
import { SessionView } from "./session/session-view.tsx";

export function Page({ app }: { readonly app: App }) {
  return (
    <AppContext.Provider value={app}>
      {app.feed.link.value.state === "logged_out" ? (
        <LoggedOut />
      ) : (
        <Frame>
          <Main />
        </Frame>
      )}
    </AppContext.Provider>
  );
}

/** The view of a place. Those that few look at are a `LazyView`. */
function Main() {
  const app = useApp();
  const here = app.route.value;
  const isStart = here.view === "new" || here.view === "continue";
  if (isStart && (app.feed.caller.value === undefined || !app.may("prompt"))) return <NotOffered />;
  switch (here.view) {
    case "session":
      return <SessionView key={here.id} id={here.id} seq={here.seq} tool={here.tool} />;
    case "changes":
      return (
        <LazyView
          key={`changes ${here.id}`}
          load={() => import("./changes/changes-view.tsx").then(({ ChangesView }) => ChangesView)}
        />
      );
    case "asks":
      return <AsksView askId={here.askId} />;
    case "usage":
      return <LazyView key="usage" load={() => import("./usage/usage-view.tsx").then(({ UsageView }) => UsageView)} />;
    case "health":
      return <LazyView key="health" load={healthView} />;
    case "recording":
      return (
        <LazyView
          key="recording"
          load={() => import("./recording/recording-view.tsx").then(({ RecordingView }) => RecordingView)}
        />
      );
    case "mcp":
      return (
        <LazyView
          key={here.id}
          load={() =>
            import("./mcp/mcp-view.tsx").then(({ McpView }) => () => <McpView id={here.id} />)
          }
        />
      );
    case "rules":
      return <LazyView key="rules" load={rulesView} />;
    case "audit":
      return <LazyView key="audit" load={auditView} />;
    case "sessions":
      return app.may("prompt") ? (
        <LazyView key="sessions" load={firstSteps} />
      ) : (
        <Empty icon="list" title="Choose a session" />
      );
    case "settings":
      return (
        <LazyView
          key="settings"
          load={() => import("./settings/settings-view.tsx").then(({ SettingsView }) => SettingsView)}
        />
      );
    case "new":
      return <LazyView key="new" load={newView} />;
    case "continue":
      return <LazyView key="continue" load={continueView} />;
    default:
      return (
        <Empty icon="search" title="There is nothing at this address" isHeading>
          <Link to={{ view: "sessions" }}>All sessions</Link>
        </Empty>
      );
  }
}

function NotOffered() {
  // Until it is known what this login may: what the views of a start ask for at once is refused to who may only watch.
  if (useApp().feed.caller.value === undefined) return <p class="unseen">Loading …</p>;
  return (
    <Empty icon="shield" title="Your login cannot start sessions" isHeading>
      <p class="quiet">It lacks the role prompt.</p>
      <Link to={{ view: "sessions" }}>All sessions</Link>
    </Empty>
  );
}

const healthView = () => import("./health/health-view.tsx").then(({ HealthView }) => HealthView);
const auditView = () => import("./audit/audit-view.tsx").then(({ AuditView }) => AuditView);
const rulesView = () => import("./rules/rules-view.tsx").then(({ RulesView }) => RulesView);
const newView = () => import("./new/new-view.tsx").then(({ NewView }) => NewView);
const continueView = () => import("./new/continue-view.tsx").then(({ ContinueView }) => ContinueView);
const firstSteps = () => import("./sessions/first-steps.tsx").then(({ FirstSteps }) => FirstSteps);
