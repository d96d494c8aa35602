import { statSync } from "node:fs";
import { create } from "@bufbuild/protobuf";
import * as pb from "../../api/gen/bridle/v1/daemon_service_pb.js";
import type { FolderReach } from "../access/folder-reach.ts";
import { withinReach } from "../access/within-reach.ts";
import type { AuditChain } from "../audit/audit-chain.ts";
import { listBudgets } from "../budget/budget-calls.ts";
import { describeSettings } from "../config/describe-settings.ts";
import type { LoadedSettings } from "../config/load-settings.ts";
import { processOf } from "../core/session-state.ts";
import type { Holding } from "../holding/held-agent.ts";
import type { Confirmations } from "../passkeys/confirmations.ts";
import { explainToolUse, listRules, type RuleSources } from "../rules/rules-in-force.ts";
import type { DaemonCalls } from "../server/daemon-calls.ts";
import type { Readiness } from "../server/readiness.ts";
import type { CallBook } from "../session/call-book.ts";
import type { Sessions } from "../session/sessions.ts";
import { agentKinds, claudeCodeStatus } from "../startup/agent-status.ts";
import type { StartedAgents } from "../startup/start-agents.ts";
import { countOpenAsks } from "../store/open-asks.ts";
import { countSessions } from "../store/sessions-table.ts";
import type { Store } from "../store/store.ts";
import { getUsage } from "../usage/usage-calls.ts";
import { getAuditedUse, listAudit, verifyAudit } from "./audit-calls.ts";
import { checkFolder } from "./check-folder.ts";
import { checkMode } from "./check-mode.ts";
import { allowsMore, changeRules } from "./rule-change-calls.ts";
import { simulateCall, suggestCall } from "./rule-trial-calls.ts";

interface DaemonCallParts {
  readonly bridleVersion: string;
  readonly loaded: LoadedSettings;
  readonly store: Store;
  readonly sessions: Sessions;
  readonly agents: StartedAgents;
  readonly rules: RuleSources;
  /** The daemon's own. */
  readonly settingsFile: string;
  readonly audit: AuditChain;
  readonly book: CallBook;
  readonly confirmations: Confirmations;
  readonly reach: FolderReach;
  readonly readiness: Readiness;
  readonly holding: () => Holding | undefined;
  readonly subscribers: () => number;
  /** What a person should know beside what is wrong with the settings. */
  readonly warnings: () => readonly string[];
  /** Ends the daemon, soon. */
  readonly shutDown: (keepAgents: boolean) => void;
}

/** The calls about the daemon itself. */
export function daemonServiceCalls(parts: DaemonCallParts): DaemonCalls {
  const { bridleVersion, loaded, store, sessions, agents, readiness, reach } = parts;
  const startedMs = BigInt(Date.now());
  let defaultAgent: string | undefined;
  void agents.defaultAgent.then(({ name }) => {
    defaultAgent = name;
  });
  /** All but the rules is as it was at the start. */
  const inForce = (): LoadedSettings => {
    const given = new Map(loaded.given);
    const rules = parts.rules.own.settings.given.get("permissions");
    given.delete("permissions");
    return { ...loaded, given: rules === undefined ? given : given.set("permissions", rules) };
  };
  return {
    healthDetails: async (_, caller) => {
      const isThere = withinReach(reach, caller);
      const { trouble, file } = store;
      const holding = parts.holding();
      const { problem, settings } = parts.rules.own;
      return create(pb.HealthDetailsResponseSchema, {
        ready: readiness.ready,
        version: bridleVersion,
        startedMs,
        liveAgents: sessions.deps.live.count,
        sessions: store.read(countSessions()),
        subscribers: parts.subscribers(),
        storage: {
          writable: trouble === undefined,
          message: trouble === undefined ? "" : `nothing can be stored: ${trouble.reason}`,
          databaseBytes: sizeOf(file),
          walBytes: sizeOf(`${file}-wal`),
        },
        holder: { attached: holding !== undefined, pid: holding?.pid ?? 0, agents: sessions.deps.live.count },
        warnings: [...(problem === undefined ? [] : [problem]), ...settings.warnings, ...parts.warnings()],
        claudeCode: claudeCodeStatus(agents),
        agents: agentKinds(agents, defaultAgent),
        openAsks: store.read(countOpenAsks(reach.cwds(caller))),
        degradedSessions: degradedSessions(sessions).filter(({ sessionId }) => isThere(sessionId)),
      });
    },
    getVersion: async () =>
      create(pb.GetVersionResponseSchema, { version: bridleVersion, node: process.version, api: "bridle.v1" }),
    getConfig: async () =>
      create(pb.GetConfigResponseSchema, { configJson: JSON.stringify(describeSettings(inForce())) }),
    getUsage: (request, caller) => getUsage(store.reader, request, reach.cwds(caller)),
    listAudit: (request) => listAudit(store.reader, request),
    verifyAudit: () => verifyAudit(parts.audit),
    getAuditedUse: (request) => getAuditedUse(store.reader, request),
    listBudgets: async () => listBudgets(sessions.deps.accounts, store),
    ...ruleCalls(parts),
    shutdown: async ({ keepAgents }) => {
      // The answer goes out first.
      setImmediate(() => parts.shutDown(keepAgents));
      return create(pb.ShutdownResponseSchema);
    },
  };
}

type RuleCalls = Pick<DaemonCalls, "listRules" | "explainToolUse" | "simulateRules" | "suggestRules" | "changeRules">;

function ruleCalls(parts: DaemonCallParts): RuleCalls {
  const { store } = parts;
  return {
    listRules: async ({ cwd }) => listRules(checkFolder(cwd), parts.rules),
    explainToolUse: async (request) => {
      checkFolder(request.cwd);
      checkMode(request.permissionMode);
      return explainToolUse(request, parts.rules);
    },
    simulateRules: (request) => simulateCall(store.reader, parts.rules, request),
    suggestRules: (request) => suggestCall(store.reader, parts.rules, request),
    changeRules: (request, caller) =>
      parts.book.once(pb.DaemonService.method.changeRules, request, async (keep) => {
        const files = { settings: parts.settingsFile, env: parts.rules.env };
        if (allowsMore(request))
          await parts.confirmations.check(pb.DaemonService.method.changeRules, request, caller, "/rules");
        const answer = changeRules(request, files, caller);
        await store.write(keep(answer, ""));
        return answer;
      }),
  };
}

const maxDegraded = 100;

function degradedSessions({ all }: Sessions): { sessionId: string; reason: string }[] {
  const found = [...all].flatMap(({ id, state }) => {
    const reason = processOf(state)?.conversation.degradedBecause;
    return reason === undefined ? [] : [{ sessionId: id, reason }];
  });
  return found.slice(0, maxDegraded);
}

function sizeOf(file: string): bigint {
  return BigInt(statSync(file, { throwIfNoEntry: false })?.size ?? 0);
}
