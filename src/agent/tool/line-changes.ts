/** Lines `[oldFrom, oldTo)` became lines `[newFrom, newTo)`; one of the two may be empty. */
export interface LineChange {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** What has to change to make the old lines the new ones, in order: little, and least where that is not dear. */
export function lineChanges(old: readonly string[], fresh: readonly string[]): LineChange[] {
  const shortest = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < shortest && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail += 1;
  const [oldEnd, newEnd] = [old.length - tail, fresh.length - tail];
  if (head === oldEnd && head === newEnd) return [];
  const kept = keptLines(old.slice(head, oldEnd), fresh.slice(head, newEnd));
  const changes: LineChange[] = [];
  let [oldFrom, newFrom] = [head, head];
  for (const [oldAt, newAt] of [...kept.map(([x, y]) => [x + head, y + head] as const), [oldEnd, newEnd] as const]) {
    if (oldAt > oldFrom || newAt > newFrom) changes.push({ oldFrom, oldTo: oldAt, newFrom, newTo: newAt });
    [oldFrom, newFrom] = [oldAt + 1, newAt + 1];
  }
  return changes;
}

/** Texts that differ more are shown as one change: the search takes the square of this. */
const maxDifferences = 400;

/** Pairs of equal lines in order, as many as possible (Myers, An O(ND) Difference Algorithm). */
function keptLines(old: readonly string[], fresh: readonly string[]): (readonly [number, number])[] {
  const most = Math.min(maxDifferences, old.length + fresh.length);
  const reached = new Int32Array(2 * most + 3);
  const at = (diagonal: number): number => diagonal + most + 1;
  const trail: Int32Array[] = [];
  for (let differences = 0; differences <= most; differences++) {
    trail.push(reached.slice());
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      const fromAbove = isFromAbove(reached, at(diagonal), diagonal, differences);
      let x = differences === 0 ? 0 : entry(reached, at(diagonal), fromAbove);
      while (x < old.length && x - diagonal < fresh.length && old[x] === fresh[x - diagonal]) x += 1;
      reached[at(diagonal)] = x;
      if (x >= old.length && x - diagonal >= fresh.length) return wayBack(trail, at, [old.length, fresh.length]);
    }
  }
  return [];
}

/** A diagonal is entered from above, by an added line, or from the left, by a removed one. */
function isFromAbove(reached: Int32Array, index: number, diagonal: number, differences: number): boolean {
  if (diagonal === -differences || diagonal === differences) return diagonal === -differences;
  return (reached[index - 1] as number) < (reached[index + 1] as number);
}

function entry(reached: Int32Array, index: number, fromAbove: boolean): number {
  return fromAbove ? (reached[index + 1] as number) : (reached[index - 1] as number) + 1;
}

function wayBack(trail: readonly Int32Array[], at: (diagonal: number) => number, end: readonly [number, number]) {
  const kept: (readonly [number, number])[] = [];
  let [x, y] = end;
  for (let differences = trail.length - 1; differences > 0; differences--) {
    const reached = trail[differences] as Int32Array;
    const diagonal = x - y;
    const fromAbove = isFromAbove(reached, at(diagonal), diagonal, differences);
    const entered = entry(reached, at(diagonal), fromAbove);
    while (x > entered) kept.push([--x, --y]);
    if (fromAbove) y -= 1;
    else x -= 1;
  }
  while (x > 0) kept.push([--x, --y]);
  return kept.reverse();
}
