/**
 * One piece of syntax in a line: what it is, where it begins and ends, and what tells it from another of its kind (the operator
 * of a redirection, the value of a literal word). Two readers that agree on all marks of a line agree on what it does.
 */
export type Mark = string;

/** The kinds have the names that unbash gives its nodes. */
export function mark(kind: string, start: number, end: number, detail = ""): Mark {
  return `${kind} ${start}-${end} ${detail}`;
}
