import { baseName } from "../../path/absolute-path.ts";

/** A program without its folder and the ending that Windows gives it. */
export function plainName(program: string): string {
  return baseName(program).replace(/\.(?:exe|com|cmd|bat)$/i, "");
}
