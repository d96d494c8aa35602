import { gitShowsContent } from "./programs/git-content.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";

/** Whether a command that only looks may show the content of files that it does not name: of a folder, or of a commit. */
export function readsUnnamed({ words }: SimpleCommand): boolean {
  const [program, ...args] = words.map(({ value }) => value ?? "");
  // Two folders are compared file by file, and rg searches whatever folder it is given.
  if (program === "rg" || program === "diff") return true;
  if (program === "grep" || program === "egrep" || program === "fgrep") return args.some((arg) => recursive.test(arg));
  return program === "git" && gitShowsContent(args);
}

const recursive = /^-[a-zA-Z0-9]*[rRd]|^--(rec|de|di)/;
