import { create } from "@bufbuild/protobuf";
import { type AgentInfo, AgentInfoSchema, AgentInfoSource } from "../../api/gen/bridle/v1/agent_info_pb.js";
import { type Fields, isFields, number, objects, text, texts } from "../../wire/fields.ts";
import type { AgentFacts } from "../core/effect.ts";
import type { SessionFacts } from "../core/session-state.ts";
import { agentFactsOf, agentFactsOfFolder } from "../store/agent-facts-table.ts";
import type { Store } from "../store/store.ts";
import type { OfferedMode } from "./agent-modes.ts";

interface AgentInfoOptions {
  /** Its agent runs. */
  readonly isLive: boolean;
  readonly modes: readonly OfferedMode[];
}

/** What is known of a session's agent: its own words, else those of the same agent in the same folder. */
export function readAgentInfo(store: Store, session: SessionFacts, { isLive, modes }: AgentInfoOptions): AgentInfo {
  const own = store.read(agentFactsOf(session.id));
  const rows = own.length > 0 ? own : store.read(agentFactsOfFolder(session.agent, session.cwd));
  const last = isLive ? AgentInfoSource.LIVE : AgentInfoSource.LAST;
  const elsewhere = rows.length > 0 ? AgentInfoSource.OTHER_SESSION : AgentInfoSource.UNSPECIFIED;
  return agentInfo(rows, own.length > 0 ? last : elsewhere, modes);
}

function agentInfo(rows: readonly AgentFacts[], source: AgentInfoSource, modes: readonly OfferedMode[]): AgentInfo {
  const facts = (moment: AgentFacts["saidAt"]): Fields => {
    const found: unknown = JSON.parse(rows.find(({ saidAt }) => saidAt === moment)?.facts ?? "{}");
    return isFields(found) ? found : {};
  };
  const [initialize, init, result] = [facts("initialize"), facts("init"), facts("result")];
  const described = objects(initialize.commands);
  const known = new Set(described.flatMap(({ name, aliases }) => [name, ...texts(aliases)]));
  const others = texts(init.slashCommands).filter((name) => !known.has(name));
  const kinds = objects(initialize.subAgents);
  const otherKinds = texts(init.subAgents).filter((name) => !kinds.some((kind) => kind.name === name));
  return create(AgentInfoSchema, {
    source,
    agentVersion: text(init.version) || text(initialize.version) || "",
    commands: [...described, ...others.map((name) => ({ name }))],
    models: [...objects(initialize.models)],
    modes: modes.map((mode) => ({ ...mode })),
    outputStyle: text(init.outputStyle) || text(initialize.outputStyle) || "",
    outputStyles: [...texts(initialize.outputStyles)],
    subAgents: [...kinds, ...otherKinds.map((name) => ({ name }))],
    tools: [...texts(init.tools)],
    skills: [...texts(init.skills)],
    mcpServers: [...objects(init.mcpServers)],
    account: isFields(initialize.account) ? (initialize.account as { [name: string]: string }) : {},
    contextWindow: BigInt(number(result.contextWindow) ?? 0),
  });
}
