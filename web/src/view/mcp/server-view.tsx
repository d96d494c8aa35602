import { useEffect, useRef, useState } from "preact/hooks";
import type { McpServer } from "../../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import { messageOf } from "../../model/message-of.ts";
import { useApp } from "../app-context.ts";
import { endOfLogin, type Outcome } from "./login-outcome.ts";
import { ServerLogin } from "./server-login.tsx";
import { serverState } from "./server-state.ts";

interface ServerProps {
  readonly id: string;
  readonly server: McpServer;
  readonly isLive: boolean;
  /** It is to be looked at again. */
  readonly changed: () => void;
}

const nothing: Outcome = { words: "", isTrouble: false };

/** One MCP server: its state, and what can be done about it. */
export function ServerView({ id, server, isLive, changed }: ServerProps) {
  const app = useApp();
  const { conversation } = app.client;
  const [outcome, setOutcome] = useState(nothing);
  const [isBusy, setBusy] = useState(false);
  const article = useRef<HTMLElement>(null);
  const before = useRef(server);
  useEffect(() => {
    const ended = endOfLogin(before.current, server, Date.now());
    before.current = server;
    if (ended === undefined) return;
    setOutcome((now) => (now.words === "" ? ended : now));
    if (document.activeElement === document.body) article.current?.focus();
  }, [server]);
  const act = async (call: () => Promise<unknown>, done = ""): Promise<void> => {
    setBusy(true);
    setOutcome(nothing);
    try {
      await call();
      setOutcome({ words: done, isTrouble: false });
    } catch (error) {
      setOutcome({ words: messageOf(error), isTrouble: true });
    }
    setBusy(false);
    changed();
  };
  const named = { sessionId: id, server: server.name };
  const { word, tone, todo } = serverState(server.status, isLive && !server.canLogIn);
  return (
    <article class="server" aria-label={server.name} ref={article} tabIndex={-1}>
      <header>
        <span class="dot" data-tone={tone} />
        <h2>{server.name}</h2>
        <span class="label">
          {[word, server.transport, server.scope, server.serverVersion].filter(Boolean).join(" · ")}
        </span>
      </header>
      {server.error !== "" && <p class="outcome">{server.error}</p>}
      {todo !== undefined && <p class="quiet">{todo}</p>}
      {server.tools.length > 0 && <p class="label">{server.tools.join(", ")}</p>}
      {server.login !== undefined && app.may("admin") && (
        <ServerLogin
          key={server.login.address}
          login={server.login}
          isBusy={isBusy}
          finish={(callbackUrl) => act(() => conversation.finishMcpLogin({ ...named, callbackUrl }), "Logged in.")}
          cancel={() => act(() => conversation.cancelMcpLogin(named), "Login cancelled.")}
        />
      )}
      {isLive && server.login === undefined && (
        <p class="server-actions">
          {server.canLogIn && app.may("admin") && (
            <button
              type="button"
              class="allow"
              disabled={isBusy}
              onClick={() => void act(() => conversation.logInMcpServer(named))}
            >
              Log in
            </button>
          )}
          {app.may("prompt") && <ServerSwitches server={server} isBusy={isBusy} act={act} named={named} />}
          {server.canLogOut && app.may("admin") && (
            <button
              type="button"
              disabled={isBusy}
              onClick={() => void act(() => conversation.logOutMcpServer(named), "Logged out.")}
            >
              Log out
            </button>
          )}
        </p>
      )}
      <p class="outcome" role="status" data-tone={outcome.isTrouble ? "failed" : "plain"}>
        {outcome.words}
      </p>
    </article>
  );
}

interface SwitchesProps {
  readonly server: McpServer;
  readonly isBusy: boolean;
  readonly named: { readonly sessionId: string; readonly server: string };
  readonly act: (call: () => Promise<unknown>) => Promise<void>;
}

function ServerSwitches({ server, isBusy, named, act }: SwitchesProps) {
  const { conversation } = useApp().client;
  const isOff = server.status === "disabled";
  return (
    <>
      <button
        type="button"
        disabled={isBusy || isOff}
        onClick={() => void act(() => conversation.reconnectMcpServer(named))}
      >
        Reconnect
      </button>
      <button
        type="button"
        disabled={isBusy}
        onClick={() => void act(() => conversation.setMcpServerEnabled({ ...named, enabled: isOff }))}
      >
        {isOff ? "Enable" : "Disable"}
      </button>
    </>
  );
}
