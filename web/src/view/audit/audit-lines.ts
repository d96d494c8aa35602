import type { AuditRecord } from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { verdictWord } from "./record-words.ts";

/** Lines of JSON as `bridle audit export` prints them: the same names, the same order. */
export function auditLines(records: readonly AuditRecord[]): string {
  return records.map((record) => `${line(record)}\n`).join("");
}

function line(record: AuditRecord): string {
  const { sessionId: session, toolName: tool, toolUseId: toolUse, digest, editedDigest, decidedBy, who, mac } = record;
  const said = {
    ...{ number: Number(record.number), session, tool, digest, verdict: verdictWord(record.verdict), who },
    ...{ toolUse, editedDigest, decidedBy },
    ...{ askedMs: Number(record.askedMs), decidedMs: Number(record.decidedMs), mac },
  };
  // JSON leaves the upper control characters as they are, and terminals obey them.
  return JSON.stringify(said).replace(
    /[\u007f-\u009f]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
