import { useState } from "preact/hooks";
import {
  type AgentKind,
  CompatibilityLevel,
  type HealthDetailsResponse,
} from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { useApp } from "../app-context.ts";
import { Empty } from "../frame/empty.tsx";
import { View } from "../frame/view.tsx";
import { Link } from "../link.tsx";
import { ago } from "../text/ago.ts";
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
      {answer.at === "failed" && <Empty icon="pulse" title={`The daemon is not answering: ${answer.reason}`} />}
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
          {storage?.message || `Everything is saved: ${megabytes(storage?.databaseBytes)}`}
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
  const { name, version, problem, isDefault, level, message } = agent;
  return (
    <tr>
      <th scope="row" class="short">
        {name}
        {isDefault && <span class="label"> default</span>}
      </th>
      <td class="short">{version || "–"}</td>
      <td>
        {problem || levelWords[level]}
        {problem === "" && message !== "" && <span class="label"> {message}</span>}
      </td>
    </tr>
  );
}

const levelWords: { readonly [L in CompatibilityLevel]: string } = {
  [CompatibilityLevel.COMPATIBILITY_UNKNOWN]: "not known",
  [CompatibilityLevel.FULLY_COMPATIBLE]: "fully compatible",
  [CompatibilityLevel.LIKELY_COMPATIBLE]: "newer than tested; likely compatible",
  [CompatibilityLevel.DEGRADED]: "works with less",
  [CompatibilityLevel.INCOMPATIBLE]: "too old; refused",
};

function megabytes(bytes: bigint | undefined): string {
  return `${(Number(bytes ?? 0n) / 1_000_000).toFixed(1)} MB`;
}
