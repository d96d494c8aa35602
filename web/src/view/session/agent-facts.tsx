import { AgentInfoSource } from "../../../../src/api/gen/bridle/v1/agent_info_pb.js";
import type { LiveSession } from "../../live/live-session.ts";
import { Link } from "../link.tsx";
import { serverState } from "../mcp/server-state.ts";
import { agentName } from "../text/agent-name.ts";
import { cost } from "../text/cost.ts";
import { count } from "../text/count.ts";
import { visible } from "../text/visible.ts";
import type { AgentChoiceProps } from "./model-choice.tsx";

const sources: { readonly [S in AgentInfoSource]: string } = {
  [AgentInfoSource.UNSPECIFIED]: "The agent has not run here yet. What it can do is known after its first run.",
  [AgentInfoSource.LIVE]: "",
  [AgentInfoSource.LAST]:
    "The agent is asleep. This is what it last reported; what you choose applies when it wakes up.",
  [AgentInfoSource.OTHER_SESSION]:
    "The agent has not run here yet. This is what it reported in another session of this folder.",
};

/** What else there is to know of a session's agent. */
export function AgentFacts({ session, info, live }: AgentChoiceProps & { readonly live: LiveSession }) {
  const used = live.tokens.value.context.value;
  const window = Number(info?.contextWindow ?? 0n);
  const account = info?.account ?? {};
  const facts: readonly (readonly [string, string])[] = [
    ["Agent", `${agentName(session.agent)} ${session.agentVersion || (info?.agentVersion ?? "")}`.trim()],
    ["Context", used === 0 ? "" : `${count(used)}${window === 0 ? "" : ` of ${count(window)}`} tokens`],
    ["Cost so far", session.costUsd > 0 ? cost(session.costUsd) : ""],
    ["Account", account.email ?? account.organization ?? account.subscriptionType ?? account.apiKeySource ?? ""],
    ["Output style", info?.outputStyle ?? ""],
    [
      "MCP servers",
      (info?.mcpServers ?? []).map(({ name, status }) => `${name} (${serverState(status).word})`).join(", "),
    ],
    ["Sub-agents", (info?.subAgents ?? []).map(({ name }) => name).join(", ")],
    ["Skills", (info?.skills ?? []).join(", ")],
    ["Tools", (info?.tools ?? []).join(", ")],
  ];
  const source = sources[info?.source ?? AgentInfoSource.UNSPECIFIED] ?? "";
  return (
    <>
      {source !== "" && <p class="label agent-source">{source}</p>}
      <dl class="agent-facts">
        {facts
          .filter(([, value]) => value !== "")
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{visible(value)}</dd>
            </div>
          ))}
      </dl>
      {(info?.mcpServers ?? []).length > 0 && (
        <p class="agent-source">
          <Link to={{ view: "mcp", id: session.id }}>MCP servers</Link>
        </p>
      )}
    </>
  );
}
