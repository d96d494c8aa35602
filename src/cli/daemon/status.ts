import { toJson } from "@bufbuild/protobuf";
import {
  type AgentKind,
  CompatibilityLevel,
  type HealthDetailsResponse,
  HealthDetailsResponseSchema,
} from "../../api/gen/bridle/v1/daemon_service_pb.js";
import { type ClientOptions, localDaemon } from "../daemon-options.ts";
import { remoteAddress } from "../daemon-target.ts";
import { withClient } from "../find-daemon.ts";
import { ago, printJson, styled, table } from "../output.ts";
import { daemonAddress, writtenPid } from "../running-daemon.ts";

/** `bridle daemon status`. Exits with 69 when none runs. */
export async function showStatus(options: ClientOptions): Promise<void> {
  const health = await withClient(options, (client) => client.daemon.healthDetails({}, { timeoutMs: 5000 }));
  const location = locationOf(options);
  if (options.json)
    return printJson({
      ...location,
      ...(toJson(HealthDetailsResponseSchema, health, { alwaysEmitImplicit: true }) as object),
    });
  process.stdout.write(`${table(facts(health, location))}\n`);
  for (const warning of health.warnings) process.stderr.write(`${styled("yellow", `! ${warning}`)}\n`);
}

interface Location {
  readonly pid?: number;
  readonly address?: string;
  readonly socket?: string;
}

function locationOf(options: ClientOptions): Location {
  const remote = remoteAddress(options);
  if (remote !== undefined) return { address: remote };
  const { socket } = localDaemon(options.home).files;
  const pid = writtenPid(options.home);
  const address = pid === undefined ? undefined : daemonAddress(options.home, pid);
  return { ...(pid !== undefined && { pid }), ...(address !== undefined && { address }), socket };
}

function facts(health: HealthDetailsResponse, { pid, address = "", socket = "" }: Location): string[][] {
  const { storage, holder } = health;
  const agents = health.agents.map((agent) => agentLine(agent, health));
  return [
    ["state", health.ready ? "ready" : "not ready"],
    ["version", `${health.version}, since ${ago(Number(health.startedMs))}`],
    ...(pid === undefined ? [] : [["pid", String(pid)]]),
    ["address", [address, socket].filter((one) => one !== "").join(" and ")],
    ["sessions", `${health.sessions}, ${health.liveAgents} with an agent that runs`],
    ["open asks", String(health.openAsks)],
    ["streams", String(health.subscribers)],
    ["holder", holder?.attached ? `pid ${holder.pid}, ${holder.agents} agents` : "not attached"],
    [
      "storage",
      storage?.writable
        ? `${megabytes(storage.databaseBytes)}, and ${megabytes(storage.walBytes)} in its write-ahead log`
        : (storage?.message ?? ""),
    ],
    ...agents.map((agent, at) => [at === 0 ? "agents" : "", agent]),
    ...health.degradedSessions.map(({ sessionId, reason }, at) => [
      at === 0 ? "degraded" : "",
      `${sessionId.slice(0, 8)}: ${reason}`,
    ]),
  ];
}

function agentLine({ name, isDefault, version, problem }: AgentKind, { claudeCode }: HealthDetailsResponse): string {
  // Bridle's own has the version whose protocol it speaks.
  const shownVersion = version && ` ${name === "bridle" ? "speaks " : ""}${version}`;
  const level = name === "claude" && version !== "" && claudeCode ? ` (${levelName(claudeCode.level)})` : "";
  return `${name}${isDefault ? " (default)" : ""}${shownVersion}${level}${problem && `: ${problem}`}`;
}

function levelName(level: CompatibilityLevel): string {
  return (CompatibilityLevel[level] ?? "unknown").toLowerCase().replaceAll("_", " ");
}

function megabytes(bytes: bigint): string {
  return `${(Number(bytes) / 1e6).toFixed(1)} MB`;
}
