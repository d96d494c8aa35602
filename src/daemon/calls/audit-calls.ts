import { create, type MessageInitShape } from "@bufbuild/protobuf";
import * as pb from "../../api/gen/bridle/v1/daemon_service_pb.js";
import { BridleError, invalidOption } from "../../errors.ts";
import type { AuditChain } from "../audit/audit-chain.ts";
import type { AuditRow } from "../store/audit-mac.ts";
import type { AuditQuery } from "../store/audit-table.ts";
import type { StoreReader } from "../store/store-reader.ts";
import { pageSize } from "./page-size.ts";

/** Decisions about tool uses, a page at a time. */
export async function listAudit(reader: StoreReader, request: pb.ListAuditRequest): Promise<pb.ListAuditResponse> {
  const { sessionId: session, sinceMs, pageToken, pageSize: asked } = request;
  if (!/^\d{0,15}$/.test(pageToken))
    throw invalidOption("page_token", "a next_page_token of ListAudit, or empty", "something else");
  const limit = pageSize(asked);
  const query = { session, sinceMs: Number(sinceMs), before: Number(pageToken), limit };
  const rows = await reader.audit({ ...query, fits: filterOf(request) });
  const nextPageToken = rows.length < limit ? "" : String(rows.at(-1)?.number ?? "");
  return create(pb.ListAuditResponseSchema, { records: rows.map(auditRecord), nextPageToken });
}

function filterOf({ toolName: tool, verdict, decidedBy, text }: pb.ListAuditRequest): AuditQuery["fits"] {
  if (verdict === undefined && tool + decidedBy + text === "") return undefined;
  return { tool, decidedBy, text, verdict: verdict === undefined ? undefined : wordOf(verdict) };
}

/** Whether every row is as it was written. */
export async function verifyAudit(audit: AuditChain): Promise<pb.VerifyAuditResponse> {
  const { rows, problems } = await audit.verify();
  return create(pb.VerifyAuditResponseSchema, { rows: BigInt(rows), problems: [...problems] });
}

/** What a decision was about. Throws `not_found` where nobody knows any more. */
export async function getAuditedUse(
  reader: StoreReader,
  { number }: pb.GetAuditedUseRequest,
): Promise<pb.GetAuditedUseResponse> {
  const [use] = (await reader.recordedUses({ number: Number(number) })).uses;
  if (use === undefined) {
    const message = `what decision ${number} was about is not known any more: its session is deleted, or has forgotten it`;
    throw new BridleError("not_found", message, { what: "audited use", id: String(number) });
  }
  const { inputJson, cwd } = use;
  return create(pb.GetAuditedUseResponseSchema, { record: auditRecord(use), inputJson, cwd });
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

function wordOf(verdict: pb.AuditVerdict): string {
  return Object.entries(verdicts).find(([, one]) => one === verdict)?.[0] ?? "unknown";
}

const verdicts: { readonly [verdict: string]: pb.AuditVerdict } = {
  allow: pb.AuditVerdict.ALLOW,
  deny: pb.AuditVerdict.DENY,
  cancelled: pb.AuditVerdict.CANCELLED,
};
