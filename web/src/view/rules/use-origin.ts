import type { AuditRecord } from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { useApp } from "../app-context.ts";
import { type Answer, useAnswer } from "../use-answer.ts";

/** The tool use that *why* is asked about. */
export interface Origin {
  readonly toolName: string;
  readonly inputJson: string;
  readonly cwd: string;
  readonly sessionId: string;
  /** Of its session; empty: nobody knows. */
  readonly permissionMode: string;
  readonly askId?: string;
  /** How it was decided. */
  readonly record?: AuditRecord;
}

/** What an address names, as the daemon knows it: `ask-ID` or `audit-NUMBER`; of another one there is none. */
export function useOrigin(of: string | undefined): Answer<Origin | undefined> {
  const { client, sessions } = useApp();
  return useAnswer(async (): Promise<Origin | undefined> => {
    const [, kind, id = ""] = /^(ask|audit)-(.+)$/.exec(of ?? "") ?? [];
    const modeOf = (session: string): string => sessions.get(session)?.permissionMode ?? "";
    if (kind === "ask") {
      const { ask } = await client.conversation.getAsk({ askId: id });
      if (ask === undefined) return undefined;
      const { toolName, inputJson, sessionId } = ask;
      const { session } = await client.sessions.getSession({ sessionId });
      const { cwd = "", permissionMode = "" } = session ?? {};
      return { toolName, inputJson, sessionId, cwd, permissionMode, askId: id };
    }
    if (kind !== "audit" || !/^\d{1,15}$/.test(id)) return undefined;
    const { record, inputJson, cwd } = await client.daemon.getAuditedUse({ number: BigInt(id) });
    if (record === undefined) return undefined;
    const { toolName, sessionId } = record;
    return { toolName, inputJson, sessionId, cwd, permissionMode: modeOf(sessionId), record };
  }, [of]);
}
