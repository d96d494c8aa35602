import { useState } from "preact/hooks";
import type { ListMcpServersResponse, McpServer } from "../../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import { useApp } from "../app-context.ts";
import { Empty } from "../frame/empty.tsx";
import { View } from "../frame/view.tsx";
import { Link } from "../link.tsx";
import { reasonOf, useAnswer } from "../use-answer.ts";
import { serverState } from "./server-state.ts";
import "../../style/figures.css";

/** The MCP servers of a session's agent. */
export function McpView({ id }: { readonly id: string }) {
  const { client, sessions } = useApp();
  const [looks, look] = useState(0);
  const session = sessions.get(id);
  const answer = useAnswer(() => client.conversation.listMcpServers({ sessionId: id }), [id, looks, session?.live]);
  const about = <Link to={{ view: "session", id }}>{session?.title || "The session"}</Link>;
  return (
    <View title="MCP servers" about={about}>
      {answer.at === "loading" && <p class="unseen">Loading …</p>}
      {answer.at === "failed" && <Empty icon="pulse" title={`The MCP servers could not be listed: ${answer.reason}`} />}
      {answer.at === "there" && <Servers id={id} found={answer.value} changed={() => look(looks + 1)} />}
    </View>
  );
}

interface ServersProps {
  readonly id: string;
  readonly found: ListMcpServersResponse;
  readonly changed: () => void;
}

function Servers({ id, found: { servers, live }, changed }: ServersProps) {
  if (servers.length === 0)
    return (
      <Empty icon="list" title="The agent has no MCP servers">
        <p class="quiet">It reads them from its own settings: .mcp.json of the project, or the user's.</p>
      </Empty>
    );
  return (
    <>
      {!live && <p class="quiet">The agent is asleep; this is what it last reported. A prompt wakes it.</p>}
      <ul class="servers">
        {servers.map((server) => (
          <li key={server.name}>
            <Server id={id} server={server} isLive={live} changed={changed} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface ServerProps {
  readonly id: string;
  readonly server: McpServer;
  readonly isLive: boolean;
  readonly changed: () => void;
}

function Server({ id, server, isLive, changed }: ServerProps) {
  const { client } = useApp();
  const [outcome, tell] = useState("");
  const [isBusy, setBusy] = useState(false);
  const { word, tone, todo } = serverState(server.status);
  const isOff = server.status === "disabled";
  const act = async (call: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    tell("");
    try {
      await call();
      changed();
    } catch (error) {
      tell(reasonOf(error));
    }
    setBusy(false);
  };
  const named = { sessionId: id, server: server.name };
  return (
    <article class="server" aria-label={server.name}>
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
      {isLive && (
        <p class="server-actions">
          <button
            type="button"
            disabled={isBusy || isOff}
            onClick={() => void act(() => client.conversation.reconnectMcpServer(named))}
          >
            Reconnect
          </button>
          <button
            type="button"
            disabled={isBusy}
            onClick={() => void act(() => client.conversation.setMcpServerEnabled({ ...named, enabled: isOff }))}
          >
            {isOff ? "Enable" : "Disable"}
          </button>
        </p>
      )}
      <p class="outcome" role="status">
        {outcome}
      </p>
    </article>
  );
}
