import { useState } from "preact/hooks";
import type { AgentKind, HealthDetailsResponse } from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { bytes } from "../../model/bytes.ts";
import { useApp } from "../app-context.ts";
import { Empty } from "../frame/empty.tsx";
import { View } from "../frame/view.tsx";
import { Link } from "../link.tsx";
import { agentName } from "../text/agent-name.ts";
import { ago } from "../text/ago.ts";
import { levelWord } from "../text/level-word.ts";
import { useAnswer } from "../use-answer.ts";
import { LiveFigures } from "./live-figures.tsx";
import "../../style/figures.css";

/** How the daemon is, which agents it can run, and what it does now. */
export function HealthView() {
  const { client, feed } = useApp();
  const [looks, look] = useState(0);
  const link = feed.link.value.state;
  const answer = useAnswer(() => client.daemon.healthDetails({}), [looks, link]);
  const again = (
    <button type="button" class="at-end" onClick={() => look(looks + 1)}>
      Check again
    </button>
  );
  return (
    <View title="Health" actions={again}>
      {answer.at === "there" && <Details health={answer.value} />}
      {answer.at === "failed" && <Empty icon="pulse" title={`The daemon is not answering: ${answer.why}`} />}
      <h2>Now</h2>
      <LiveFigures />
      <h2>Recordings</h2>
      <p>
        <Link to={{ view: "recording" }}>Step through a recording of the host library</Link>
      </p>
    </View>
  );
}

function Details({ health }: { readonly health: HealthDetailsResponse }) {
  const { warnings, storage, degradedSessions } = health;
  return (
    <>
      <ul class="findings" aria-label="What to know">
        <Finding isGood={health.ready}>
          Bridle {health.version} {health.ready ? "is running" : "is not ready"}, started{" "}
          {ago(Number(health.startedMs))}
        </Finding>
        <Finding isGood={storage?.writable === true}>
          {storage?.message || `Everything is saved: ${bytes(Number(storage?.databaseBytes ?? 0n))}`}
        </Finding>
        <Finding isGood={health.holder?.attached === true}>
          {health.holder?.attached
            ? "Agents keep running when the daemon restarts"
            : "The holder is not running: agents cannot be started"}
        </Finding>
        {warnings.map((warning) => (
          <Finding key={warning} isGood={false}>
            {warning}
          </Finding>
        ))}
        {degradedSessions.map(({ sessionId, reason }) => (
          <Finding key={sessionId} isGood={false}>
            <Link to={{ view: "session", id: sessionId }}>A session</Link> is degraded: {reason}
          </Finding>
        ))}
      </ul>
      <h2>Agents</h2>
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">Agent</th>
            <th scope="col">Version</th>
            <th scope="col">Compatibility</th>
          </tr>
        </thead>
        <tbody>
          {health.agents.map((agent) => (
            <AgentLine key={agent.name} agent={agent} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function Finding({ isGood, children }: { readonly isGood: boolean; readonly children: preact.ComponentChildren }) {
  return (
    <li class="finding" data-good={isGood}>
      <span class="finding-mark">{isGood ? "ok" : "check"}</span>
      <span>{children}</span>
    </li>
  );
}

function AgentLine({ agent }: { readonly agent: AgentKind }) {
  const { name, version, problem, isDefault, message } = agent;
  return (
    <tr>
      <th scope="row" class="short">
        {agentName(name)}
        {isDefault && <span class="label"> default</span>}
      </th>
      <td class="short">{version || "–"}</td>
      <td>
        {levelWord(agent).word}
        <span class="label"> {problem || message}</span>
      </td>
    </tr>
  );
}
