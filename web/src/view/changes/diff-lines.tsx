import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Virtualizer } from "virtua";
import type { DiffHunk } from "../../../../src/api/gen/bridle/v1/workspace_service_pb.js";
import { type DiffRow, type HunkRow, type PairRow, pairedRows, unifiedRows } from "../../model/diff-rows.ts";
import { highlight } from "../markdown/highlight.ts";
import { visible } from "../text/visible.ts";

interface Props {
  readonly hunks: readonly DiffHunk[];
  readonly language: string;
  readonly label: string;
}

/** So wide that two columns of code can be read. */
const wide = matchMedia("(min-width: 80rem)");

/** The lines of a diff, side by side where there is room for it; only those that are seen are in the document. */
export function DiffLines({ hunks, language, label }: Props) {
  const [isWide, setWide] = useState(wide.matches);
  useEffect(() => {
    const change = (): void => setWide(wide.matches);
    wide.addEventListener("change", change);
    return () => wide.removeEventListener("change", change);
  }, []);
  // What is all new, or all gone, has one side.
  const isTwo =
    isWide && hunks.some(({ lines }) => lines.some((line) => line[0] !== "+") && lines.some((line) => line[0] !== "-"));
  const rows = useMemo(() => (isTwo ? pairedRows(hunks) : unifiedRows(hunks)), [hunks, isTwo]);
  const scroller = useRef<HTMLElement>(null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section class="diff-lines" aria-label={label} tabIndex={0} ref={scroller}>
      <Virtualizer scrollRef={scroller} data={rows} bufferSize={300}>
        {(row: DiffRow | HunkRow | PairRow, at: number) => <Row key={at} row={row} language={language} />}
      </Virtualizer>
    </section>
  );
}

function Row({ row, language }: { readonly row: DiffRow | HunkRow | PairRow; readonly language: string }) {
  if (row.kind === "hunk") return <div class="hunk-head">{visible(row.text)}</div>;
  if (row.kind !== "pair") return <Line row={row} language={language} numbers={[row.oldNumber, row.newNumber]} />;
  const { before, after } = row;
  return (
    <div class="diff-pair">
      <Line row={before} language={language} numbers={[before?.oldNumber ?? 0]} />
      <Line row={after} language={language} numbers={[after?.newNumber ?? 0]} />
    </div>
  );
}

const marks: { readonly [K in DiffRow["kind"]]: string } = { same: " ", added: "+", removed: "−" };

interface LineProps {
  readonly row: DiffRow | undefined;
  readonly language: string;
  readonly numbers: readonly number[];
}

function Line({ row, language, numbers }: LineProps) {
  if (row === undefined) return <div class="code-line" data-kind="none" />;
  return (
    <div class="code-line" data-kind={row.kind}>
      {numbers.map((number, at) => (
        <span key={at} class="line-number" aria-hidden="true">
          {number > 0 ? number : ""}
        </span>
      ))}
      <span class="diff-mark">{marks[row.kind]}</span>
      <LineText key={row.text} text={visible(row.text)} language={language} />
    </div>
  );
}

/** A line alone is coloured: what began above it, a long comment say, is not known here. */
function LineText({ text, language }: { readonly text: string; readonly language: string }) {
  const code = useRef<HTMLElement>(null);
  useEffect(() => {
    if (code.current !== null) void highlight(code.current, language);
  }, []);
  return <code ref={code}>{text}</code>;
}
