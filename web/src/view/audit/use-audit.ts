import { useEffect, useRef, useState } from "preact/hooks";
import { type AuditRecord, AuditVerdict } from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import type { PageClient } from "../../../../src/api/page-client.ts";
import type { AuditFilter } from "../../model/audit-filter.ts";
import { messageOf } from "../../model/message-of.ts";
import { useApp } from "../app-context.ts";

interface Loaded {
  readonly at: "loading" | "there" | "failed";
  readonly records: readonly AuditRecord[];
  /** Of the page after these; empty: there is none. */
  readonly next: string;
  readonly why: string;
}

const nothing: Loaded = { at: "loading", records: [], next: "", why: "" };
const pageSize = 100;
/** Who types has not said all yet. */
const typingMs = 200;

/** Decisions, the newest first, a page at a time. `looks` goes up whenever somebody wants to look again. */
export function useAudit(filter: AuditFilter, looks: number): { readonly loaded: Loaded; readonly more: () => void } {
  const { client } = useApp();
  const [loaded, set] = useState<Loaded>(nothing);
  /** An answer to what is no longer asked is dropped. */
  const asked = useRef<object>();
  const load = async (before: readonly AuditRecord[], pageToken: string): Promise<void> => {
    const mine = {};
    asked.current = mine;
    try {
      const page = await client.daemon.listAudit({ ...requestOf(filter), pageSize, pageToken });
      if (asked.current !== mine) return;
      set({ ...nothing, at: "there", records: [...before, ...page.records], next: page.nextPageToken });
    } catch (error) {
      if (asked.current === mine) set({ ...nothing, at: "failed", why: messageOf(error) });
    }
  };
  useEffect(() => {
    const timer = setTimeout(() => void load([], ""), filter.text === "" ? 0 : typingMs);
    return () => clearTimeout(timer);
  }, [JSON.stringify(filter), looks]);
  const more = (): void => {
    if (loaded.next === "") return;
    set({ ...loaded, at: "loading", next: "" });
    void load(loaded.records, loaded.next);
  };
  return { loaded, more };
}

/** All that fit, in order. */
export async function allRecords(client: PageClient, filter: AuditFilter): Promise<AuditRecord[]> {
  const records: AuditRecord[] = [];
  for (let pageToken = ""; ; ) {
    const page = await client.daemon.listAudit({ ...requestOf(filter), pageSize: 1000, pageToken });
    records.push(...page.records);
    pageToken = page.nextPageToken;
    if (pageToken === "") return records.reverse();
  }
}

const verdicts: { readonly [word: string]: AuditVerdict } = {
  allow: AuditVerdict.ALLOW,
  deny: AuditVerdict.DENY,
  cancelled: AuditVerdict.CANCELLED,
  unknown: AuditVerdict.UNSPECIFIED,
};

function requestOf({ verdict, ...rest }: AuditFilter) {
  const wanted = verdicts[verdict];
  return wanted === undefined ? rest : { ...rest, verdict: wanted };
}
