import type { AgentKind } from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { agentName } from "../text/agent-name.ts";
import { levelWord } from "../text/level-word.ts";
import type { Agents } from "./use-agents.ts";

interface AgentChoiceProps {
  readonly agents: Agents;
  readonly chosen: string;
  readonly choose: (name: string) => void;
  readonly trouble: string;
}

/** The agents there are, with version and how well each fits. One that cannot be used says why. */
export function AgentChoice({ agents, chosen, choose, trouble }: AgentChoiceProps) {
  return (
    <fieldset class="field agent-choice">
      <legend>Agent</legend>
      {agents.at === "loading" && <p class="label">Finding agents …</p>}
      {agents.at === "failed" && <p class="outcome">The agents could not be listed: {agents.why}</p>}
      {agents.at === "there" &&
        agents.value.map((agent) => (
          <AgentCard key={agent.name} agent={agent} isChosen={agent.name === chosen} choose={choose} />
        ))}
      {trouble !== "" && (
        <p class="outcome" role="alert">
          {trouble}
        </p>
      )}
    </fieldset>
  );
}

interface AgentCardProps {
  readonly agent: AgentKind;
  readonly isChosen: boolean;
  readonly choose: (name: string) => void;
}

function AgentCard({ agent, isChosen, choose }: AgentCardProps) {
  const { name, version, problem, message } = agent;
  const { word, tone } = levelWord(agent);
  return (
    <label class="agent-card" data-chosen={isChosen}>
      <input type="radio" name="agent" checked={isChosen} disabled={problem !== ""} onChange={() => choose(name)} />
      <span>
        <span class="agent-title">
          {agentName(name)} {name !== "bridle" && version}
        </span>
        <span class="agent-level" data-tone={tone}>
          <span class="dot" data-tone={tone} />
          {word}
        </span>
        <span class="label">
          {name === "bridle" ? "Needs no API key: without one it answers from a script." : problem || message}
        </span>
      </span>
    </label>
  );
}

/** What is chosen where nobody chose: the daemon's default, else the first that can be used. */
export function firstAgent(agents: Agents): string {
  if (agents.at !== "there") return "";
  const usable = agents.value.filter(({ problem }) => problem === "");
  return (usable.find(({ isDefault }) => isDefault) ?? usable[0])?.name ?? "";
}
