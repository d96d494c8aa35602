import { baseName } from "../../path/absolute-path.ts";

/** A program without its folder and the ending that Windows gives it. */
export function plainName(program: string): string {
  const name = baseName(program);
  // Asked of every word: most names have no ending.
  return name.charAt(name.length - 4) === "." ? name.replace(/\.(?:exe|com|cmd|bat)$/i, "") : name;
}
