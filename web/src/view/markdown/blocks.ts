/**
 * The place behind the last block of a Markdown text that cannot change any more, however it goes on: behind a blank line
 * that is in no fence and in no list or indented block. What is before it is rendered once.
 */
export function settledLength(text: string): number {
  let settled = 0;
  let fence: string | undefined;
  let at = 0;
  let isBlankBefore = false;
  for (const line of text.split("\n")) {
    const start = at;
    at += line.length + 1;
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    const isContinued = /^(\s|[-*+>|]|\d+[.)])/.test(line);
    if (fence === undefined && isBlankBefore && line !== "" && !isContinued) settled = start;
    if (fence === undefined) fence = mark;
    else if (mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark)
      fence = undefined;
    isBlankBefore = line.trim() === "";
  }
  return settled;
}
