import type { Row, Rows, Shown, ToolRow } from "./row.ts";

/** What a sub-agent gave back, below what it did. */
interface AnswerItem extends Shown {
  readonly kind: "answer";
  readonly tool: ToolRow;
}

/** What stands in a list of its own line: rows, and those of sub-agents that are unfolded. */
export type Item = Row | AnswerItem;

/** The rows themselves while no sub-agent is unfolded: a long transcript is not copied for each row that comes. */
export function visibleRows(rows: Rows, unfolded: ReadonlySet<ToolRow>): readonly Item[] {
  if (unfolded.size === 0) return rows.all;
  const items: Item[] = [];
  const add = ({ all }: Rows): void => {
    for (const row of all) {
      items.push(row);
      if (row.kind !== "tool" || !unfolded.has(row) || row.children.count.value === 0) continue;
      add(row.children);
      // The negative is nobody's: rows count from 1.
      if (row.use.value.result.length > 0) items.push({ ...row, kind: "answer", id: -row.id, tool: row, parent: row });
    }
  };
  add(rows);
  return items;
}

/** The innermost row that this event belongs to. */
export function rowOf(rows: Rows, seq: number): Row | undefined {
  const row = rows.all.findLast((one) => one.seq <= seq);
  if (row?.kind !== "tool") return row;
  return rowOf(row.children, seq) ?? row;
}

/** How deep in sub-agents it is. */
export function depthOf({ parent }: Shown): number {
  return parent === undefined ? 0 : depthOf(parent) + 1;
}
