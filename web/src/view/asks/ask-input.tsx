import { AskFileState } from "../../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import { bytes } from "../../model/bytes.ts";
import { fileChange } from "../../model/file-change.ts";
import type { Fields } from "../../model/row.ts";
import { visible } from "../text/visible.ts";
import { Code } from "../tool/code.tsx";
import { DiffView } from "../tool/diff-view.tsx";
import { FieldsView } from "./fields-view.tsx";
import type { FileNow } from "./use-file-now.ts";

interface AskInputProps {
  readonly name: string;
  readonly input: Fields;
  readonly now: FileNow;
}

/** All that a tool would be given, for who decides: the command, the change of a file, and every other field. */
export function AskInput({ name, input, now }: AskInputProps) {
  const before = now.at === "there" && now.file.state === AskFileState.TEXT ? now.file.content : undefined;
  const change = now.at === "loading" ? undefined : fileChange(name, input, before);
  if (now.at === "loading") return <p class="quiet ask-loading">Reading the file …</p>;
  if (change !== undefined)
    return (
      <>
        <FileNote now={now} isWhole={name === "Write"} />
        <DiffView change={change} />
        {change.hunks.length === 0 && <p class="quiet">The file already has this content: nothing would change.</p>}
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
      <p class="warning">The current file could not be read: {now.why}. Below is everything that would be written.</p>
    );
  if (now.at !== "there") return null;
  const { state, linkTarget, sizeBytes } = now.file;
  const note = isWhole ? wholeNotes[state] : otherNotes[state];
  return (
    <>
      {linkTarget !== "" && (
        <p class="warning">
          This path is a symbolic link. The file that would change is <code>{visible(linkTarget)}</code>
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
    `The current file is too large to compare (${size}). Below is everything that would be written.`,
  [AskFileState.BINARY]: (size) =>
    `The current file is not text (${size}) and would be replaced. Below is everything that would be written.`,
  [AskFileState.NOT_REGULAR]: () => "What is at this path is not a regular file.",
  [AskFileState.UNREADABLE]: () =>
    "The daemon cannot read the current file. Below is everything that would be written.",
};

const otherNotes: Notes = {
  [AskFileState.MISSING]: () => "This file does not exist.",
  [AskFileState.NOT_REGULAR]: () => "What is at this path is not a regular file.",
};
