import type { Search, SearchedFiles, SearchedText } from "./search.ts";

/** Run in the folder: globs are relative to it. */
export function ripgrepArguments(search: Search): string[] {
  switch (search.kind) {
    case "files":
      return [...common, "--files", ...fileArguments(search.within)];
    case "matching":
      return [...common, "--files-with-matches", ...textArguments(search.text), ...fileArguments(search.within)];
    case "counts":
      return [...common, "--count", "--with-filename", ...textArguments(search.text), ...fileArguments(search.within)];
    case "lines":
      return [
        ...common,
        ...["--line-number", "--with-filename", "--no-heading", "--threads=1"],
        ...[`--before-context=${search.before}`, `--after-context=${search.after}`],
        ...textArguments(search.text),
        "--",
        ...search.files.map(fromHere),
      ];
  }
}

/** No setting of the user's may change what is found; a file mapped into memory may shrink meanwhile. */
const common: readonly string[] = [
  ...["--no-config", "--null", "--color=never", "--no-mmap", "--hidden"],
  ...["--no-ignore-global", "--no-ignore-exclude"],
];

function textArguments({ pattern, ignoreCase, multiline }: SearchedText): string[] {
  return [
    "--crlf",
    ignoreCase ? "--ignore-case" : "--case-sensitive",
    ...(multiline ? ["--multiline", "--multiline-dotall"] : []),
    ...["-e", pattern],
  ];
}

function fileArguments({ file, globs, type, honoursIgnoreFiles }: SearchedFiles): string[] {
  // A file that is named itself would be searched also when it is binary.
  if (file !== undefined) return ["--no-ignore", "--max-depth=1", `--glob=/${escapeGlob(file)}`, "--", fromHere("")];
  return [
    ...(honoursIgnoreFiles ? [] : ["--no-ignore"]),
    ...globs.map((glob) => `--glob=${glob}`),
    ...(type === undefined ? [] : [`--type=${type}`]),
    "--",
    fromHere(""),
  ];
}

function escapeGlob(name: string): string {
  return name.replaceAll(/[*?[\]{},\\!]/g, "\\$&");
}

/** A bare `-` would be the input. */
function fromHere(path: string): string {
  return `./${path}`;
}
