import { useEffect, useState } from "preact/hooks";
import type { RewindFilesResponse } from "../../../../src/api/gen/bridle/v1/workspace_service_pb.js";
import { messageOf } from "../../model/message-of.ts";
import { useApp } from "../app-context.ts";
import { useArmed } from "../asks/use-armed.ts";
import { Dialog } from "../dialog.tsx";
import { visible } from "../text/visible.ts";
import { LineCounts } from "../tool/line-counts.tsx";
import { undoing } from "./undo-state.ts";
import "../../style/undo.css";

type State =
  | { readonly at: "looking" }
  | { readonly at: "planned" | "working"; readonly plan: RewindFilesResponse }
  /** Some files were not taken back. */
  | { readonly at: "partly"; readonly done: RewindFilesResponse }
  | { readonly at: "failed"; readonly why: string };

const close = (): void => {
  undoing.value = undefined;
};

/** Asks before changes of files are undone, with what would change. */
export function UndoDialog({ sessionId, promptId }: { readonly sessionId: string; readonly promptId: string }) {
  const { client } = useApp();
  const [state, set] = useState<State>({ at: "looking" });
  const armed = useArmed(`undo ${promptId} ${state.at}`);
  const fail = (error: unknown): void => set({ at: "failed", why: messageOf(error) });
  const look = (): void => {
    set({ at: "looking" });
    client.workspace
      .rewindFiles({ sessionId, promptId, dryRun: true })
      .then((plan) => set({ at: "planned", plan }), fail);
  };
  useEffect(look, []);
  const undo = (plan: RewindFilesResponse): void => {
    set({ at: "working", plan });
    client.workspace
      .rewindFiles({ sessionId, promptId, planDigest: plan.digest })
      .then((done) => (done.leftFiles.length === 0 ? close() : set({ at: "partly", done })), fail);
  };
  const files = state.at === "planned" || state.at === "working" ? state.plan.files : [];
  return (
    <Dialog label="Undo changes" close={close}>
      <h2>{state.at === "partly" ? "Not everything was undone" : "Undo the changes since this prompt?"}</h2>
      {state.at === "looking" && <p class="quiet">Checking what would change …</p>}
      {(state.at === "planned" || state.at === "working") && <Plan plan={state.plan} />}
      {state.at === "partly" && <Partly done={state.done} />}
      <p class="outcome" role="alert">
        {state.at === "failed" && state.why}
        {state.at === "partly" && visible(state.done.problem)}
      </p>
      <div class="dialog-buttons" ref={armed.ref}>
        <button type="button" onClick={close}>
          {files.length === 0 ? "Close" : "Cancel"}
        </button>
        {(state.at === "failed" || state.at === "partly") && (
          <button type="button" onClick={look}>
            Check again
          </button>
        )}
        {(state.at === "planned" || state.at === "working") && files.length > 0 && (
          <button
            type="button"
            class="deny"
            aria-disabled={!armed.isArmed || state.at === "working"}
            onPointerDown={armed.onPointerDown}
            onClick={(event) => state.at === "planned" && armed.act(event, () => undo(state.plan))}
          >
            {state.at === "working" ? "Undoing …" : "Undo"}
          </button>
        )}
      </div>
    </Dialog>
  );
}

function Partly({ done: { files, leftFiles } }: { readonly done: RewindFilesResponse }) {
  return (
    <>
      <p>Undone:</p>
      <Files files={files} />
      <p>Not undone:</p>
      <Files files={leftFiles} />
    </>
  );
}

function Files({ files }: { readonly files: readonly string[] }) {
  return (
    <ul class="undo-files">
      {files.map((file) => (
        <li key={file}>{visible(file)}</li>
      ))}
    </ul>
  );
}

function Plan({ plan: { files, insertions, deletions } }: { readonly plan: RewindFilesResponse }) {
  if (files.length === 0) return <p>No file that the agent's tools wrote has changed since then.</p>;
  return (
    <>
      <p>
        {files.length === 1 ? "One file goes" : `${files.length} files go`} back to what{" "}
        {files.length === 1 ? "it was" : "they were"} before this prompt. Lines:{" "}
        <LineCounts added={insertions} removed={deletions} />
      </p>
      <Files files={files} />
      <p class="quiet">What commands changed is kept, and so is the conversation.</p>
    </>
  );
}
