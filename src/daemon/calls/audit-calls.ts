import { create, type MessageInitShape } from "@bufbuild/protobuf";
import * as pb from "../../api/gen/bridle/v1/daemon_service_pb.js";
import { invalidOption } from "../../errors.ts";
import type { AuditRow } from "../store/audit-mac.ts";
import type { StoreReader } from "../store/store-reader.ts";
import { pageSize } from "./page-size.ts";

/** Decisions about tool uses, a page at a time. */
export async function listAudit(reader: StoreReader, request: pb.ListAuditRequest): Promise<pb.ListAuditResponse> {
  const { sessionId: session, sinceMs, pageToken, pageSize: asked } = request;
  if (!/^\d{0,15}$/.test(pageToken))
    throw invalidOption("page_token", "a next_page_token of ListAudit, or empty", "something else");
  const limit = pageSize(asked);
  const rows = await reader.audit({ session, sinceMs: Number(sinceMs), before: Number(pageToken), limit });
  const nextPageToken = rows.length < limit ? "" : String(rows.at(-1)?.number ?? "");
  return create(pb.ListAuditResponseSchema, { records: rows.map(auditRecord), nextPageToken });
}

export function auditRecord(row: AuditRow): MessageInitShape<typeof pb.AuditRecordSchema> {
  const { number, session, tool, toolUse, verdict, askedMs, decidedMs, ...rest } = row;
  return {
    ...rest,
    number: BigInt(number),
    sessionId: session,
    toolName: tool,
    toolUseId: toolUse,
    verdict: verdicts[verdict] ?? pb.AuditVerdict.UNSPECIFIED,
    askedMs: BigInt(askedMs),
    decidedMs: BigInt(decidedMs),
  };
}

const verdicts: { readonly [verdict: string]: pb.AuditVerdict } = {
  allow: pb.AuditVerdict.ALLOW,
  deny: pb.AuditVerdict.DENY,
  cancelled: pb.AuditVerdict.CANCELLED,
};
