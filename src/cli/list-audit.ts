import { toJson } from "@bufbuild/protobuf";
import type { BridleClient } from "../api/client.ts";
import { type AuditRecord, AuditRecordSchema, AuditVerdict } from "../api/gen/bridle/v1/daemon_service_pb.js";
import { isBridleError } from "../errors.ts";
import { shortId } from "./event-note.ts";
import { findSession } from "./find-session.ts";
import { printJson, table } from "./output.ts";

export interface ListOptions {
  readonly session?: string;
  readonly days?: number;
  readonly limit: number;
  readonly json?: true;
}

/** Prints decisions, the newest first. */
export async function listAudit(client: BridleClient, { session, days, limit, json }: ListOptions): Promise<void> {
  const sessionId = session === undefined ? "" : await idOf(client, session);
  const sinceMs = days === undefined ? 0n : BigInt(Date.now() - days * 86_400_000);
  const records: AuditRecord[] = [];
  let pageToken = "";
  do {
    const pageSize = Math.min(1000, limit - records.length);
    if (pageSize === 0) break;
    const page = await client.daemon.listAudit({ sessionId, sinceMs, pageSize, pageToken });
    records.push(...page.records);
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  if (json) for (const record of records) printJson(toJson(AuditRecordSchema, record));
  else if (records.length === 0) process.stderr.write("nothing was decided\n");
  else process.stdout.write(`${table([header, ...records.map(row)])}\n`);
}

/** Of a session that is deleted there is nothing but its id. */
async function idOf(client: BridleClient, beginning: string): Promise<string> {
  try {
    return (await findSession(client, beginning)).id;
  } catch (error) {
    if (isBridleError(error, "not_found")) return beginning;
    throw error;
  }
}

const header = ["number", "decided", "session", "tool", "verdict", "by", "after", "who"];

function row({ number, sessionId, toolName, verdict, decidedBy, who, askedMs, decidedMs }: AuditRecord): string[] {
  const seconds = Number(decidedMs - askedMs) / 1000;
  const word = verdict === AuditVerdict.UNSPECIFIED ? "unknown" : AuditVerdict[verdict].toLowerCase();
  const when = new Date(Number(decidedMs)).toISOString().replace("T", " ").slice(0, 19);
  return [String(number), when, shortId(sessionId), toolName, word, decidedBy, `${seconds.toFixed(1)} s`, who];
}
