import { useState } from "preact/hooks";
import type { ListMcpServersResponse } from "../../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import { useApp } from "../app-context.ts";
import { Empty } from "../frame/empty.tsx";
import { View } from "../frame/view.tsx";
import { Link } from "../link.tsx";
import { type Answer, useAnswer } from "../use-answer.ts";
import { ServerView } from "./server-view.tsx";
import { useLooks } from "./use-looks.ts";
import "../../style/figures.css";

/** The MCP servers of a session's agent. */
export function McpView({ id }: { readonly id: string }) {
  const { client, sessions } = useApp();
  const [isMoving, setMoving] = useState(false);
  const [looks, look] = useLooks(isMoving);
  const session = sessions.get(id);
  const answer = useAnswer(() => client.conversation.listMcpServers({ sessionId: id }), [id, looks, session?.live]);
  if (isMoving !== moves(answer, isMoving)) setMoving(!isMoving);
  const about = <Link to={{ view: "session", id }}>{session?.title || "The session"}</Link>;
  return (
    <View title="MCP servers" about={about}>
      {answer.at === "loading" && <p class="unseen">Loading …</p>}
      {answer.at === "failed" && <Empty icon="pulse" title={`The MCP servers could not be listed: ${answer.why}`} />}
      {answer.at === "there" && <Servers id={id} found={answer.value} changed={look} />}
    </View>
  );
}

/** Is there something that ends by itself? Where it cannot be seen, it is as it was. */
function moves(answer: Answer<ListMcpServersResponse>, before: boolean): boolean {
  if (answer.at !== "there") return before;
  const { servers, live } = answer.value;
  return live && servers.some(({ login, status }) => login !== undefined || status === "pending");
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
            <ServerView id={id} server={server} isLive={live} changed={changed} />
          </li>
        ))}
      </ul>
    </>
  );
}
