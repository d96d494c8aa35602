import type { Compatibility } from "../../adapters/compatibility.ts";
import type { Notice } from "../../adapters/notice.ts";
import { compatibilityNotice } from "../../adapters/startup-notice.ts";
import { invalidOption } from "../../errors.ts";
import type { Settings } from "../config/settings.ts";
import { builtInAgent } from "./built-in-agent.ts";
import { type Findings, KnownAgent, type Surroundings } from "./known-agent.ts";

export interface StartOptions extends Surroundings {
  readonly settings: Pick<Settings, "agents" | "daemon">;
  /** The agent of `--agent`; beats `daemon.default_agent`. */
  readonly asked?: string | undefined;
  readonly bridleVersion: string;
}

/** Why the daemon must not start. `exitCode`: 72, the agent is not there; 78, it does not fit. */
export interface StartupProblem {
  readonly exitCode: 72 | 78;
  readonly message: string;
  /** Of an agent that is there and too old. */
  readonly compatibility?: Compatibility;
}

/** The agents sessions can run on. */
export interface StartedAgents {
  readonly kinds: ReadonlyMap<string, KnownAgent>;
  /** What sessions run on that name no agent. Waits for a probe where the choice depends on it. */
  readonly defaultAgent: Promise<KnownAgent>;
  /** What a person should read, in order. */
  readonly notices: readonly Notice[];
  /** What comes of a probe that the start did not wait for; settles by its time limit. */
  readonly laterNotices: Promise<readonly Notice[]>;
}

/**
 * Finds the agents. An agent that was asked for must be there and fit, and its probe is waited for; one that nobody asked
 * for is only marked, and the start goes on before it is known. Throws `invalid_option` for a name that no agent has.
 */
export async function startAgents(options: StartOptions): Promise<StartedAgents | StartupProblem> {
  const kinds = knownAgents(options);
  const asked = options.asked || options.settings.daemon.defaultAgent;
  if (asked === "") return { kinds, ...chosen(kinds, options.bridleVersion) };
  const agent = kinds.get(asked);
  if (agent === undefined) throw noSuchAgent(asked, kinds);
  const findings = await agent.findings;
  const refusal = refusalOf(agent, findings, options.bridleVersion);
  if (refusal !== undefined) return refusal;
  return {
    kinds,
    defaultAgent: Promise.resolve(agent),
    notices: noticesOf(agent, findings, options.bridleVersion),
    laterNotices: Promise.resolve([]),
  };
}

export function isStartupProblem(outcome: StartedAgents | StartupProblem): outcome is StartupProblem {
  return "exitCode" in outcome;
}

/** The same wherever a name is given: at the start of the daemon or of a session. */
export function noSuchAgent(asked: string, kinds: ReadonlyMap<string, unknown>): Error {
  return invalidOption("agent", `one of ${[...kinds.keys()].join(", ")}`, asked.slice(0, 64));
}

function knownAgents({ settings, ...around }: StartOptions): Map<string, KnownAgent> {
  const commands = { bridle: builtInAgent(), claude: { command: "claude" }, ...settings.agents };
  return new Map(Object.entries(commands).map(([name, agent]) => [name, new KnownAgent(name, agent, around)]));
}

/** A failing probe is no refusal: the level is UNKNOWN, and a person asked for this agent. */
function refusalOf(
  agent: KnownAgent,
  { problem, compatibility }: Findings,
  bridleVersion: string,
): StartupProblem | undefined {
  if (problem?.reason === "not_found") return { exitCode: 72, message: problem.message };
  if (problem?.reason !== "incompatible") return undefined;
  const { message } = compatibilityNotice(compatibility, bridleVersion);
  return { exitCode: 78, message: `${agent.name}: ${message}`, compatibility };
}

type Choice = Pick<StartedAgents, "defaultAgent" | "notices" | "laterNotices">;

/** Nobody asked for one: claude where it fits, else our own. */
function chosen(kinds: ReadonlyMap<string, KnownAgent>, bridleVersion: string): Choice {
  const [claude, bridle] = [kinds.get("claude"), kinds.get("bridle")] as [KnownAgent, KnownAgent];
  const choose = (findings: Findings): KnownAgent => (findings.problem === undefined ? claude : bridle);
  const noticesFor = (findings: Findings): Notice[] => [
    ...noticesOf(claude, findings, bridleVersion),
    ...(findings.problem === undefined ? [] : [fallback(findings.problem)]),
  ];
  const { now } = claude;
  const defaultAgent = now === undefined ? claude.findings.then(choose) : Promise.resolve(choose(now));
  if (now !== undefined) return { defaultAgent, notices: noticesFor(now), laterNotices: Promise.resolve([]) };
  return { defaultAgent, notices: [], laterNotices: claude.findings.then(noticesFor) };
}

/** Of our own agent and of one that is not there, there is nothing to say about compatibility. */
function noticesOf(agent: KnownAgent, { compatibility, problem }: Findings, bridleVersion: string): Notice[] {
  if (agent.name === "bridle" || problem?.reason === "not_found") return [];
  const notice = compatibilityNotice(compatibility, bridleVersion);
  // Only a refusal is an error; an agent that is merely marked is not.
  return [notice.level === "error" ? { ...notice, level: "warn" } : notice];
}

function fallback({ reason, message }: NonNullable<Findings["problem"]>): Notice {
  const level = reason === "not_found" ? "info" : "warn";
  return { code: "compatibility", level, message: `Sessions run on Bridle's own agent: ${message}` };
}
