/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of the shell */
import { ruleKinds } from "../../../bench/permission/rule-sets.ts";
import type { Ask, Effect, PermissionMode } from "../../../src/exports/permission.ts";
import type { Random } from "../random.ts";

/** A call that may be slow: a piece that is repeated between a start and an end, in one field of a tool, under rules of a kind. */
export interface SlowInput {
  readonly tool: string;
  readonly start: string;
  readonly piece: string;
  readonly end: string;
  readonly length: number;
  readonly rules: string;
  readonly effect: Effect | "any";
  readonly mode: PermissionMode;
  readonly files: "all" | "none" | "links";
}

const maxLength = 65_536;

const words = (
  "a aa b x 1 . .. / ./a ../ a/ a/b /a /etc/x ~ ~/x $x ${x} $HOME ${x:-a} $(ls) $((1+1)) `ls` 'a' \"a\" \"$x\" $'a' a=b A=1 a,b a:b @a %41 %2e " +
  "* ? ** [a] [!a-z] {a,b} {} {1..9} *a* *.ts -a -r -rf -e -c -f -I{} -- --a --file=x --output=x -X a=-s-s -exec {} ; ! # = : , + | & && || ; < > >> << <<A <<< <( >( ( ) { } [ ] [[ ]] (( )) " +
  "ls cat rm mv cp cd git grep sed awk find xargs echo printf test env sudo timeout bash sh eval trap python3 node npm docker ssh kubectl curl go mvn pytest psql jq foo eslint make tee touch tar " +
  "git-show push status -C show:0:.env .env .git/x if then fi for in do done while case esac x) ;; function f() time exec command export set declare let read " +
  "foo0 a0 a1 rm1 x1 b1 .ext1 a.ext1 secrets1/ .env1 --force1 a1.example https://a. http://a/ @a.b :1 ?a #a mcp__ server1 __ é ü ﬁ \u0130 \ud800 \u200b \0 \r \t"
).split(" ");
const joiners = ["", "", " ", " ", "\n", ";", "/", ",", ":", "=", ".", "|", "&&", '"', "'", "\\", "$"];
const starts = [
  ..."|a|/|~/|https://|mcp__|cat |ls |echo |foo |rm |git |grep |git show |find . |sed |xargs |env |bash -c '|bash -c \"|python3 -c \"|eval |cd |ssh h |docker run |cat <<A\n|cat <<'A'\n|echo $((|echo \"|echo '|x=|[[ |for i in |case x in |if ".split(
    "|",
  ),
  "eslint ",
  "npm run ",
  "go build -ldflags '",
  "curl ",
  "jq ",
  "awk '",
  "cp ",
  "mv ",
  "tee ",
  "echo x > ",
  "timeout 5 ",
  "sudo ",
  "test ",
  "psql -c '",
  "make ",
  "tar ",
];
const ends = [
  "",
  "",
  "",
  "'",
  '"',
  "))",
  "\nA\n",
  "; ls",
  " | sh",
  "!",
  " ]]",
  "; do ls; done",
  ") ;; esac",
  "; fi",
  "/..",
  ".b",
  "\0",
  " x1",
];

const tools = [
  ..."Bash Bash Bash Bash Bash Bash Monitor Read Write Glob Grep WebFetch Skill Agent".split(" "),
  ...[
    "name",
    "mcp__x__run",
    "mcp__x__args",
    "mcp__x__list",
    "mcp__x__text",
    "description",
    "prompt",
    "pattern",
    "glob",
  ],
];
const modes: readonly PermissionMode[] = ["default", "acceptEdits", "plan", "bypassPermissions", "dontAsk"];
const effects = ["deny", "deny", "ask", "allow", "any"] as const;
const views = ["all", "all", "none", "links"] as const;
const lengths = [maxLength, maxLength, 16_300, 16_300, 8_000, 4_000, 4_000, 2_000, 1_000];

function piece(random: Random): string {
  let text = "";
  for (let more = 1 + random.below(4); more > 0; more -= 1) text += random.pick(words) + random.pick(joiners);
  // Each repetition of a piece with a number is another text.
  return random.below(3) === 0 ? `${text}№${random.pick(joiners)}` : text;
}

export function slowInput(random: Random): SlowInput {
  return {
    tool: random.pick(tools),
    start: random.below(4) === 0 ? piece(random) : random.pick(starts),
    piece: piece(random),
    end: random.pick(ends),
    length: random.pick(lengths),
    rules: random.below(6) === 0 ? "all" : random.pick(ruleKinds),
    effect: random.pick(effects),
    mode: random.below(3) === 0 ? random.pick(modes) : "default",
    files: random.pick(views),
  };
}

/** The same with some of it from another one. */
export function mutated(input: SlowInput, random: Random): SlowInput {
  const other = slowInput(random);
  const keys = Object.keys(input) as (keyof SlowInput)[];
  const changed: { [field: string]: unknown } = { ...input };
  for (let more = 1 + random.below(2); more > 0; more -= 1) {
    const key = random.pick(keys);
    changed[key] = other[key];
  }
  if (random.below(3) === 0) {
    const at = random.below(input.piece.length + 1);
    changed.piece = input.piece.slice(0, at) + random.pick(words) + input.piece.slice(at + random.below(3));
  }
  return changed as unknown as SlowInput;
}

export function textOf({ start, piece, end, length }: SlowInput): string {
  const room = Math.max(0, length - start.length - end.length);
  const times = piece === "" ? 0 : Math.floor(room / piece.length);
  const body = piece.includes("№")
    ? Array.from({ length: Math.ceil(room / (piece.length + 3)) }, (_, at) => piece.replaceAll("№", `${at}`)).join("")
    : piece.repeat(times);
  return start + body.slice(0, room) + end;
}

export function askFor(input: SlowInput, cwd: string): Ask {
  const text = textOf(input);
  const call = (toolName: string, fields: Ask["input"]): Ask => ({ toolName, input: fields, cwd, directories: [cwd] });
  switch (input.tool) {
    case "Read":
    case "Write":
      return call(input.tool, { file_path: text });
    case "Glob":
    case "Grep":
      return call(input.tool, { path: text, pattern: "*" });
    case "pattern":
      return call("Glob", { pattern: text });
    case "glob":
      return call("Grep", { pattern: "x", glob: text });
    case "WebFetch":
      return call("WebFetch", { url: text, prompt: "x" });
    case "Skill":
      return call("Skill", { skill: text });
    case "Agent":
      return call("Agent", { subagent_type: text });
    case "name":
      return call(text, {});
    case "mcp__x__run":
      return call("mcp__x__run", { command: text });
    case "mcp__x__args":
      return call("mcp__x__run", { command: "foo", args: text.split(" ") });
    case "mcp__x__list":
      return call("mcp__x__run", { command: text.split(" ") });
    case "mcp__x__text":
      return call("mcp__x__run", { text });
    case "description":
      return call("Bash", { command: "ls", description: text });
    case "prompt":
      return call("WebFetch", { url: "https://a.example", prompt: text });
    default:
      return call(input.tool, { command: text });
  }
}
