import { useEffect, useRef } from "preact/hooks";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import type { ChangedFile } from "../../../../src/api/gen/bridle/v1/workspace_service_pb.js";
import { kindWord, stateWords } from "../../model/file-word.ts";
import { Link } from "../link.tsx";
import { visible } from "../text/visible.ts";
import { LineCounts } from "../tool/line-counts.tsx";

interface Props {
  readonly id: string;
  readonly files: readonly ChangedFile[];
  readonly total: number;
  readonly chosen: number;
}

/** The files; only those that are seen are in the document. */
export function FileList({ id, files, total, chosen }: Props) {
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  useEffect(() => {
    if (chosen >= 0) list.current?.scrollToIndex(chosen, { align: "nearest" });
  }, [chosen]);
  return (
    <nav class="changed-files" aria-label="Changed files" ref={scroller}>
      <Virtualizer ref={list} scrollRef={scroller} data={files} bufferSize={200}>
        {(file: ChangedFile, at: number) => (
          <FileLink
            key={file.path}
            id={id}
            file={file}
            isChosen={at === Math.max(chosen, 0)}
            isMarked={at === chosen}
          />
        )}
      </Virtualizer>
      {total > files.length && <p class="label more-files">and {total - files.length} more, not shown</p>}
    </nav>
  );
}

function FileLink(props: {
  readonly id: string;
  readonly file: ChangedFile;
  readonly isChosen: boolean;
  readonly isMarked: boolean;
}) {
  const { id, file, isChosen, isMarked } = props;
  const { path, oldPath, insertions, deletions, binary } = file;
  const { letter, word } = kindWord(file);
  const states = stateWords(file);
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const name = path.slice(folder.length);
  return (
    <Link
      to={{ view: "changes", id, path }}
      class={isChosen ? "changed-file shown" : "changed-file"}
      isCurrent={isMarked}
    >
      <span class="kind-letter" data-kind={letter} title={word} aria-hidden="true">
        {letter}
      </span>
      <span class="unseen">{word}</span>
      <span class="file-name">
        <bdi>
          <strong>{oneLine(name)}</strong>
        </bdi>
        <span class="label file-folder">
          <bdi>{oldPath === "" ? oneLine(folder) : `was ${oneLine(oldPath)}`}</bdi>
        </span>
      </span>
      <span class="file-facts">
        {binary ? <span class="label">binary</span> : <LineCounts added={insertions} removed={deletions} />}
        {states !== "" && <span class="label">{states}</span>}
      </span>
    </Link>
  );
}

/** A name may hold line ends. */
function oneLine(text: string): string {
  return visible(text).replaceAll("\n", "⏎").replaceAll("\t", "⇥");
}
