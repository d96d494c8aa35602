import { useEffect, useState } from "preact/hooks";
import {
  type ChangedFile,
  ChangesScope,
  ChangesSource,
  type GetChangesResponse,
} from "../../../../src/api/gen/bridle/v1/workspace_service_pb.js";
import { useApp } from "../app-context.ts";
import { Empty } from "../frame/empty.tsx";
import { useKeys } from "../keys/use-keys.ts";
import { Link } from "../link.tsx";
import { About } from "./about.tsx";
import { FileDiff } from "./file-diff.tsx";
import { FileList } from "./file-list.tsx";
import { useChanges } from "./use-changes.ts";
import "../../style/changes.css";

/** What a session changed in its folder: the files, and the diff of one. */
export function ChangesView() {
  const here = useApp().route.value;
  return here.view === "changes" ? <ChangesOf id={here.id} path={here.path} /> : null;
}

function ChangesOf({ id, path }: { readonly id: string; readonly path: string | undefined }) {
  const { sessions } = useApp();
  const session = sessions.get(id);
  const [scope, setScope] = useState(ChangesScope.UNSPECIFIED);
  const { answer, version, refresh } = useChanges(id, scope);
  // What was there stays until there is an answer to something else.
  const [found, keep] = useState<GetChangesResponse>();
  useEffect(() => {
    if (answer.at === "there") keep(answer.value);
  }, [answer]);
  const files = found?.files ?? [];
  const at = files.findIndex((file) => file.path === path);
  useFileKeys(id, files, at);
  return (
    <section class="changes" aria-label="Changes" data-chosen={at >= 0}>
      <header class="session-head">
        <Link to={{ view: "session", id }} class="back-to" label="Back to the session">
          ‹
        </Link>
        <div class="session-names">
          <h1>Changes</h1>
          <p class="session-facts">{session?.title || "Untitled"}</p>
        </div>
        {found?.source === ChangesSource.GIT && (
          <select
            class="short-select"
            aria-label="Which changes"
            value={String(found.scope)}
            onChange={({ currentTarget }) => setScope(Number(currentTarget.value))}
          >
            {(found.base !== "" || found.scope === ChangesScope.SESSION) && (
              <option value={String(ChangesScope.SESSION)}>This session</option>
            )}
            <option value={String(ChangesScope.UNCOMMITTED)}>Uncommitted</option>
          </select>
        )}
      </header>
      {answer.at === "failed" && (
        <div class="changes-trouble" role="alert">
          <p class="outcome">{answer.why}</p>
          <button type="button" onClick={refresh}>
            Try again
          </button>
        </div>
      )}
      {found === undefined && answer.at === "loading" && <p class="unseen">Loading …</p>}
      {found !== undefined && files.length === 0 && <Nothing found={found} />}
      {found !== undefined && files.length > 0 && (
        <div class="changes-body">
          <div class="changes-side">
            <About found={found} session={session} />
            <FileList id={id} files={files} total={found.totalFiles} chosen={at} />
          </div>
          <ChosenDiff id={id} found={found} at={at} version={version} />
        </div>
      )}
    </section>
  );
}

/** On a desk the first file is shown where none is chosen. */
function ChosenDiff(props: {
  readonly id: string;
  readonly found: GetChangesResponse;
  readonly at: number;
  readonly version: number;
}) {
  const { id, found, at, version } = props;
  const file = found.files[at] ?? found.files[0];
  if (file === undefined) return null;
  const neighbours = { before: found.files[at - 1]?.path, after: found.files[Math.max(at, 0) + 1]?.path };
  return <FileDiff id={id} file={file} scope={found.scope} root={found.root} version={version} {...neighbours} />;
}

function Nothing({ found }: { readonly found: GetChangesResponse }) {
  const isGit = found.source === ChangesSource.GIT;
  const isOpen = found.scope === ChangesScope.UNCOMMITTED;
  return (
    <Empty icon="check" title={isOpen ? "Everything is committed" : "Nothing has changed yet"}>
      <p class="quiet">
        {isGit
          ? `Changes the session makes in ${found.root} appear here as they happen.`
          : `${sentence(found.note)}: only files that the session's tools write appear here.`}
      </p>
    </Empty>
  );
}

function useFileKeys(id: string, files: readonly ChangedFile[], at: number): void {
  const app = useApp();
  const goTo = (to: number): void => {
    const file = files[Math.min(Math.max(to, 0), files.length - 1)];
    if (file !== undefined) app.go({ view: "changes", id, path: file.path });
  };
  useKeys([
    { key: "j", does: "next file", act: () => goTo(Math.max(at, 0) + 1) },
    { key: "k", does: "previous file", act: () => goTo(at - 1) },
  ]);
}

export function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
