import { plainName } from "./shell/meant/plain-name.ts";
import type { ShellWord } from "./shell/shell-word.ts";

/** What a program is called, without its folder and the ending that Windows gives it. */
export function programName(word: ShellWord | undefined): string {
  return plainName(word?.value ?? "");
}
