import type { Plan, Planned } from "./rewind-plan.ts";

/** What became of a plan. */
export interface Rewound {
  /** Taken back. */
  readonly files: readonly string[];
  readonly insertions: number;
  readonly deletions: number;
  readonly skippedLinks: number;
  /** Planned, and not taken back. */
  readonly leftFiles: readonly string[];
  /** Why not, for a person; empty: there are none. */
  readonly problem: string;
}

export function rewound(plan: Plan, left: Planned, skippedLinks: number, problem: string): Rewound {
  const isLeft = new Set(left.files);
  return {
    files: plan.files.filter((file) => !isLeft.has(file)),
    insertions: Math.max(0, plan.insertions - left.insertions),
    deletions: Math.max(0, plan.deletions - left.deletions),
    ...{ skippedLinks, leftFiles: left.files, problem },
  };
}

/** So many of each are listed; the answer has them all. */
const maxListed = 100;

/** For the log. */
export function noticeOf(
  { files, leftFiles, insertions, deletions, problem }: Rewound,
  prompt: string,
  by: string,
): object {
  const count = (some: readonly string[]): string => `${some.length} ${some.length === 1 ? "file" : "files"}`;
  const rest = leftFiles.length === 0 ? "" : `, but not ${count(leftFiles)} of the plan: ${problem}`;
  const message = `${by} took ${count(files)} back to before a prompt${rest}`;
  const listed = { files: files.slice(0, maxListed), leftFiles: leftFiles.slice(0, maxListed), problem };
  return { message, prompt, insertions, deletions, ...listed };
}
