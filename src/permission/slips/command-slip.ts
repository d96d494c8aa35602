import { dangerOf, named } from "../shell/dangers/danger-of.ts";
import { hasWildcard } from "../shell/rule-pattern.ts";
import { unquoted } from "../shell/unspelled-command.ts";
import { shellKeyword } from "../shell/useless-command.ts";
import { commandTypo } from "./command-typo.ts";
import { alternatives, braces, commas, open } from "./several-commands.ts";
import type { SpecifierSlip } from "./slip.ts";
import { textSlip } from "./text-slip.ts";

/** What a pattern of a Bash rule looks like that no command is compared with; the first that fits is told. */
export function commandSlip(pattern: string, home: string): SpecifierSlip | undefined {
  const text = textSlip(pattern);
  if (text !== undefined) return { why: text.why, meant: [text.meant] };
  const typo = commandTypo(pattern, home);
  if (typo !== undefined) return typo;
  for (const look of looks) {
    const slip = look(pattern);
    if (slip !== undefined) return slip;
  }
  return undefined;
}

type Look = (pattern: string) => SpecifierSlip | undefined;

const looks: readonly Look[] = [
  exception,
  prompt,
  comment,
  wideLetters,
  kind,
  blanks,
  dashes,
  field,
  assigned,
  value,
  unnamed,
  joining,
  ending,
  placeholders,
  regular,
  spacedColon,
  alternatives,
  commas,
  braces,
  colon,
  innerColon,
  redirection,
  globbed,
  keyword,
  edges,
  capitals,
  folder,
  subcommand,
  begin,
  quotes,
];

function prompt(pattern: string): SpecifierSlip | undefined {
  const rest = /^[$%>#❯]\s+(.+)$/s.exec(pattern)?.[1];
  return rest === undefined ? undefined : { why: "it begins with the prompt of a shell", meant: [rest] };
}

/** gitignore's exceptions: a rule cannot take back another one. */
function exception(pattern: string): SpecifierSlip | undefined {
  return /^!\S/.test(pattern) && !pattern.startsWith("!(")
    ? { why: "it cannot take back another rule: write the commands that are meant", meant: [pattern] }
    : undefined;
}

function comment(pattern: string): SpecifierSlip | undefined {
  const words = /^([^"'`\\]*?)\s+#.*$/s.exec(pattern)?.[1];
  return words ? { why: "a rule has no comment", meant: open(words) } : undefined;
}

/** As keyboards for other scripts write them. */
function wideLetters(pattern: string): SpecifierSlip | undefined {
  if (/["']/.test(pattern) || !/[\uff01-\uff5e\u2217\u204e\ufe61]/.test(pattern)) return undefined;
  const meant = pattern.replace(/[\u2217\u204e\ufe61]/g, "*").normalize("NFKC");
  return { why: "it has characters that are none of ASCII", meant: [meant] };
}

/** There is one kind of pattern. */
function kind(pattern: string): SpecifierSlip | undefined {
  const rest =
    /^(?:prefix|starts_?with|regexp?|re|glob|pattern|match(?:es)?|contains|exact)\s*[:=]\s*(?!\*$)(.+)$/is.exec(
      pattern,
    )?.[1];
  return rest === undefined ? undefined : { why: "a pattern is written alone", meant: open(rest) };
}

/** Words of people, and of no program. */
function unnamed(pattern: string): SpecifierSlip | undefined {
  const [, word = "", rest = ""] =
    /^(not|except|without|never|any|all|every|everything|anything)(?:\s+(.+)|:\*)?$/is.exec(pattern) ?? [];
  if (word === "") return undefined;
  if (/^(?:not|except|without)$/i.test(word))
    return { why: "a rule cannot leave out: write the commands that are meant", meant: [] };
  return { why: `no program is named ${word}`, meant: rest === "" ? ["*"] : open(rest.replace(/:\*$/, "")) };
}

/** `rm && :*`, `rm ; *`. */
function joining(pattern: string): SpecifierSlip | undefined {
  const words = /^([^"'`;&|]*[^\s"'`;&|])\s*(?:(?:;+|&&?|\|\|)\s*:?|\|\s*:)\s*\*$/s.exec(pattern)?.[1];
  return words === undefined
    ? undefined
    : {
        why: "every command of a line is looked at on its own: write a rule for each",
        meant: open(words.replace(/:$/, "")),
      };
}

/** `npm/publish`, `git_push` are two words; `docker-compose` is also a subcommand. */
function subcommand(pattern: string): SpecifierSlip | undefined {
  const [, program = "", sign, name = "", rest = ""] = /^([a-z]+)([/_.-])([a-z]+)((?:[ :].*)?)$/s.exec(pattern) ?? [];
  const table = program === "" ? undefined : dangerOf(program)?.subcommands;
  if (table === undefined || dangerOf(`${program}${sign}${name}`)?.subcommands === table) return undefined;
  if (sign !== "-" && named(table.of, name) === undefined && !acts.has(name)) return undefined;
  const meant = open(`${program} ${name}${rest.replace(/:\*$/, "")}`);
  return sign === "-"
    ? { why: "it is also a subcommand", meant, sure: "harmless" }
    : { why: "words of a command have blanks between them", meant };
}

const acts: ReadonlySet<string> = new Set(
  "push publish delete run install deploy apply destroy rm exec commit reset merge".split(" "),
);

/** What ends within a word: `:*` stands for further words, and who writes `dd if=:*` means what begins so. */
function begin(pattern: string): SpecifierSlip | undefined {
  const words = /^(.*[^\s*]):\*$/s.exec(pattern)?.[1];
  const last = words?.split(" ").at(-1) ?? "";
  if (words === undefined || /["'\\]/.test(last)) return undefined;
  // `deploy:*` would be any words behind `deploy`.
  const meant = [`${words.replace(/:+$/, "")}*`];
  if (last === "~" || last === "/") return { why: "`:*` stands for further words", meant, sure: "harmless" };
  if (!/[^-=/_:+@~][=/_:+@~-]+$/.test(last) || !words.includes(" ")) return undefined;
  const why = "`:*` stands for further words";
  return last.endsWith(":") ? { why, meant } : { why, meant, sure: "certain" };
}

/** What joins nothing: `rm *;`, `rm :`. */
function ending(pattern: string): SpecifierSlip | undefined {
  const [, words, sign] = /^([^"'`;&|]*?[^\s;&|])\s*(;+|&+|:)$/s.exec(pattern) ?? [];
  if (
    words === undefined ||
    (sign?.startsWith("&") && !hasWildcard(pattern)) ||
    (sign === ":" && !/[\s*]:$/.test(pattern))
  )
    return undefined;
  return {
    why: sign === ":" ? "`:` ends no rule" : "every command of a line is looked at on its own: write a rule for each",
    meant: open(words.replace(/:$/, "")),
  };
}

/** What a manual writes for any argument. */
function placeholders(pattern: string): SpecifierSlip | undefined {
  const words = pattern.split(" ");
  const isPlace = (word: string): boolean =>
    /^(?:<[\w.-]+>|\[[\w.-]+\]|\{\{?[\w.]+\}\}?|"?\$(?:[\d@*]|\{[@*\d]\})"?|%[sd]?|\.\.\.|…|\?)$/.test(word);
  const first = words.findIndex(isPlace);
  if (first < 1 || words.some((word) => /["']/.test(word) && !isPlace(word))) return undefined;
  const meant = words
    .map((word) => (isPlace(word) ? "*" : word))
    .join(" ")
    .replace(/(?: \*)+$/, " *");
  return { why: "`*` stands for any argument", meant: [meant] };
}

function blanks(pattern: string): SpecifierSlip | undefined {
  if (/["'\\\n]/.test(pattern)) return undefined;
  const meant = pattern.replace(/\s+/g, " ");
  return meant === pattern
    ? undefined
    : { why: "words of a command are compared with one blank between them", meant: [meant] };
}

/** Word processors make them of `-` and `--`. */
function dashes(pattern: string): SpecifierSlip | undefined {
  if (!/(?:^|\s)[\u2010-\u2015\u2212]/.test(pattern)) return undefined;
  const meant = pattern
    .replace(/(^|\s)[\u2014\u2015](?=\w{2})/g, "$1--")
    .replace(/(^|\s)[\u2010-\u2015\u2212]/g, "$1-");
  return { why: "an option of it begins with a dash that is none of ASCII", meant: [meant] };
}

function field(pattern: string): SpecifierSlip | undefined {
  const rest = /^(?:command|cmd)\s*[:=]\s*(?!\*)(.+)$/s.exec(pattern)?.[1];
  return rest === undefined ? undefined : { why: "what is compared is the command itself", meant: open(rest) };
}

const parameters = /^(run_in_background|dangerouslyDisableSandbox|timeout|description)\s*([:=])\s*(.*)$/s;

function assigned(pattern: string): SpecifierSlip | undefined {
  const [, name, sign, text] = parameters.exec(pattern) ?? [];
  return sign === "=" ? { why: "a parameter is followed by a colon", meant: [`${name}:${text}`] } : undefined;
}

function value(pattern: string): SpecifierSlip | undefined {
  const [, name = "", sign, text = ""] = parameters.exec(pattern) ?? [];
  if (sign !== ":" || !/^(?:run|danger)/.test(name) || /^(?:true|false)$|\*/i.test(text)) return undefined;
  return { why: `${name} is true or false`, meant: [`${name}:*`] };
}

/** Rules know one wildcard, `*`, and begin at the begin. */
function regular(pattern: string): SpecifierSlip | undefined {
  const delimited = /^\/(\^?[^/]+)\/[gimsuy]*$/.exec(pattern)?.[1];
  if (delimited !== undefined)
    return { why: "it is written as a regular expression", meant: open(delimited.replace(/^\^/, "")) };
  const starred = /^([\w.+-]+):?\\\*$/.exec(pattern)?.[1];
  if (starred !== undefined) return { why: "`\\*` is a star and no wildcard", meant: open(starred) };
  const [first = ""] = pattern.split(" ", 1);
  const isRegular =
    /^\^|[^\\$\s]\$$|^\S*(?:[^\d\s]\.[*+](?!\w)|\\[bsSwdW])|(?:^|\s)\.[*+]$|\\s[*+]?|\[[^\]\s]*\][*+]/.test(pattern) &&
    !/^(?:\.{0,2}\/|\[$|[A-Za-z]:\\)/.test(first) &&
    !/["']/.test(pattern);
  if (!isRegular) return undefined;
  const meant = pattern
    .replace(/^\^/, "")
    .replace(/\$$/, "")
    .replace(/\\s[*+]?/g, " ")
    .replace(/\\b/g, "")
    .replace(/\.[*+]\??|\\[SwdW][*+]?|\[[^\]]*\][*+]/g, "*")
    .replace(/\\\./g, ".")
    .replace(/\s+/g, " ")
    .trim();
  return { why: "it is written as a regular expression", meant: open(meant.replace(/[ :]?\*+$/, "") || "*") };
}

function spacedColon(pattern: string): SpecifierSlip | undefined {
  const [, words] = /^([^"']*?)(?:\s+:\s*|:\s+)\*$/s.exec(pattern) ?? [];
  if (words === undefined || words.trim().split(/\s+/).length > 2) return undefined;
  return { why: "`:*` stands right behind a word", meant: open(words.trim() || "*") };
}

/** No program has a colon in its name. */
function colon(pattern: string): SpecifierSlip | undefined {
  const [, program, rest = ""] = /^([A-Za-z][\w.+-]+):+(.*)$/s.exec(pattern) ?? [];
  if (program === undefined || rest === "*" || pattern.includes(":* ") || parameters.test(pattern))
    return pattern === ":*" ? { why: "it names no command", meant: ["*"] } : doubled(pattern);
  const words = rest.replace(/^\s+/, "").replaceAll(/:(?!\*$)/g, " ");
  return {
    why: "words of a command have blanks between them",
    meant: words === "" ? open(program) : open(`${program} ${words}`),
  };
}

function doubled(pattern: string): SpecifierSlip | undefined {
  const [, words] = /^([A-Za-z][\w.+-]+)::+\*$/.exec(pattern) ?? [];
  return words === undefined ? undefined : { why: "`:*` has one colon", meant: open(words) };
}

function innerColon(pattern: string): SpecifierSlip | undefined {
  if (/["'\\]/.test(pattern) || !/:\*./.test(pattern) || parameters.test(pattern)) return undefined;
  return {
    why: "`:*` stands only at the end: write `*` for any text in the middle",
    meant: [pattern.replace(/:\*(?=.)/g, " *").replace(/\s+/g, " ")],
  };
}

function redirection(pattern: string): SpecifierSlip | undefined {
  if (!hasWildcard(pattern) || /["'\\|&;]|[<>]\(/.test(pattern)) return undefined;
  const [, words] = /^([^<>]*[^<>\s\d])\s*\d*[<>]/.exec(pattern) ?? [];
  return words === undefined
    ? undefined
    : {
        why: "redirections are judged as reading and writing files: write Edit(path) or Read(path) for the file",
        meant: open(words.trim()),
      };
}

function globbed(pattern: string): SpecifierSlip | undefined {
  const [first = "", ...rest] = pattern.split(" ");
  if (!/[?[\]]/.test(first) || /^\[{1,2}$|["'$`\\]/.test(first)) return undefined;
  return { why: "`*` is the only wildcard", meant: [[first.replace(/\?|\[[^\]]*\]?/g, "*"), ...rest].join(" ")] };
}

/** They steer what follows, which is what is judged. */
function keyword(pattern: string): SpecifierSlip | undefined {
  const word = shellKeyword(pattern);
  return word && (hasWildcard(pattern) || inner.test(word))
    ? {
        why: `\`${word}\` begins no command, and every command of a line is looked at on its own: write a rule for those`,
        meant: [pattern],
      }
    : undefined;
}

/** No line begins with these either. */
const inner = /^(?:then|else|elif|fi|do|done|esac)$/;

/** No program begins or ends with these. */
function edges(pattern: string): SpecifierSlip | undefined {
  const [, first = "", rest = ""] = /^([^\s:"']+|:[^\s:*"']+)(.*)$/s.exec(pattern) ?? [];
  // A whole line.
  if (/\w;$/.test(first) && rest !== "" && !hasWildcard(pattern)) return undefined;
  if (!/^[`{}%#=,;:)<>@^+-]|^~[^/]|[`{}^$!#%,;(<>@~=-]$/.test(first) || /^\w+=|^[{}:-]$|\*/.test(first))
    return undefined;
  const name = first.replace(/^[`{}%#=,;:)<>@^+~-]+|[`{}^$!#%,;(<>@~=-]+$/g, "");
  return name === ""
    ? undefined
    : { why: `no program is named ${first}`, meant: open(name + rest.replace(/:?\*[\w`}]?$/, "").trimEnd()) };
}

function capitals(pattern: string): SpecifierSlip | undefined {
  const [, first = "", rest = ""] = /^([A-Za-z][\w.+-]*)(.*)$/s.exec(pattern) ?? [];
  const small = first.toLowerCase();
  if (small === first || !(dangerOf(small) !== undefined || common.has(small)) || dangerOf(first) !== undefined)
    return undefined;
  return { why: `the program is ${small}`, meant: [small + rest], sure: "certain" };
}

const common: ReadonlySet<string> = new Set(
  "rm mv cp ls cat mkdir touch chmod chown kill sudo curl wget ssh make grep find".split(" "),
);

/** Where programs are, and how they end elsewhere: who forbids one means it by whichever name it is called. */
function folder(pattern: string): SpecifierSlip | undefined {
  const [, inFolder] = /^\/(?:usr\/(?:local\/)?|opt\/homebrew\/)?s?bin\/([\w.+-].*)$/s.exec(pattern) ?? [];
  const [, program, rest = ""] = /^([\w+-]+)\.(?:exe|cmd|bat)((?:[ :].*)?)$/is.exec(inFolder ?? pattern) ?? [];
  const name = program === undefined ? inFolder : program + rest;
  return name === undefined ? undefined : { why: "it has a folder", meant: [name], sure: "harmless" };
}

/** Who forbids a word means it however it is quoted. */
function quotes(pattern: string): SpecifierSlip | undefined {
  const meant = unquoted(pattern);
  return meant === pattern ? undefined : { why: "it has quotes in it", meant: [meant], sure: "harmless" };
}
