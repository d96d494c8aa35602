import { WorktreeEnd } from "../../../../src/api/gen/bridle/v1/session_pb.js";

/** How a worktree is wanted; undefined: none. */
export interface WantedWorktree {
  readonly name: string;
  readonly end: WorktreeEnd;
}

interface Props {
  readonly value: WantedWorktree | undefined;
  readonly change: (value: WantedWorktree | undefined) => void;
}

/** A git worktree of its own, so that the session does not touch what is checked out. */
export function WorktreeField({ value, change }: Props) {
  return (
    <fieldset class="worktree-field">
      <legend class="unseen">Worktree</legend>
      <label class="choice">
        <input
          type="checkbox"
          checked={value !== undefined}
          onChange={({ currentTarget }) =>
            change(currentTarget.checked ? { name: "", end: WorktreeEnd.KEEP } : undefined)
          }
        />
        Work in a separate git worktree
      </label>
      {value !== undefined && (
        <>
          <p class="label">A checkout of the last commit, on its own branch. Uncommitted changes stay in the folder.</p>
          <div class="field-pair">
            <label class="field">
              Branch name
              <input
                class="search"
                maxLength={64}
                placeholder="Generated: bridle/…"
                value={value.name}
                onInput={({ currentTarget }) => change({ ...value, name: currentTarget.value })}
              />
            </label>
            <label class="field">
              When the session is closed
              <select
                value={String(value.end)}
                onChange={({ currentTarget }) => change({ ...value, end: Number(currentTarget.value) })}
              >
                <option value={String(WorktreeEnd.KEEP)}>Keep it</option>
                <option value={String(WorktreeEnd.REMOVE)}>Remove it, unless it contains work</option>
              </select>
            </label>
          </div>
        </>
      )}
    </fieldset>
  );
}
