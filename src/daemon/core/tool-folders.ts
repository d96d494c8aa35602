import type { Transition } from "./transition.ts";

/** Most uses are never asked about. */
const maxToolUses = 256;

/** A hook told where a tool use runs. */
export function noteFolder(t: Transition, toolUseId: string, folder: string | undefined): void {
  const { process } = t;
  if (process === undefined || toolUseId === "" || folder === undefined) return;
  const others = process.folders.filter((known) => known.toolUseId !== toolUseId);
  t.update({ folders: [...others, { toolUseId, folder }].slice(-maxToolUses) });
}

/** For the ask that is made of it; undefined: no hook told it. */
export function takeFolder(t: Transition, toolUseId: string): string | undefined {
  const found = t.process?.folders.find((known) => known.toolUseId === toolUseId);
  if (found !== undefined) t.update({ folders: t.process?.folders.filter((known) => known !== found) ?? [] });
  return found?.folder;
}
