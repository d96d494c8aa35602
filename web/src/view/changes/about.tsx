import type { Session } from "../../../../src/api/gen/bridle/v1/session_pb.js";
import { ChangesSource, type GetChangesResponse } from "../../../../src/api/gen/bridle/v1/workspace_service_pb.js";
import { Fold } from "../fold.tsx";
import { ago } from "../text/ago.ts";
import { visible } from "../text/visible.ts";
import { LineCounts } from "../tool/line-counts.tsx";

/** What all of the list is about: how much, where, and the commits. */
export function About({
  found,
  session,
}: {
  readonly found: GetChangesResponse;
  readonly session: Session | undefined;
}) {
  const { totalFiles, insertions, deletions, branch, commits, moreCommits, historyMoved } = found;
  const worktree = session?.worktree;
  return (
    <div class="changes-about">
      <p>
        <strong>
          {totalFiles} {totalFiles === 1 ? "file" : "files"}
        </strong>{" "}
        <LineCounts added={Number(insertions)} removed={Number(deletions)} />
      </p>
      {branch !== "" && (
        <p class="label">
          {worktree === undefined ? "Branch" : "Worktree on branch"} <code>{visible(branch)}</code>
        </p>
      )}
      {found.source === ChangesSource.TOOLS && (
        <p class="label">
          Not from git ({found.note}): this is what the session's tools wrote. Commands may have changed more.
        </p>
      )}
      {historyMoved && (
        <p class="label">The git history is not the one the session began with: a branch was switched or rewritten.</p>
      )}
      {commits.length > 0 && (
        <Fold
          class="commits"
          head={`${commits.length}${moreCommits ? "+" : ""} ${commits.length === 1 ? "commit" : "commits"}`}
        >
          {() => (
            <ul>
              {commits.map(({ id, subject, timeMs }) => (
                <li key={id}>
                  <code>{id.slice(0, 8)}</code> <span>{visible(subject)}</span>{" "}
                  <span class="label">{ago(Number(timeMs))}</span>
                </li>
              ))}
            </ul>
          )}
        </Fold>
      )}
    </div>
  );
}
