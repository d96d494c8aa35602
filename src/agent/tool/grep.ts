import { aboutPath } from "./about-path.ts";
import { grepFiles } from "./grep-files.ts";
import { type GrepInput, grepInput } from "./grep-input.ts";
import type { Tool } from "./tool.ts";
import { errorText, toolFailure } from "./tool-failure.ts";

export const grep: Tool<GrepInput> = {
  name: "Grep",
  description: `Searches the contents of files with a regular expression (ripgrep's: braces that are meant literally are escaped).

path: a file or folder, else the working folder. glob ("*.ts", "src/**") and type ("ts", "py") choose among its files.
output_mode: "files_with_matches" (the last changed first) is the default; "content" shows lines, with -A, -B, -C lines around;
"count" counts. multiline lets a match go over lines, and "." match line ends.
Files that .gitignore names, and binary files, are not searched. Results end after head_limit (250; 0: no limit) from offset on.`,
  ...grepInput,
  isConcurrencySafe: () => true,
  permission: ({ path }, folders) => aboutPath(path ?? ".", folders),
  run: async (input, context) => {
    try {
      return await grepFiles(input, context);
    } catch (error) {
      context.signal.throwIfAborted();
      return toolFailure(errorText(error));
    }
  },
};
