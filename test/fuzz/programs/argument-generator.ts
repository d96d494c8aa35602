import { findArity } from "../../../src/permission/programs/find.ts";
import { knownPrograms } from "../../../src/permission/programs/known-programs.ts";
import type { Option, OptionTable } from "../../../src/permission/programs/option-table.ts";
import type { Random } from "../random.ts";

/** A command that has a table of options: a program, or a subcommand of one. */
export interface Command {
  readonly name: string;
  readonly program: string;
  readonly options: readonly Option[];
}

export function commandsWhere(isInstalled: (program: string) => boolean): Command[] {
  const found: Command[] = [];
  for (const [program, { tables }] of knownPrograms) {
    if (!isInstalled(program)) continue;
    if (program === "find") found.push({ name: program, program, options: findOptions });
    else
      for (const [sub, table] of Object.entries(tables ?? { "": undefined }))
        found.push({ name: sub === "" ? program : `${program} ${sub}`, program, options: all(table) });
  }
  return found;
}

function all(table: OptionTable | undefined): Option[] {
  return table === undefined ? [] : [...table.short.values(), ...table.long.values()];
}

const findOptions: readonly Option[] = [...findArity].map(([name, values]) => ({
  name,
  takes: values === 0 ? "nothing" : "value",
  value: "text",
  harmless: true,
}));

/** Every option of every command alone, in each way to write its value; in an order of its own for each seed. */
export function singleLines(commands: readonly Command[], random: Random): string[] {
  const lines = commands.flatMap((command) =>
    [undefined, ...command.options].flatMap((option) =>
      option === undefined
        ? [operandsOf(command, random), ""].map((operands) => `${command.name} ${operands}`.trim())
        : waysOf(option, random).map((way) => `${command.name} ${inPlace([way], command, random)}`),
    ),
  );
  for (let at = lines.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1);
    [lines[at], lines[other]] = [lines[other] as string, lines[at] as string];
  }
  return lines;
}

/** Several options of one command at once. */
export function mixedLine(commands: readonly Command[], random: Random): string {
  const command = random.pick(commands);
  const ways = Array.from({ length: 1 + random.below(3) }, () =>
    random.next() < 0.2
      ? bundle(command, random)
      : command.options.length === 0
        ? ""
        : random.pick(waysOf(random.pick(command.options), random)),
  );
  return `${command.name} ${inPlace(ways, command, random)}`;
}

function inPlace(ways: readonly string[], command: Command, random: Random): string {
  const operands = operandsOf(command, random);
  const words = random.next() < 0.75 ? [...ways, operands] : [operands, ...ways];
  if (random.next() < 0.1) words.splice(random.below(words.length + 1), 0, "--");
  return words.filter((word) => word !== "").join(" ");
}

/** With its value glued, behind `=` and as a word of its own, whatever the table says it takes; and abbreviated. */
function waysOf({ name, takes }: Option, random: Random): string[] {
  const value = (): string => random.pick(values);
  const ways = [name];
  const isLong = name.startsWith("--");
  if (takes !== "nothing" || random.next() < 0.2)
    ways.push(`${name} ${value()}`, isLong ? `${name}=${value()}` : `${name}${value()}`);
  if (isLong && name.length > 5)
    ways.push(`${name.slice(0, 3 + random.below(name.length - 3))}${takes === "value" ? `=${value()}` : ""}`);
  return ways;
}

function bundle({ options }: Command, random: Random): string {
  const letters = options.filter(({ name }) => name.length === 2);
  if (letters.length === 0) return "";
  const word = `-${Array.from({ length: 2 + random.below(3) }, () => random.pick(letters).name.slice(1)).join("")}`;
  return random.next() < 0.5 ? word : `${word} ${random.pick(values)}`;
}

const values = [
  ..."1 1 1 0 2 -1 +1 a a.txt b.txt c.json x all always never auto made evil folder linked out list args".split(" "),
  ..."../outside/secret ./a.txt . .. -o --output=made -exec -delete @args /dev/stdin 1,2 0,1 s/a/b/ main HEAD HEAD~1 v1".split(
    " ",
  ),
  ..."%H %s %n +%Y full short iso none default simple word line name size time yes=no".split(" "),
  ..."'%G?' '%GS%GK' 'format:%G?' '%(signature)' '%(contents)' '%(describe)' '%(trailers)' 'a b' '' '*' '{}' '$(evil)' '|evil' '!evil'".split(
    " ",
  ),
];

function operandsOf({ name, program }: Command, random: Random): string {
  const special = specialOperands[name] ?? specialOperands[program];
  const from = special !== undefined && random.next() < 0.8 ? special : generalOperands;
  const count = special === undefined ? random.below(4) : 1 + random.below(2);
  return Array.from({ length: count }, () => random.pick(from)).join(" ");
}

const generalOperands = [
  ..."a.txt a.txt b.txt b.txt c.json src folder folder folder2 linked out out/secret folder/key . - ./-o made nothing".split(
    " ",
  ),
  ..."-- -o --output=made -exec @args ../outside/secret ~/.ssh/id * folder/* */* .i* a.* b?txt list args bare src/x.ts HEAD".split(
    " ",
  ),
];

const specialOperands: { readonly [name: string]: readonly string[] } = {
  sed: [
    "p",
    "s/a/b/",
    "'1,2p' a.txt",
    "-n p a.txt",
    "'w made' a.txt",
    "'r ../outside/secret' a.txt",
    "s/a/b/e a.txt",
    "p *",
    "'$=' a.txt",
  ],
  grep: ["a", "a a.txt", "-r a .", "a folder", "a folder/*", "secret -r .", "-e a b.txt", "a *"],
  rg: ["a", "a a.txt", "secret .", "secret folder", "a folder/*", "secret"],
  jq: [
    ". c.json",
    ".a c.json",
    "-n input_filename",
    "'.a[]' c.json",
    ". linked",
    ". *",
    "-n 'env'",
    "-n '$ENV'",
    "'import \"x\" as x; .'",
  ],
  find: [
    ". -type f -exec cat {} +",
    ". -type f -exec grep -l told {} +",
    "folder -type f -exec head -1 {} ';'",
    "folder -exec cat {} +",
    "folder -type f -o -name key -exec cat {} +",
    ". -name ')' ! '(' -type f ')' -name '(' -exec cat {} +",
    ". -path ./bare -prune -o -type f -exec wc -l {} +",
    ". -type f -exec sort -o made {} ';'",
    ".",
    "folder",
    "src -name '*.ts'",
    "folder -type f",
    ". -type l",
    "out",
    "folder/*",
    "",
    "-name x",
    "bare",
  ],
  date: ["+%Y", "", "+%s", "'+%Y %m'", "1", "a.txt"],
  tr: ["a b", "-d a", "a-z A-Z"],
  awk: [
    "'{print $1}' a.txt",
    "-F: '{print $1}' a.txt",
    "'NR==1,NR==3' a.txt",
    "'/a|b/{print}' a.txt",
    "'$1>1{print}' a.txt",
    "'{if ($1 > 1) print $2; else print \"x\"}' a.txt",
    "'{s+=$1} END {print s/NR}' a.txt",
    "'!seen[$0]++' a.txt b.txt",
    "'BEGIN{print (1+2)/2}'",
    "'{print > \"made\"}' a.txt",
    "'{print | \"evil\"}' a.txt",
    "'BEGIN{system(\"evil\")}'",
    "'BEGIN{while ((getline x < \"../outside/secret\") > 0) print x}'",
    "'BEGIN{for (k in ENVIRON) print ENVIRON[k]}'",
    "1 linked",
    "1 -F ../outside/secret",
    "1 x=1 a.txt",
    "'{print $1/$2; x=1/2}' a.txt",
    "'{print length / 2 > \"made\"}' a.txt",
    '\'BEGIN{printf "%s", 1 > "made"}\'',
    "'/[/]/ {print > \"made\"} /]/' a.txt",
    "'1getline<\"../outside/secret\"' a.txt",
  ],
  tar: [
    "tf a.tar",
    "-tf a.tar",
    "tvf a.tgz",
    "-tzf a.tgz",
    "-t -f a.tar",
    "--list --file=a.tar",
    "tf evil:a.tar",
    "tf packed.tar",
    "xf a.tar",
    "tf a.tar src",
    "cf made a.txt",
    "tf",
  ],
  gzip: ["-dc a.gz", "-l a.gz", "-t a.gz", "a.txt", "-dc packed", "-c packed.gz", "-c a.gz"],
  gunzip: ["-c a.gz", "a.gz", "-c packed", "-l a.gz"],
  zcat: ["a.gz", "a.tgz", "packed", "packed.gz", "-f packed", "a.txt"],
  bzcat: ["a.bz2", "a.txt", "linked"],
  xzcat: ["a.xz", "a.txt", "linked"],
  unzip: [
    "-l a.zip",
    "-v a.zip",
    "-p a.zip",
    "-Z1 a.zip",
    "a.zip",
    "-l packed",
    "-l packed.zip",
    "-l a.zip -d made",
    "-o a.zip",
  ],
  zipinfo: ["-1 a.zip", "a.zip", "-1 packed"],
  shasum: ["a.txt", "-a 256 a.txt b.txt", "linked", "-c list", "'evil|'", "-"],
  ulimit: ["", "-n", "-a", "-c unlimited", "-n 10"],
  umask: ["", "-S", "0"],
  bc: ["", "-l", "-q", "a.txt"],
  tee: ["/dev/null", "made", "-a /dev/null", "/dev/null made"],
  node: ["-v", "--version", "a.txt", "-p 1"],
  make: ["-v", "--version", "a"],
  lscpu: ["", "-J", "-e", "-s .."],
  ps: ["aux", "ax", "e", "-ef", "auxe", ""],
  "git log": ["", "HEAD", "main..other", "-- a.txt", "HEAD~1", "--all", "-p", "-1", "a.txt"],
  "git show": ["", "HEAD", "HEAD:a.txt", "v1", "HEAD:linked", "-s", "HEAD -- a.txt"],
  "git diff": [
    "",
    "HEAD",
    "HEAD~1",
    "a.txt",
    "main other",
    "-- a.txt",
    "a.txt b.txt",
    "folder folder2",
    "linked a.txt",
    "HEAD -- c.json",
  ],
  "git blame": ["a.txt", "HEAD a.txt", "-- a.txt", "src/x.ts"],
  "git grep": ["a", "a HEAD", "secret", "-e a -- a.txt", "a folder"],
  "git cat-file": ["-p HEAD", "-t HEAD", "blob HEAD:a.txt", "-p HEAD:linked", "-e HEAD"],
  "git config": ["--get core.pager", "core.pager", "--get user.name", "user.name x"],
  "git stash": [
    "list",
    "list -p",
    "",
    "show",
    "show -p",
    "push",
    "show stash@{0}",
    "show -u",
    "show --include-untracked -p",
  ],
  "git cherry": ["main", "-v main", "main other", "main HEAD HEAD~1"],
  "git diff-index": ["HEAD", "--cached HEAD", "-p HEAD", "HEAD -- a.txt", "main"],
  "git diff-files": ["", "-p", "-- a.txt", "c.json"],
  "git check-attr": ["-a a.txt", "diff c.json", "-a -- c.json linked"],
  "git symbolic-ref": ["HEAD", "--short HEAD", "HEAD refs/heads/other", "-d HEAD"],
  "git remote": ["", "-v", "get-url origin", "add x y", "show origin"],
  "git worktree": ["list", "add made", "prune"],
  "git tag": ["", "-l", "-l v1", "new", "--list new"],
  "git branch": ["", "--list", "--list new", "new", "-a"],
  "git reflog": ["", "show", "HEAD", "expire --all", "main"],
  git: ["HEAD", "", "a.txt", "HEAD a.txt", "main", "-- a.txt", "v1", "HEAD~1 HEAD", "src", "."],
};
