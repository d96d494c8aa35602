import { baseName, parentPath, pathInside } from "../path/absolute-path.ts";
import type { FileView } from "../path/resolve-links.ts";
import { braces, several } from "./several-paths.ts";
import { expandAlternatives, type SpecifierSlip } from "./slip.ts";
import { textSlip } from "./text-slip.ts";

/** Where the rule was written, and what is there. */
export interface PathSlipPlaces {
  readonly cwd: string;
  readonly home: string;
  /** Where `/path` begins. */
  readonly folder: string;
  readonly files: FileView;
}

/** What a path pattern looks like that is no path of a file; the first that fits is told. */
export function pathSlip(pattern: string, places: PathSlipPlaces): SpecifierSlip | undefined {
  const text = textSlip(pattern);
  if (text !== undefined) return { why: text.why, meant: [text.meant] };
  for (const look of looks) {
    const slip = look(pattern, places);
    if (slip !== undefined) return slip;
  }
  return undefined;
}

type Look = (pattern: string, places: PathSlipPlaces) => SpecifierSlip | undefined;

const looks: readonly Look[] = [
  exception,
  json,
  comment,
  listed,
  address,
  kind,
  field,
  lines,
  argument,
  drive,
  climbing,
  backslash,
  variable,
  placeholder,
  otherHome,
  regular,
  extended,
  several,
  braces,
  root,
  rootless,
  route,
  stars,
  edges,
  ofHome,
  dotted,
  loose,
];

function exception(pattern: string): SpecifierSlip | undefined {
  return /^(?:not|except|without)\s+[./~*]/i.test(pattern)
    ? { why: "a rule cannot leave out: write the paths that are meant", meant: [] }
    : undefined;
}

function json(pattern: string): SpecifierSlip | undefined {
  return /^\{\s*["']/.test(pattern) ? { why: "the path is written alone", meant: [] } : undefined;
}

function comment(pattern: string): SpecifierSlip | undefined {
  const path = /^(.*?\S)\s+#\s.*$/s.exec(pattern)?.[1];
  return path === undefined ? undefined : { why: "a rule has no comment", meant: [path] };
}

/** `["a", "b"]`, `[a.ts]`, `"a" "b"`, `<a>`. */
function listed(pattern: string): SpecifierSlip | undefined {
  const why = "a rule is one path";
  const inner = /^\[(?!\.{3})([^[\]]*[.,"'][^[\]]*)\]$|^<([^<>]+)>$/.exec(pattern);
  const text = inner?.[1] ?? inner?.[2] ?? (/^["'`].*["'`]$/s.test(pattern) ? pattern : undefined);
  if (text === undefined || /^.-.$/.test(text)) return undefined;
  return {
    why,
    meant: text
      .replace(/["'`]/g, "")
      .split(/[\s,]+/)
      .filter((one) => one !== ""),
  };
}

/** There is one kind of pattern. */
function kind(pattern: string): SpecifierSlip | undefined {
  const [, name = "", rest = ""] =
    /^(regexp?|re|glob|pattern|match(?:es)?|prefix|starts_?with)\s*[:=]\s*(?!\*$)(.+)$/is.exec(pattern) ?? [];
  if (rest === "") return undefined;
  return { why: "a pattern is written alone", meant: /^re/i.test(name) ? globsOf(rest) : [rest] };
}

/** `a.ts:10`, `a.ts:10-20`. */
function lines(pattern: string): SpecifierSlip | undefined {
  const path = /^(.*[./*][^:]*?)(?::\d+)+(?:-\d+)?$/s.exec(pattern)?.[1];
  return path === undefined ? undefined : { why: "a rule is about whole files", meant: [path] };
}

/** `<root>/a`, `$(pwd)/a`: nothing is put in its place. */
function placeholder(pattern: string): SpecifierSlip | undefined {
  const found =
    /^(?:<[^<>/]+>|\$\([^)]*\)|`[^`]*`|%\(\w+\)s|\{(?:cwd|pwd|root|project|workspace|home)\w*\})(?=\/)/i.exec(
      pattern,
    )?.[0];
  return found === undefined
    ? undefined
    : { why: `${found} stands for nothing here`, meant: [`**${pattern.slice(found.length)}`] };
}

function address(pattern: string): SpecifierSlip | undefined {
  const [, scheme, rest = ""] = /^([a-z][a-z0-9+.-]+):\/\/(.*)$/is.exec(pattern) ?? [];
  if (scheme === undefined) return undefined;
  const meant = /^file$/i.test(scheme) ? [`/${rest.replace(/^(?!\/)(?:localhost)?\/?/, "/")}`] : [];
  return { why: "it is an address and no path", meant };
}

function field(pattern: string): SpecifierSlip | undefined {
  const rest = /^(?:file_?path|path|file|filename|notebook_path|dir(?:ectory)?|folder)\s*[:=]\s*(?!\*$)(.+)$/is.exec(
    pattern,
  )?.[1];
  return rest === undefined ? undefined : { why: "the path is written alone", meant: [rest] };
}

function argument(pattern: string): SpecifierSlip | undefined {
  const path = /^(.+?)\s*:+\s*\*{1,2}$/s.exec(pattern)?.[1];
  return path === undefined ? undefined : { why: "`:*` is for commands", meant: [path] };
}

function drive(pattern: string): SpecifierSlip | undefined {
  const [, letter, rest = ""] = /^\/?([A-Za-z]):[\\/]+(.*)$/s.exec(pattern) ?? [];
  if (letter === undefined) return undefined;
  const path = `${letter.toLowerCase()}/${rest.replace(/\\+/g, "/")}`;
  return { why: "a path with a drive is written with slashes", meant: [`//${path}`, `//mnt/${path}`] };
}

/** It takes the meaning of the next character away, and a letter has none. */
function backslash(pattern: string): SpecifierSlip | undefined {
  if (!/\\[A-Za-z0-9]|\*\\|^\.{1,2}\\/.test(pattern) || /\.\*|^\^|\$$/.test(pattern)) return undefined;
  const path = pattern.replace(/\\+/g, "/");
  return { why: "a path is written with slashes", meant: [pattern.startsWith("\\\\") ? `/${path}` : path] };
}

/** `..` names a folder, and a rule is about what is in it. */
function climbing(pattern: string): SpecifierSlip | undefined {
  return /^(?:\.\.\/)*\.\.\/?$/.test(pattern)
    ? { why: "`..` alone is no file", meant: [`${pattern.replace(/\/$/, "")}/**`] }
    : undefined;
}

/** Settings have no variables. Names of files that have a `$` in them are written in small letters. */
function variable(pattern: string): SpecifierSlip | undefined {
  const [whole, name = ""] =
    /^(?:\$\{(?:env:)?(\w+)\}|\$([A-Z][A-Z0-9_]+)|%([A-Za-z]+)%)(?=[\\/]|$)/
      .exec(pattern)
      ?.filter((one) => one !== undefined) ?? [];
  if (whole === undefined) return undefined;
  const rest =
    pattern
      .slice(whole.length)
      .replace(/^[\\/]+/, "")
      .replaceAll("\\", "/") || "**";
  const begin = /^(?:HOME|USERPROFILE|userHome)$/.test(name)
    ? "~/"
    : /^(?:PWD|CWD|\w*PROJECT\w*|workspace\w*)$/.test(name)
      ? "./"
      : "**/";
  return { why: `${whole} stands for nothing here`, meant: [begin + rest] };
}

function otherHome(pattern: string, { home }: PathSlipPlaces): SpecifierSlip | undefined {
  const [, user, rest = "/**"] = /^~([\w.-]+)(\/.*)?$/s.exec(pattern) ?? [];
  if (user === undefined) return undefined;
  const meant =
    user === baseName(home) ? `~${rest}` : user === "root" ? `//root${rest}` : `/${parentPath(home)}/${user}${rest}`;
  return { why: "only ~/ is a home folder", meant: [meant.replace(/^\/{3,}/, "//")] };
}

function regular(pattern: string): SpecifierSlip | undefined {
  if (
    !/^\^|[^\\]\$$|\.\*\\\.|\\\.\w+\$|\.\+(?:\/|\\|$)|\[\^\/\]|^\/(?:\^.*|.*\$)\/[gimsuy]*$|[\])](?:\{\d+,?\d*\}|\+)/.test(
      pattern,
    )
  )
    return undefined;
  return { why: "it is written as a regular expression", meant: globsOf(pattern) };
}

function globsOf(pattern: string): readonly string[] {
  const glob = pattern
    .replace(/^\/(\^.*|.*\$)\/[gimsuy]*$/s, "$1")
    .replace(/^\^/, "")
    .replace(/\$$/, "")
    .replace(/\[[^\]]*\](?:[*+]|\{\d+,?\d*\})|\.[*+]\??/g, "*")
    .replace(/\\(?=[./-])/g, "");
  return expandAlternatives(glob) ?? [glob];
}

function extended(pattern: string): SpecifierSlip | undefined {
  const why = "patterns know *, **, ? and [abc]";
  if (/!\([^()]*\)/.test(pattern)) return { why, meant: [pattern.replace(/!\([^()]*\)/g, "*")] };
  const alternatives = expandAlternatives(pattern, "[@+?*]?");
  if (alternatives !== undefined) return { why, meant: alternatives };
  const single = pattern.replace(/[@+?*]\(([^()|]+)\)/, "$1");
  return single === pattern ? undefined : { why, meant: [single] };
}

/** One slash is where the settings are; these are folders of the whole system, unless there is one of that name. */
function root(pattern: string, { cwd, home, folder, files }: PathSlipPlaces): SpecifierSlip | undefined {
  if (!/^\/(?!\/)/.test(pattern)) return undefined;
  const [, top = "", second = ""] = pattern.split("/");
  const isNamed = [cwd, home].some((one) => one !== "/" && one !== "" && pathInside(one, pattern) !== undefined);
  const isThere =
    files.list !== undefined && files.realpath(folder === "/" ? `/${top}` : `${folder}/${top}`) !== undefined;
  const isHere = files.list !== undefined && folder !== cwd && files.realpath(`${cwd}/${top}`) !== undefined;
  if (!isNamed && !isThere && isHere && !systemFolders.has(top))
    return { why: "/x begins at the folder of the settings", meant: [`.${pattern}`] };
  const isDrive = /^[a-z]$/.test(top) && /^(?:Users|Windows|Program Files)/i.test(second);
  if (!isNamed && (isThere || !(systemFolders.has(top) || isDrive))) return undefined;
  return { why: "/x begins at the folder of the settings, and //x at the root", meant: [`/${pattern}`] };
}

const systemFolders: ReadonlySet<string> = new Set(
  "etc home usr var root tmp opt Users proc sys private mnt Volumes".split(" "),
);

/** Two slashes are the root of the system: `//.env` is hardly a file there. */
function rootless(pattern: string, { cwd, files }: PathSlipPlaces): SpecifierSlip | undefined {
  const [, top = "", rest = ""] = /^\/\/([^/*?[\\]+)(.*)$/s.exec(pattern) ?? [];
  if (top === "" || systemFolders.has(top)) return undefined;
  const canLook = files.list !== undefined;
  const isAtRoot = canLook && files.realpath(`/${top}`) !== undefined;
  const isHere = canLook && files.realpath(`${cwd}/${top}`) !== undefined;
  if (isAtRoot || !(isHere || (top.startsWith(".") && rest === ""))) return undefined;
  return { why: "//x begins at the root of the system", meant: [`./${top}${rest}`] };
}

/** What everyone has in their home folder, and hardly anyone in a project. */
function ofHome(pattern: string): SpecifierSlip | undefined {
  const [, name = "", rest = ""] = /^(?:\.\/)?(?:\*\*\/)?([^/*]+)((?:\/.*)?)$/s.exec(pattern) ?? [];
  if (!homeNames.has(name) || pattern.startsWith("./")) return undefined;
  const folder = /^id_/.test(name) ? "~/.ssh/" : "~/";
  return { why: "it is in the home folder", meant: [`${folder}${name}${rest}`], sure: "harmless" };
}

const homeNames: ReadonlySet<string> = new Set(
  (
    ".ssh .aws .gnupg .kube .azure .netrc .pgpass .git-credentials .password-store .bash_history .zsh_history .bashrc .zshrc " +
    ".profile .bash_profile .gitconfig id_rsa id_ed25519 id_ecdsa id_dsa"
  ).split(" "),
);

/** On Windows, `conf\\.env` is a file in a folder; to a pattern the backslash is nothing. */
function dotted(pattern: string): SpecifierSlip | undefined {
  return /[\w-]\\\.\w/.test(pattern)
    ? { why: "a path is written with slashes", meant: [pattern.replace(/\\(?=\.\w)/g, "/")], sure: "harmless" }
    : undefined;
}

/** Parts of a route in brackets, as in `app/[slug]/page.tsx`: to a pattern, one letter of them. */
function route(pattern: string): SpecifierSlip | undefined {
  const names = pattern.split("/");
  const isRoute = (name: string): boolean =>
    /^\[{1,2}(?:\.{3})?[A-Za-z_][\w-]*[A-Za-z]\w*\]{1,2}(?:\.\w+)*$/.test(name) && !/\[[a-z]-[a-z]\]/i.test(name);
  if (!names.some(isRoute)) return undefined;
  const meant = names.map((name) => (isRoute(name) ? name.replace(/[[\]]/g, "\\$&") : name)).join("/");
  return { why: "[abc] is one letter of these", meant: [meant], sure: "certain" };
}

function stars(pattern: string): SpecifierSlip | undefined {
  if (!/\/\*\*[^/*]/.test(pattern)) return undefined;
  return {
    why: "** is any folder only between slashes",
    meant: [pattern.replace(/\/\*\*(?=[^/*])/g, "/**/*")],
    sure: "certain",
  };
}

/** A quote or a bracket that is left over. */
function edges(pattern: string): SpecifierSlip | undefined {
  const count = (letter: string): number => pattern.split(letter).length - 1;
  const isEven = ["()", "{}", "<>"].every(([open = "", close = ""]) => count(open) === count(close));
  const isClosed = count('"') % 2 === 0 && count("`") % 2 === 0 && !(count("]") > 0 && count("[") === 0);
  if (isEven && isClosed && !/^'|'$|:$/.test(pattern)) return undefined;
  const meant = pattern.replace(/^["'`([{<]+|["'`)\]}>:]+$/g, "").replace(/["`]/g, "");
  return meant === "" || meant === pattern
    ? undefined
    : { why: "a quote or a bracket of it is left over", meant: [meant] };
}

/** Other writings of the same name; who forbids it means them, too. */
function loose(pattern: string): SpecifierSlip | undefined {
  const meant = decoded(pattern)
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, " ")
    .replace(/(?<!\{)\{([^{},]+)\}(?!\})/g, "$1")
    .replace(/^@(?=[./~]|[^/]+$)/, "");
  return meant === pattern || meant === ""
    ? undefined
    : { why: "it has other writings", meant: [meant], sure: "harmless" };
}

function decoded(pattern: string): string {
  try {
    return /%[0-9a-f]{2}/i.test(pattern) ? decodeURIComponent(pattern) : pattern;
  } catch {
    return pattern;
  }
}
