import { toJson } from "@bufbuild/protobuf";
import type { BridleClient } from "../../api/client.ts";
import { AuditVerdict, SimulatedUseSchema } from "../../api/gen/bridle/v1/daemon_service_pb.js";
import { shortId } from "../event-note.ts";
import { oneLine, printJson, table } from "../output.ts";
import { readRulesFile } from "./read-rules-file.ts";

export interface SimulateOptions {
  readonly days: number;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly ask?: readonly string[];
  readonly json?: true;
}

const dayMs = 86_400_000;

/** Prints what tool uses would have got under other rules: those of a file, and some more. */
export async function printSimulation(
  client: BridleClient,
  file: string | undefined,
  { days, allow = [], deny = [], ask = [], json }: SimulateOptions,
): Promise<void> {
  const permissionsJson = file === undefined ? "" : JSON.stringify(readRulesFile(file).permissions ?? {});
  const sinceMs = BigInt(Date.now() - days * dayMs);
  const lists = { allow: [...allow], deny: [...deny], ask: [...ask] };
  const { judged, notJudged, changed, changes } = await client.daemon.simulateRules({
    ...{ sinceMs, permissionsJson, ...lists },
  });
  if (json) {
    for (const change of changes) printJson(toJson(SimulatedUseSchema, change));
    return;
  }
  const rows = changes.map(({ record, verdict, use, reason }) => [
    `${record === undefined ? "" : verdictName(record.verdict)} -> ${verdict}`,
    shortId(record?.sessionId ?? ""),
    use?.toolName ?? "",
    oneLine(use?.inputText ?? "", 80),
    reason,
  ]);
  if (rows.length > 0) process.stdout.write(`${table([["verdict", "session", "tool", "input", "why"], ...rows])}\n`);
  const lost = notJudged === 0 ? "" : `; ${notJudged} could not be judged again: their input is not known any more`;
  process.stdout.write(`${changed} of ${judged} tool uses would have got another verdict${lost}\n`);
}

function verdictName(verdict: AuditVerdict): string {
  return verdict === AuditVerdict.UNSPECIFIED ? "unknown" : AuditVerdict[verdict].toLowerCase();
}
