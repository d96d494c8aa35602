import type { ShellWord } from "../shell/shell-word.ts";
import { literal } from "../shell/shell-word.ts";
import { options } from "./option-table.ts";
import { type Program, program, same, type Use } from "./program.ts";
import type { GivenOption } from "./read-arguments.ts";

function has(given: readonly GivenOption[], ...names: readonly string[]): boolean {
  return given.some(({ option }) => names.includes(option.name));
}

/** An archive that is not known needs a rule anyway. */
function known(use: Use): Use {
  return { ...use, reads: use.reads.filter(({ value }) => value !== undefined) };
}

const tarOptions = options(
  "-tvzjJ -f< --list --verbose --gzip --bzip2 --xz --zstd --file< --wildcards --no-wildcards --full-time --utc --numeric-owner",
  "--exclude= --block-number --quoting-style=",
);

const listTar = program({
  options: tarOptions,
  operands: "text",
  exact: true,
  fits: ({ options: given }) =>
    has(given, "-t", "--list") &&
    given.some(({ option }) => option.value === "read") &&
    // With a colon it is on another machine, which another program reaches.
    given.every(({ option, value }) => option.value !== "read" || /^[^:]+$/.test(value?.value ?? "")),
});

/** `tar tf x`: the letters of the first word need no dash, and their values follow it. */
const tar: Program = Object.assign(
  (words: readonly ShellWord[]) => {
    const [letters, ...rest] = words;
    const bundle = letters?.value ?? "";
    // Without a letter beside it, what is left is a dash, which is a member.
    return known(
      listTar(
        /^[tvzjJ]*f[tvzjJ]*$/.test(bundle) ? [literal(`-${bundle.replace("f", "")}`), literal("-f"), ...rest] : words,
      ),
    );
  },
  { tables: { "": tarOptions } },
);

/** They look for another file, with an ending of their own, where the one that is named is not there. */
const ended = (endings: RegExp) => (word: ShellWord | undefined) =>
  word?.value !== undefined && endings.test(word.value) && !/[*?[\]]/.test(word.value);

const gzipped = ended(/\.(?:gz|tgz|taz|z)$/i);
const zipped = ended(/\.(?:zip|jar|war|ear|whl|egg|apk|aar|vsix|xpi|epub|docx|xlsx|pptx|odt|nupkg|crx)$/i);

const gzipOptions = options(
  "-cdklnNqtv -# --stdout --to-stdout --decompress --uncompress --keep --list --no-name --name --quiet --test --verbose",
  "-f! -r! -S=! --force! --recursive! --suffix=! --rsyncable! --synchronous! --silent -b=! --bits=! -Z! --lzw! --fast --best --license --help --version",
);

/** Without one of these it puts its output in the place of the file. */
const gzip = program({
  options: gzipOptions,
  operands: "files",
  fits: ({ options: given, operands }) =>
    has(given, "-c", "--stdout", "--to-stdout", "-l", "--list", "-t", "--test") && operands.every(gzipped),
});

const zcat = program({
  options: options(
    "-qlvt --list --quiet --test --verbose -f! -r! -S=! --force! --recursive! --suffix=! --synchronous!",
  ),
  operands: "files",
  fits: ({ operands }) => operands.every(gzipped),
});

/** What is in an archive: the letter says what is told of it. Options may stand behind the archive, too. */
const listZip = (letters: RegExp, table: string): Program =>
  Object.assign(
    (words: readonly ShellWord[]) => {
      const [option, archive, ...members] = words;
      const harmless =
        letters.test(option?.value ?? "") &&
        zipped(archive) &&
        members.every(({ value }) => value !== undefined && /^[^-]/.test(value));
      return { harmless, reads: archive === undefined ? [] : [archive], writes: [] };
    },
    { tables: { "": options(table) } },
  );

/** Programs that tell what is in an archive, or print what is packed. */
export const archives: { readonly [name: string]: Program } = {
  tar,
  ...same(
    "gzip gunzip",
    Object.assign((words: readonly ShellWord[]) => known(gzip(words)), {
      options: gzipOptions,
      tables: { "": gzipOptions },
    }),
  ),
  zcat,
  ...same("bzcat xzcat", program({ options: options(""), operands: "files" })),
  unzip: listZip(/^-(?:l|lq|ql|qql|lv|vl|v|t|tq|qt|qqt|p|Z|Z1|Z2|Zl|Zt)$/, "-lvtpZ"),
  zipinfo: listZip(/^-(?:1|2|l|m|s|v|h|t)$/, "-12lmsvht"),
};
