import { anyOf } from "./any-of.ts";
import { bareText, literal, type ShellWord } from "./shell/shell-word.ts";
import type { UnnamedReads } from "./unnamed-reads.ts";

/** What shares, packs or changes all that is in a folder, by how its words begin. */
interface Way {
  readonly begins: RegExp;
  /** The option that names the folder; without one, operands do. */
  readonly option?: RegExp;
  readonly edits?: true;
  /** Operands in front of the folders. */
  readonly skip?: number;
  /** Without a folder it is about none, and not about the own one. */
  readonly isNamed?: true;
  readonly names?: readonly string[];
}

/** Programs that open a folder to others, hand it on as a whole, or write whatever an archive or a patch holds. */
export function sharedFolders(words: readonly ShellWord[]): UnnamedReads | undefined {
  const own = behindRunner(words);
  const text = own.slice(0, maxWords).map(bareText).join(" ");
  const way = (anyWay.test(text) ? ways.find(({ begins }) => begins.test(text)) : undefined) ?? formatting(own);
  if (way === undefined) return undefined;
  const folders = foldersOf(own.slice(1), way);
  if (folders.length === 0 && way.isNamed) return undefined;
  const { names, edits } = way;
  return {
    folders: folders.length === 0 ? [literal(".")] : folders,
    inHistory: false,
    names,
    onlyEdits: edits === true,
  };
}

const maxWords = 64;

/** `npx serve` is serve. */
function behindRunner(words: readonly ShellWord[]): readonly ShellWord[] {
  const [first, second] = words;
  const at = /^(?:p?npx|bunx)$/.test(first?.value ?? "") ? 1 : /^(?:dlx|exec)$/.test(second?.value ?? "") ? 2 : 0;
  if (at === 0) return words;
  const start = words.findIndex(({ prefix }, index) => index >= at && !prefix.startsWith("-"));
  return start === -1 ? words : words.slice(start);
}

function foldersOf(args: readonly ShellWord[], { option, skip = 0 }: Way): readonly ShellWord[] {
  if (option === undefined)
    return args.filter(({ prefix }) => !prefix.startsWith("-") && (skip > 0 || !/^\d*$/.test(prefix))).slice(skip);
  return args.flatMap((word, at) => {
    const text = bareText(word);
    const found = option.exec(text)?.[0];
    if (found === undefined) return [];
    return found === text ? (args[at + 1] ?? []) : [literal(text.slice(found.length))];
  });
}

const ways: readonly Way[] = [
  { begins: /^python[\d.]* -m http\.server\b/, option: /^(?:-d|--directory)(?:=|$)/ },
  { begins: /^(?:serve|http-server|live-server)\b/ },
  { begins: /^php -S\b/, option: /^-t/ },
  { begins: /^ruby -run\b/, skip: 1 },
  { begins: /^caddy file-server\b/, option: /^--root(?:=|$)/ },
  { begins: /^busybox httpd\b/, option: /^-h/ },
  { begins: /^(?:repomix|files-to-prompt|code2prompt|gitingest)\b/ },
  { begins: /^python[\d.]* -m (?:zipfile|tarfile) (?:-c|--create)\b/, skip: 3 },
  { begins: /^kubectl .*\bcreate .*--from-file/, option: /^--from-file(?:=(?:[\w.-]+=)?|$)/, isNamed: true },
  { begins: /^ipfs add\b/, skip: 1 },
  { begins: /^(?:croc|wormhole|magic-wormhole) send\b/, skip: 1 },
  { begins: /^az storage \S+ upload-batch\b/, option: /^(?:-s|--source)(?:=|$)/ },
  { begins: /^mc (?:mirror|cp)\b/, skip: 1 },
  { begins: /^(?:rdiff-backup|tarsnap|surge)\b/ },
  {
    begins: /^(?:g|bsd|s)?tar (?:-?[a-zA-Z]*x|.* -[a-zA-Z]*x|.*--extract|.*--get)/,
    option: /^(?:-C|--directory)(?:=|$)/,
    edits: true,
  },
  { begins: /^unzip (?!-[a-zA-Z]*[lptvZ])/, option: /^-d/, edits: true },
  { begins: /^(?:7z|7za|7zz) [xe] /, option: /^-o/, edits: true },
  {
    begins: /^(?:unrar|rar) [xe] |^jar -?[a-zA-Z]*x|^cpio (?:.* )?-[a-zA-Z]*i|^pax (?:.* )?-[a-zA-Z]*r/,
    option: /^-D$/,
    edits: true,
  },
  { begins: /^patch\b(?!.*--dry-run)/, option: /^(?:-d|--directory)(?:=|$)/, edits: true },
  { begins: /^git apply\b(?!.*--(?:stat|check|numstat|summary))/, option: /^--directory(?:=|$)/, edits: true },
  {
    begins: /^(?:chmod|chown|chgrp|setfacl|chattr)\b.* (?:-[a-zA-Z]*R|--recursive)/,
    skip: 1,
    edits: true,
    isNamed: true,
  },
];

const anyWay = anyOf(ways.map(({ begins }) => begins));

/** The files that formatters know, by their endings; of others, whatever has one. */
const endings: readonly (readonly [RegExp, string])[] = [
  [/^(?:black|isort|ruff|autopep8|yapf|pyupgrade|autoflake)$/, "py pyi"],
  [/^(?:eslint|oxlint|standard|xo|tslint)$/, "js cjs mjs jsx ts cts mts tsx vue svelte"],
  [
    /^(?:prettier|biome)$/,
    "js cjs mjs jsx ts cts mts tsx vue css scss less json json5 html md mdx yaml yml graphql hbs",
  ],
  [/^(?:gofmt|goimports|gofumpt|golangci-lint)$/, "go"],
  [/^(?:rubocop|standardrb|rufo)$/, "rb rake gemspec ru"],
  [/^(?:markdownlint|markdownlint-cli2|remark|mdformat|doctoc)$/, "md mdx"],
  [/^shfmt$/, "sh bash"],
  [/^(?:stylelint)$/, "css scss less sass"],
];

function sourcesOf(program: string): readonly string[] {
  const [, known] = endings.find(([programs]) => programs.test(program)) ?? [];
  return known === undefined ? ["?*.*"] : known.split(" ").map((ending) => `*.${ending}`);
}

/** Whatever is told to change files in place does so in all of a folder. */
function formatting(words: readonly ShellWord[]): Way | undefined {
  const program = words[0]?.value ?? "";
  const isWriter = /^(?:prettier|gofmt|goimports|gofumpt|shfmt)$/.test(program);
  const has = (option: RegExp): boolean => words.some(({ value }, at) => at > 0 && option.test(value ?? ""));
  const writes = has(inPlace) || (isWriter && has(/^-[a-z]*w$/));
  const isUsed = /^(?:black|isort)$/.test(program) || (program === "ruff" && words[1]?.value === "format");
  if (!writes && !(isUsed && !has(/^--(?:check|diff|version|help)/))) return undefined;
  return { begins: /^/, edits: true, isNamed: true, names: sourcesOf(program) };
}

const inPlace = /^--(?:write|fix|in-place|inplace|autocorrect|autocorrect-all|apply)$/;
