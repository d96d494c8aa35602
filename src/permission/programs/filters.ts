import { isPlainSedScript } from "../shell/sed-script.ts";
import type { ShellWord } from "../shell/shell-word.ts";
import { type Option, options } from "./option-table.ts";
import { type Program, program, type Use } from "./program.ts";
import { readArguments } from "./read-arguments.ts";

const expressions: readonly string[] = ["-e", "--expression"];

export const sed: Program = program({
  options: options(
    "-nErsuz -e= -f<! -l= -i?! --quiet --silent --debug --expression= --file<! --follow-symlinks! --in-place?!",
    "--line-length= --posix --regexp-extended --separate --sandbox --unbuffered --null-data --help --version",
  ),
  operands: "pattern",
  instead: [...expressions, "-f", "--file"],
  fits: (given) => {
    const written = given.options.flatMap(({ option, value }) => (expressions.includes(option.name) ? [value] : []));
    // Several expressions are one script, of which each is a line.
    const [script] = written.length > 0 ? [joined(written)] : given.operands.map(({ value }) => value);
    return script !== undefined && isPlainSedScript(script);
  },
});

function joined(words: readonly (ShellWord | undefined)[]): string | undefined {
  return words.every((word) => word?.value !== undefined) ? words.map((word) => word?.value).join("\n") : undefined;
}

const jqOptions = options(
  "-cnesrRCMSajhV -f<! -L=! --tab --indent= --unbuffered --stream --stream-errors --seq --arg= --argjson= --args --jsonargs",
  "--compact-output --null-input --exit-status --slurp --raw-output --raw-output0 --raw-input --color-output",
  "--monochrome-output --sort-keys --ascii-output --join-output --ascii --slurpfile= --rawfile= --argfile=!",
  "--from-file<! --library-path=! --run-tests! --help --version",
);

/** `--arg name value` takes two words, which no table of options can say. */
const useJq: Program = (words) => {
  const pairs: ShellWord[] = [];
  const files: ShellWord[] = [];
  const rest: ShellWord[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as ShellWord;
    if (namedValue.test(word.value ?? "")) {
      const [name, value] = words.slice(at + 1, at + 3);
      if (name !== undefined) pairs.push(name);
      if (value !== undefined) (fileValue.test(word.value ?? "") ? files : pairs).push(value);
      at += 2;
    } else rest.push(word);
  }
  const given = readArguments(rest, jqOptions, true);
  const filter = given.operands[0]?.value;
  const plain = filter !== undefined && isPlainFilter(filter) && [...pairs, ...files].every(({ splits }) => !splits);
  // Behind --args they are texts, and in front of it files: all of them may be files.
  const inputs = given.known ? given.operands.slice(1) : given.operands;
  const harmless = given.known && plain && given.options.every(({ option }: { option: Option }) => option.harmless);
  return { harmless, reads: [...files, ...inputs], writes: [] } satisfies Use;
};

export const jq: Program = Object.assign(useJq, { tables: { "": jqOptions } });

const namedValue = /^--(?:arg|argjson|slurpfile|rawfile)$/;
const fileValue = /^--(?:slurpfile|rawfile)$/;

/** Filters can read modules and show the environment, whose name may stand behind blanks and comments. `.env` is the name of a field. */
export function isPlainFilter(filter: string): boolean {
  return !/(?:(?<![.\w])|\.\.\s*)env\b|\$(?:[\s#\\]|ENV|__prog)|\b(?:import|include|input_filename|modulemeta|get_search_list)\b/.test(
    // `."env"` is one, too.
    filter.replace(/\."\w+"/g, ".x"),
  );
}

export const rg: Program = program({
  // -L follows links, -z and --pre run programs, and --debug tells the files with patterns, links among them.
  options: options(
    "-FHINPSUVachilnopqsuvwx0 -. -A= -B= -C= -E= -M= -T= -d= -e= -f< -g= -j= -m= -r= -t= -L! -z! --after-context= --before-context=",
    "--context= --regexp= --file< --glob= --iglob= --type= --type-not= --max-count= --max-depth= --maxdepth= --replace= --threads=",
    "--encoding= --max-columns= --max-columns-preview --max-filesize= --sort= --sortr= --color= --colors= --engine=",
    "--context-separator= --field-context-separator= --field-match-separator= --path-separator= --dfa-size-limit=",
    "--regex-size-limit= --type-add= --type-clear= --files --files-with-matches --files-without-match --count",
    "--count-matches --ignore-case --smart-case --case-sensitive --invert-match --word-regexp --line-regexp",
    "--line-number --no-line-number --column --no-column --with-filename --no-filename --heading --no-heading --hidden",
    "--no-hidden --no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-dot --no-ignore-global --no-ignore-exclude",
    "--no-ignore-messages --no-messages --ignore-file< --ignore-file-case-insensitive --fixed-strings --pcre2 --multiline",
    "--multiline-dotall --only-matching --passthru --null --null-data --quiet --stats --trim --vimgrep --pretty --json",
    "--text --binary --unrestricted --one-file-system --type-list --crlf --byte-offset --no-unicode --auto-hybrid-regex",
    "--block-buffered --line-buffered --mmap --no-mmap --no-config --debug! --trace! --no-require-git --glob-case-insensitive",
    "--include-zero --follow! --pre=! --pre-glob= --hostname-bin=! --hyperlink-format= --search-zip! --generate=",
    "--help --version",
  ),
  operands: "pattern",
  instead: ["-e", "-f", "--regexp", "--file", "--files", "--type-list"],
  exact: true,
});
