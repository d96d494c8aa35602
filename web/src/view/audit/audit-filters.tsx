import type { AuditFilter } from "../../model/audit-filter.ts";
import { useApp } from "../app-context.ts";

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly change: (changes: Partial<AuditFilter>) => void;
  /** Those that were seen. */
  readonly tools: readonly string[];
}

const verdicts = ["allow", "deny", "cancelled", "unknown"];
const deciders: readonly (readonly [by: string, word: string])[] = [
  ["person", "a person"],
  ["rule", "a rule"],
  ["agent", "the agent"],
  ["deadline", "nobody, in time"],
  ["no client", "nobody connected"],
  ["limit", "a limit"],
  ["stop", "a stopped turn"],
];

/** What decisions are shown: by session, tool, verdict, who decided, and words. */
export function AuditFilters({ filter, change, tools }: AuditFiltersProps) {
  const { sessions } = useApp();
  const { sessionId, toolName } = filter;
  const known = sessions.all.value.map(({ id, title }) => [id, title || "Untitled"] as const);
  const isKnown = sessionId === "" || known.some(([id]) => id === sessionId);
  return (
    <search class="audit-filters">
      <input
        type="search"
        class="search"
        aria-label="Find in the audit"
        placeholder="Rule, name, session or digest"
        value={filter.text}
        onInput={({ currentTarget }) => change({ text: currentTarget.value.trim() })}
      />
      <Choice label="Session" value={sessionId} choose={(one) => change({ sessionId: one })} any="All sessions">
        {isKnown ? known : [...known, [sessionId, `deleted ${sessionId.slice(0, 8)}`]]}
      </Choice>
      <Choice label="Tool" value={toolName} choose={(one) => change({ toolName: one })} any="All tools">
        {tools.map((tool) => [tool, tool])}
      </Choice>
      <Choice label="Verdict" value={filter.verdict} choose={(one) => change({ verdict: one })} any="Any verdict">
        {verdicts.map((one) => [one, one])}
      </Choice>
      <Choice label="Decided by" value={filter.decidedBy} choose={(one) => change({ decidedBy: one })} any="By anyone">
        {deciders.map(([by, word]) => [by, `by ${word}`])}
      </Choice>
    </search>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly any: string;
  readonly choose: (value: string) => void;
  readonly children: readonly (readonly [value: string, word: string])[];
}

function Choice({ label, value, any, choose, children }: ChoiceProps) {
  return (
    <select aria-label={label} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      <option value="">{any}</option>
      {children.map(([one, word]) => (
        <option key={one} value={one}>
          {word}
        </option>
      ))}
    </select>
  );
}
