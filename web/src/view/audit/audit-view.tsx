import { useRef, useState } from "preact/hooks";
import { Virtualizer } from "virtua";
import type { AuditRecord } from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { type AuditFilter, everyDecision, isNarrowed } from "../../model/audit-filter.ts";
import { messageOf } from "../../model/message-of.ts";
import { useApp } from "../app-context.ts";
import { Empty } from "../frame/empty.tsx";
import { toast } from "../frame/toast.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import { AuditLine } from "./audit-line.tsx";
import { auditLines } from "./audit-lines.ts";
import { ChainState } from "./chain-state.tsx";
import { allRecords, useAudit } from "./use-audit.ts";
import "../../style/figures.css";
import "../../style/audit.css";

/** Every decision about a tool use, the newest first. */
export function AuditView() {
  const { route, client } = useApp();
  const here = route.value;
  const session = here.view === "audit" ? here.session : undefined;
  const [filter, set] = useState<AuditFilter>({ ...everyDecision, sessionId: session ?? "" });
  const [looks, look] = useState(0);
  const exportAll = async (): Promise<void> => {
    try {
      download(auditLines(await allRecords(client, filter)));
    } catch (error) {
      toast(messageOf(error), { isTrouble: true });
    }
  };
  return (
    <section class="view audit" aria-label="Audit">
      <header class="session-head">
        <div class="session-names">
          <h1>Audit</h1>
          <p class="label">Who or which rule decided about every tool use</p>
        </div>
        <button type="button" class="at-end" onClick={() => look(looks + 1)}>
          Refresh
        </button>
        <button type="button" onClick={() => void exportAll()}>
          Export <span class="wide">{isNarrowed(filter) ? "these as JSONL" : "JSONL"}</span>
        </button>
      </header>
      <Decisions filter={filter} change={(changes) => set({ ...filter, ...changes })} looks={looks} />
    </section>
  );
}

interface DecisionsProps {
  readonly filter: AuditFilter;
  readonly change: (changes: Partial<AuditFilter>) => void;
  readonly looks: number;
}

/** Nearer to the end than this, the next page is wanted. */
const nearPx = 800;

function Decisions({ filter, change, looks }: DecisionsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { loaded, more } = useAudit(filter, looks);
  const { records, at, next, why } = loaded;
  const tools = useTools(records, filter.toolName);
  const scrolled = (): void => {
    const element = scroller.current;
    if (element !== null && element.scrollHeight - element.scrollTop - element.clientHeight < nearPx) more();
  };
  return (
    <>
      <AuditFilters filter={filter} change={change} tools={tools} />
      <ChainState looks={looks} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <div class="audit-lines" tabIndex={0} ref={scroller} onScroll={scrolled} data-at={at}>
        <Virtualizer scrollRef={scroller} data={records as AuditRecord[]} itemSize={64}>
          {(record: AuditRecord) => <AuditLine key={String(record.number)} record={record} />}
        </Virtualizer>
        {next !== "" && (
          <button type="button" class="quiet-button" onClick={more}>
            Older decisions
          </button>
        )}
        {at === "failed" && <p class="outcome">{why}</p>}
        {at === "there" && records.length === 0 && (
          <Empty icon="book" title={isNarrowed(filter) ? "No decision fits" : "Nothing was decided yet"} />
        )}
      </div>
    </>
  );
}

/** Those that were seen since the view was opened: what is shown is narrowed by them. */
function useTools(records: readonly AuditRecord[], chosen: string): readonly string[] {
  const seen = useRef(new Set<string>());
  for (const { toolName } of records) seen.current.add(toolName);
  if (chosen !== "") seen.current.add(chosen);
  return [...seen.current].sort();
}

function download(text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
  link.download = `bridle-audit-${new Date().toISOString().slice(0, 10)}.jsonl`;
  link.click();
  URL.revokeObjectURL(link.href);
}
