import { useEffect, useState } from "preact/hooks";
import type {
  ChangedFile,
  ChangesScope,
  GetFileDiffResponse,
} from "../../../../src/api/gen/bridle/v1/workspace_service_pb.js";
import { languageOf } from "../../model/language-of.ts";
import { useApp } from "../app-context.ts";
import { copyAndSay } from "../frame/toast.tsx";
import { Icon } from "../icon.tsx";
import { Link } from "../link.tsx";
import { visible } from "../text/visible.ts";
import { useAnswer } from "../use-answer.ts";
import { DiffLines } from "./diff-lines.tsx";

interface Props {
  readonly id: string;
  readonly file: ChangedFile;
  readonly scope: ChangesScope;
  readonly root: string;
  /** Looked at again with each. */
  readonly version: number;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** One file, with what is different in it. */
export function FileDiff({ id, file, scope, root, version, before, after }: Props) {
  const { client } = useApp();
  const { path, oldPath } = file;
  const answer = useAnswer(
    () => client.workspace.getFileDiff({ sessionId: id, path, oldPath, scope }),
    [id, path, oldPath, scope, version],
  );
  const [shown, show] = useState<GetFileDiffResponse>();
  useEffect(() => {
    if (answer.at === "there") show(answer.value);
  }, [answer]);
  // Of another file it would be wrong; of the same it is only a moment old.
  const diff = shown?.path === path ? shown : undefined;
  return (
    <div class="file-diff">
      <header class="diff-head">
        <Link to={{ view: "changes", id }} class="back-to-files" label="All changed files">
          ‹
        </Link>
        <h2>
          <bdi>{visible(path)}</bdi>
        </h2>
        <CopyPath path={path.startsWith("/") ? path : `${root}/${path}`} />
        <Step id={id} to={before} label="Previous file" icon="up" />
        <Step id={id} to={after} label="Next file" icon="down" />
      </header>
      {answer.at === "failed" && (
        <p class="outcome" role="alert">
          {answer.why}
        </p>
      )}
      {diff !== undefined && diff.note !== "" && <p class="label diff-note">This is {diff.note}.</p>}
      {diff !== undefined && diff.hunks.length > 0 && (
        <DiffLines key={path} hunks={diff.hunks} language={languageOf(path)} label={`Diff of ${path}`} />
      )}
      {diff?.truncated && <p class="label diff-note">The diff is too long to show in full.</p>}
    </div>
  );
}

function CopyPath({ path }: { readonly path: string }) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label="Copy path"
      title="Copy path"
      onClick={() => void copyAndSay(path, "Path copied")}
    >
      <Icon name="copy" />
    </button>
  );
}

function Step(props: {
  readonly id: string;
  readonly to: string | undefined;
  readonly label: string;
  readonly icon: "up" | "down";
}) {
  const { id, to, label, icon } = props;
  const app = useApp();
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      disabled={to === undefined}
      onClick={() => to !== undefined && app.go({ view: "changes", id, path: to })}
    >
      <Icon name={icon} />
    </button>
  );
}
