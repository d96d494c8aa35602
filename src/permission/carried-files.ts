import { anyOf } from "./any-of.ts";
import { programOf, textPrograms } from "./file-words.ts";
import { programName } from "./program-name.ts";
import { gitArguments } from "./programs/git-content.ts";
import { knownPrograms } from "./programs/known-programs.ts";
import { dangerOf } from "./shell/dangers/danger-of.ts";
import { bareText, type ShellWord } from "./shell/shell-word.ts";
import type { Feed, SimpleCommand } from "./shell/simple-command.ts";

/**
 * The words of a command that name files whose content it shows, keeps or sends, of those programs that exist for that: what
 * is only known when it runs may be any file. Programs that only look have a table of their own.
 */
export function carriedWords({ words }: SimpleCommand): readonly ShellWord[] {
  const program = programOf(words);
  const args = words.slice(1);
  if (readers.has(program)) return operands(args, /^(?:-o|--(?:output|outfile|to|from|title|metadata))$/);
  if (!anyCarrier.test(program)) return [];
  const [, choose] = carriers.find(([programs]) => programs.test(program)) ?? [];
  return choose?.(args) ?? [];
}

/** Does it take the names of such files from standard input, from whoever lists them there? */
export function takesNames({ words, feed }: SimpleCommand): boolean {
  if (!listsFiles(feed)) return false;
  const [, option] = fromInput.find(([programs]) => programs.test(programOf(words))) ?? [];
  return option !== undefined && words.some((word, at) => at > 0 && option.test(bareText(word)));
}

/** Does it take such names from a file that somebody else has written? */
export function takesListedNames({ words }: SimpleCommand): boolean {
  const program = programOf(words);
  if (!anyFromFile.test(program)) return false;
  const [, option] = fromFile.find(([programs]) => programs.test(program)) ?? [];
  // Standard input is not a file: who writes it is known.
  const isInput = (at: number): boolean => /=-$/.test(words[at]?.value ?? "") || words[at + 1]?.value === "-";
  const takesList = ({ prefix }: ShellWord, at: number): boolean =>
    at > 0 && option?.test(prefix) === true && !isInput(at);
  if (!words.some(takesList)) return false;
  const unpacks = ({ prefix }: ShellWord, at: number): boolean =>
    (at === 1 ? /^-?[a-zA-Z]*[xt]|^--(?:ex|li|get)/ : /^-[a-zA-Z]*[xt]|^--(?:ex|li|get)/).test(prefix);
  if (/tar$/.test(program)) return !words.some((word, at) => at > 0 && unpacks(word, at));
  const shows = ({ value = "" }: ShellWord): boolean =>
    readers.has(value) || (knownPrograms.has(value) && dangerOf(value) === undefined && !textPrograms.has(value));
  return !/xargs$/.test(program) || words.slice(1).some(shows);
}

const fromFile: readonly (readonly [RegExp, RegExp])[] = [
  [/^g?xargs$/, /^(?:-[a-zA-Z0]*a|--arg-file)/],
  [/^(?:g|bsd|s)?tar$/, /^(?:-[a-zA-Z]*T|--files-from)/],
  [/^(?:rsync|rclone|restic|borg|gsutil|s3cmd)$/, /^--(?:files|paths)-from/],
  [/^(?:wc|du|sort)$/, /^--files0/],
];

const anyFromFile = anyOf(fromFile.map(([programs]) => programs));

/** What counts, prints or lists what is tracked lists no other files. */
export function listsFiles(feed: Feed | undefined): boolean {
  if (feed === undefined) return false;
  const isPlain = ({ words }: SimpleCommand): boolean =>
    /^(?:echo|printf|seq|jot|yes|git|date)$/.test(programName(words[0]));
  return !feed.isWhole || !feed.commands.every(isPlain);
}

/** They hand on what is in the files that they are given, in whatever form, and take nothing else. */
const readers: ReadonlySet<string> = new Set(
  [
    "pr tac rev fold fmt expand unexpand ptx split csplit paste join iconv uuencode base32 basenc hd hexyl xxd strings",
    "gzip gunzip pigz bzip2 pbzip2 xz lzma unxz zstd unzstd lz4 brotli lzop compress ccrypt qrencode",
    "lp lpr a2ps enscript pandoc textutil batcat bat most view vi vim nvim nano pico emacs ed ex red",
    "glow mdcat highlight pygmentize source-highlight xclip xsel zless zmore bzless xzless",
    "scp rclone s3cmd croc wormhole pastebinit ncftpput xmllint xsltproc tidy html2text w3m lynx elinks m4 cpp",
    "csvcut csvlook csvjson mlr dasel xq tomlq dos2unix unix2dos",
  ]
    .join(" ")
    .split(" "),
);

type Choose = (args: readonly ShellWord[]) => readonly ShellWord[];

/** All words but options and the values of these. */
function operands(args: readonly ShellWord[], valued: RegExp): readonly ShellWord[] {
  return args.filter(
    ({ prefix }, at) =>
      (!prefix.startsWith("-") || prefix === "-") && !(at > 0 && valued.test(args[at - 1]?.value ?? "")),
  );
}

/** The values of options; `glued` with what may stand in front of the name in the same word. */
function values(args: readonly ShellWord[], option: RegExp, glued?: RegExp): readonly ShellWord[] {
  return args.filter(
    (word, at) => (at > 0 && option.test(args[at - 1]?.value ?? "")) || glued?.test(bareText(word)) === true,
  );
}

const none = /(?!)/;

const archive: Choose = (args) => operands(args, none).slice(1);

/** Where it keeps files, all but the archive; the first word may be letters without a dash. */
const tar: Choose = (args) => {
  const [first] = args;
  const letters = /^[a-zA-Z]+$/.test(first?.value ?? "") ? (first?.value ?? "") : "";
  const keeps = /^-[a-zA-Z]*[cruA]|^--(?:cre|app|up|cat)/;
  if (!/[cruA]/.test(letters) && !args.some(({ prefix }) => keeps.test(prefix))) return [];
  const named = operands(args, /^(?:-[a-zA-Z]*[fCbIXH]|--(?:file|directory|exclude|use-compress-program|transform))$/);
  return letters === "" ? named : named.slice(letters.includes("f") ? 2 : 1);
};

/** Those of `aws s3 cp`, `docker cp`: all but where it goes. */
const uploads: Choose = (args) => {
  const at = args.findIndex(({ value }) => /^(?:cp|mv|sync|upload|put|copy|copyto|move)$/.test(value ?? ""));
  const named = at === -1 ? [] : operands(args.slice(at + 1), /^-/);
  return named.slice(0, Math.max(1, named.length - 1));
};

/** All but what makes keys and numbers; there, only what is said to be read. */
const openssl: Choose = (args) =>
  /^(?:rand|gen\w+|req|s_\w+|prime|passwd|ecparam|version|ca)$/.test(args[0]?.value ?? "")
    ? values(args, /^-in\w*$/)
    : operands(args, /^-(?:out\w*|keyout|k|K|iv|S|pass\w*|subj|days|name|md|set_serial|pkeyopt|algorithm)$/);

/** The preprocessor shows what it reads; a compiler only what it is told to put in front. */
const compiler: Choose = (args) =>
  args.some(({ value }) => value === "-E")
    ? operands(args, /^-[oIDLl]$/)
    : values(args, /^-(?:include|imacros)$/, /^@/);

const git: Choose = (args) => {
  const [subcommand, ...rest] = gitArguments(args);
  const isPlain = subcommand?.value === "diff" && rest.some(({ prefix }) => /^--no-i/.test(prefix));
  return isPlain || subcommand?.value === "hash-object" ? operands(rest, /^-t$/) : [];
};

const inLoop = /^-[a-zA-Z0]*[np]/;

const carriers: readonly (readonly [RegExp, Choose])[] = [
  [/^(?:g|bsd|s)?tar$/, tar],
  [/^(?:zip|rar|jar|ar|arj|lha|pax|mksquashfs|genisoimage|mkisofs)$/, archive],
  [/^(?:7z|7za|7zz|7zr|restic|borg)$/, (args) => archive(args).slice(1)],
  [/^(?:aws|gsutil|gcloud|az|docker|podman|kubectl|oc|mc|adb|lxc)$/, uploads],
  [
    /^(?:gh|glab)$/,
    (args) => (/^(?:gist|snippet)$/.test(args[0]?.value ?? "") ? operands(args.slice(2), /^-[dft]$/) : []),
  ],
  [
    /^curl$/,
    (args) =>
      values(
        args,
        /^(?:-[a-zA-Z#]*[TK]|--upload-file|--config)$/,
        /^(?:-[dF]|--[\w-]+=)?(?:[\w.-]*=)?[@<]|^-[TK]|^--(?:up|conf)\S*=/,
      ),
  ],
  [/^wget2?$/, (args) => values(args, /^--(?:post|body)-file$/, /^--(?:post|body)-file=/)],
  [/^(?:https?|xhs?)$/, (args) => values(args, none, /^[\w.-]*(?::?=)?@/)],
  [/^openssl$/, openssl],
  [
    /^(?:gpg2?|gpgsm|r?age)$/,
    (args) => operands(args, /^(?:-[a-zA-Z]*[oruRi]|--(?:output|recipient|local-user|passphrase)[\w-]*)$/),
  ],
  [/^(?:mutt|neomutt|mail|mailx|swaks)$/, (args) => values(args, /^(?:-[aAi]|--(?:attach|body)[\w-]*)$/)],
  [/^(?:ffmpeg|magick|convert)$/, (args) => values(args, /^-i$/, /^(?:text|label|caption):@/)],
  [/^(?:gcc|g\+\+|cc|c\+\+|clang(?:\+\+)?|tcc)(?:-[\d.]+)?$/, compiler],
  [
    /^(?:perl|ruby)$/,
    (args) => (args.some(({ prefix }) => inLoop.test(prefix)) ? operands(args, /^-[a-zA-Z0]*[eI]$/) : []),
  ],
  [/^socat$/, (args) => values(args, none, /^(?:file|open|gopen):/i)],
  [
    /^(?:parallel|rush)$/,
    (args) => args.slice(args.findIndex(({ value }) => /^::::?\+?$/.test(value ?? "")) + 1 || args.length),
  ],
  [/^git$/, git],
];

const anyCarrier = anyOf(carriers.map(([programs]) => programs));

/** With what they take names of files from standard input. */
const fromInput: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:g|bsd|s)?tar$/, /^-?[a-zA-Z]*T|^--files-from/],
  [/^(?:cpio|pax|afio)$/, /^-[a-zA-Z]*[opw]|^--(?:create|pass)/],
  [/^(?:zip|7z|7za|7zz|rar)$/, /^-@|^-i@|^@|^-si/],
  [/^(?:rsync|rclone|restic|borg|gsutil|s3cmd|exiftool)$/, /^--(?:files|paths)-from|^-I$|^-@$/],
  [/^(?:parallel|rush)$/, /./],
  [/^git$/, /^--stdin-paths$|^--pathspec-from-file/],
];
