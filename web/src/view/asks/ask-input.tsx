import { AskFileState } from "../../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import { fileChange } from "../../model/file-change.ts";
import type { Fields } from "../../model/row.ts";
import { bytes } from "../text/bytes.ts";
import { visible } from "../text/visible.ts";
import { Code } from "../tool/code.tsx";
import { DiffView } from "../tool/diff-view.tsx";
import { FieldsView } from "./fields-view.tsx";
import type { FileNow } from "./use-file-now.ts";

export interface AskInputProps {
  readonly name: string;
  readonly input: Fields;
  readonly now: FileNow;
}

/** All that a tool would be given, for who decides: the command, the change of a file, and every other field. */
export function AskInput({ name, input, now }: AskInputProps) {
  const before = now.at === "there" && now.file.state === AskFileState.TEXT ? now.file.content : undefined;
  const change = now.at === "loading" ? undefined : fileChange(name, input, before);
  if (now.at === "loading") return <p class="quiet">Looking at the file …</p>;
  if (change !== undefined)
    return (
      <>
        <FileNote now={now} isWhole={name === "Write"} />
        <DiffView change={change} />
        {change.hunks.length === 0 && <p class="quiet">The file is like this already: nothing would change.</p>}
        <FieldsView fields={change.rest} />
      </>
    );
  const { command, ...rest } = input;
  if (typeof command !== "string")
    return (
      <>
        <FileNote now={now} isWhole={false} />
        <FieldsView fields={input} />
      </>
    );
  return (
    <>
      <Code text={command} language="bash" />
      <FieldsView fields={rest} />
    </>
  );
}

/** What a person cannot see in the difference: that the file is new, that it was not compared, that the path leads elsewhere. */
function FileNote({ now, isWhole }: { readonly now: FileNow; readonly isWhole: boolean }) {
  if (now.at === "failed")
    return (
      <p class="warning">
        The file as it is now could not be looked at: {now.why}. Below is all that would be written.
      </p>
    );
  if (now.at !== "there") return null;
  const { state, linkTarget, sizeBytes } = now.file;
  const note = isWhole ? wholeNotes[state] : otherNotes[state];
  return (
    <>
      {linkTarget !== "" && (
        <p class="warning">
          This path is a link. What would be changed is <code>{visible(linkTarget)}</code>
        </p>
      )}
      {note !== undefined && (
        <p class={state === AskFileState.MISSING ? "quiet" : "warning"}>{note(bytes(Number(sizeBytes)))}</p>
      )}
    </>
  );
}

type Notes = { readonly [S in AskFileState]?: (size: string) => string };

const wholeNotes: Notes = {
  [AskFileState.MISSING]: () => "A new file.",
  [AskFileState.TOO_LARGE]: (size) =>
    `The file has ${size} now and is not compared. Below is all that would be written.`,
  [AskFileState.BINARY]: (size) =>
    `The file is no text (${size}) and is replaced whole. Below is all that would be written.`,
  [AskFileState.NOT_REGULAR]: () => "There is something else than a plain file at this path.",
  [AskFileState.UNREADABLE]: () => "The daemon may not read this file. Below is all that would be written.",
};

const otherNotes: Notes = {
  [AskFileState.MISSING]: () => "There is no such file now.",
  [AskFileState.NOT_REGULAR]: () => "There is something else than a plain file at this path.",
};
