import assert from "node:assert/strict";
import { test } from "node:test";
import { ruleSet } from "../../bench/permission/rule-sets.ts";
import { type Ask, decide, Policy } from "../../src/exports/permission.ts";
import { CommandIndex } from "../../src/permission/command-index.ts";
import { LiteralIndex } from "../../src/permission/literal-index.ts";
import { namesIn } from "../../src/permission/named-files.ts";
import { foldCase } from "../../src/permission/path/path-subject.ts";
import { PathRuleIndex } from "../../src/permission/path-rule-index.ts";
import { mayHoldProtected, protectedPart } from "../../src/permission/protected-path.ts";
import { escaped, literalOf, wordPatterns } from "../../src/permission/shell/word-pattern.ts";
import { wordsAsPaths } from "../../src/permission/words-as-paths.ts";
import { Random } from "../fuzz/random.ts";
import { generateLine } from "../fuzz/shell/line-generator.ts";
import { bypassAttempts } from "./bypass-attempts.ts";
import { everydayCommands } from "./everyday-commands.ts";
import { everydayProjects } from "./everyday-projects.ts";
import { acceptedLines } from "./guard/accepted-lines.ts";
import { hiddenClasses } from "./hidden-cases.ts";
import { askOf, bash, plainFiles, policyOf, read, write } from "./policy-of.ts";
import { criticalLines, ordinaryLines } from "./removal-cases.ts";
import { verdictClasses } from "./verdict-cases.ts";

/** Rules that the lines of the tables are about, among others. */
const meant = [
  ...["deny user Read(.env)", "deny user Read(**/.env*)", "deny user Read(secrets/**)", "deny user Edit(//etc/**)"],
  ...["ask user Read(~/.ssh/**)", "ask user Edit(src/*.ts)", "deny user Read(**/*.pem)", "deny user Edit(*.lock)"],
  ...["deny user Bash(rm:*)", "deny user Bash(curl *)", "deny user Bash(* --force*)", "deny user Bash(git push *)"],
  ...["ask user Bash(npm publish:*)", "ask user Bash(sudo *)", "deny user Bash(*; sh*)", "deny user Bash(curl * | sh)"],
  ...["allow user Bash(npm run *)", "allow user Bash(git *)", "allow user Bash(make:*)", "allow user Bash(ls *)"],
  ...["allow user granted Bash(npm test)", "allow user Bash(node scripts/*)", "allow user Edit(src/**)"],
  // Few rules need no index.
  ...["deny", "ask"]
    .flatMap((effect) =>
      Array.from({ length: 10 }, (_, at) =>
        ["Read", "Edit", "Bash"].map((tool) => `${effect} user ${tool}(other${at}/*)`),
      ),
    )
    .flat(),
];

function policies(): Policy[] {
  const some = ["all", "stars"].map(
    (kind) =>
      new Policy({ rules: ruleSet(kind, "any", 40), mode: "default", cwd: "/w", home: "/home/u", files: plainFiles }),
  );
  const links = {
    ...plainFiles,
    realpath: (path: string) =>
      /^\/w\/(?:a|link\d)$/.test(path) ? "/w/secrets" : path.endsWith("/HEAD") ? undefined : path,
  };
  return [policyOf(meant), policyOf(meant, { files: links }), ...some];
}

function calls(): Ask[] {
  const random = new Random(11);
  const generated = Array.from({ length: 500 }, () => generateLine(random));
  const lines = [
    ...everydayCommands.map(({ command }) => command),
    ...everydayProjects.flatMap(({ commands }) => commands),
    ...bypassAttempts.map(({ command }) => command),
    ...[...verdictClasses, ...hiddenClasses].flatMap(({ lines }) => Object.values(lines).flat()),
    ...[
      "foo a",
      "foo link1",
      "foo link2",
      "foo -x link3",
      "foo a/x",
      "foo --in=a",
      "foo ./a",
      "mv a b",
      "foo $HOME/.ssh/x",
      "X=.env foo",
      "foo .E'N'V",
    ],
    ...[...criticalLines, ...ordinaryLines, ...acceptedLines, ...generated],
  ];
  const paths = "a .env x/.ENV secrets/a ../w/.env ~/.ssh/id src/a.ts /etc/x /proc/self/cwd/.env a/../.env É.pem".split(
    " ",
  );
  return [
    ...[...new Set(lines)].map(bash),
    ...paths.flatMap((path) => [read(path), write(path), askOf("mcp__x__run", { text: path, command: `cat ${path}` })]),
  ];
}

test("P10 what is left out before rules are looked at changes no verdict: an index that leaves nothing out gives the same", () => {
  const all = calls();
  const decideAll = (): unknown[] =>
    policies().flatMap((policy) => all.map((ask) => ({ command: ask.input.command, ...decide(ask, policy) })));
  const quick = decideAll();
  const { about, aboutText } = LiteralIndex.prototype;
  const { mayConcern } = PathRuleIndex.prototype;
  const { mayName } = CommandIndex.prototype;
  try {
    LiteralIndex.prototype.about = LiteralIndex.prototype.aboutText = function () {
      return this.items;
    };
    PathRuleIndex.prototype.mayConcern = () => true;
    CommandIndex.prototype.mayName = () => true;
    const thorough = decideAll();
    for (const [at, decision] of quick.entries()) assert.deepEqual(decision, thorough[at]);
  } finally {
    Object.assign(LiteralIndex.prototype, { about, aboutText });
    Object.assign(PathRuleIndex.prototype, { mayConcern });
    Object.assign(CommandIndex.prototype, { mayName });
  }
  assert.ok(quick.length > 5_000);
});

test("P2 P10 what is allowed beside rules that restrict is allowed without them: whoever tries an offer out begins so", () => {
  const all = calls();
  let allowed = 0;
  for (const policy of policies()) {
    const unrestricted = policy.with({ rules: policy.parts.rules.filter(({ effect }) => effect === "allow") });
    for (const ask of all.filter((one) => decide(one, policy).effect === "allow")) {
      assert.equal(decide(ask, unrestricted).effect, "allow", JSON.stringify(ask.input));
      allowed += 1;
    }
  }
  assert.ok(allowed > 500);
});

test("P3 P10 a word that names a protected place is never passed over as one that cannot", () => {
  const random = new Random(3);
  const names =
    ".git .GIT .npmrc mise.toml lefthook.yml .config/git x.code-workspace _vimrc library/LaunchAgents a b".split(" ");
  const signs = ["/", "=", ":", ",", "@", "-I", "-", ".", "é", "\u0301", ""];
  let found = 0;
  for (let round = 0; round < 20_000; round += 1) {
    const pieces = Array.from({ length: 1 + random.below(4) }, () => random.pick(signs) + random.pick(names));
    const word = pieces.join(random.pick(signs));
    const places = word.split(/[=:,@]/).flatMap((piece) => [piece, piece.replace(/^-\w+/, "")]);
    if (!places.some((piece) => protectedPart(piece, []) !== undefined)) continue;
    found += 1;
    assert.ok(mayHoldProtected(word), word);
  }
  assert.ok(found > 1_000);
});

/** Words of characters that any of the short ways looks for. */
function words(): string[] {
  const random = new Random(7);
  const pieces = [
    ..."ab.A~/=:,@%+-^!(<>*?[]{}\\'\"$` ",
    "é",
    "İ",
    "😀",
    "..",
    "./",
    "file://",
    "%2e",
    "\uE000",
    "\uE001",
  ];
  return Array.from({ length: 20_000 }, () => {
    let word = "";
    for (let more = random.below(7); more > 0; more -= 1) word += random.pick(pieces);
    return word;
  });
}

test("P10 plain words and paths take a short way, and come to the same as by the long one", () => {
  const places = { home: "/home/u", here: "/w" };
  for (const word of words()) {
    assert.deepEqual([...wordsAsPaths(word)], pathsOf(word), word);
    assert.equal(foldCase(word), word.normalize("NFC").toLowerCase());
    assert.equal(escaped(word), word.replace(/[*?[\\]/g, "\\$&"));
    assert.equal(literalOf(escaped(word)), word.includes("\uE000") ? undefined : word);
    // Quotes around nothing say nothing, and only the long way reads them.
    if (!/\\$|["'`$]/.test(word)) assert.deepEqual(wordPatterns(word, places), wordPatterns(`${word}''`, places), word);
    // What zsh makes of a tilde inside of a word is no short way.
    if (!/^[\w./~@+-]+$/.test(word) || /[^/]~/.test(word)) continue;
    const names = namesIn({ text: word, value: word }, places).map(({ name }) => name);
    const expected = pathsOf(word).map((path) => ({ path: /^\/|^~(?:\/|$)/.test(path) ? path : `/w/${path}` }));
    assert.deepEqual(names, expected, word);
  }
});

/** `wordsAsPaths`, without a short way. */
function pathsOf(value: string): string[] {
  const found = new Set([value, ...value.split(/[=:,@]/)]);
  if (value.includes("=")) found.add(value.slice(value.indexOf("=") + 1));
  const [, address] = /\bfile:\/\/[^/]*(\/.*)$/is.exec(value) ?? [];
  if (address !== undefined) found.add(address);
  const [, , glued] = /^-([a-zA-Z]+)(.*)$/s.exec(value) ?? [];
  if (glued !== undefined) found.add(glued);
  if (glued !== undefined) for (let at = 2; at < Math.min(value.length, 6); at += 1) found.add(value.slice(at));
  for (const one of [...found]) {
    if (/^[@^!/(<>+]/.test(one)) found.add(one.replace(/^(?:[@^!<>+]|\([^)]*\))+\/?/, "")).add(one.replace(/^\/+/, ""));
    if (one.includes("%")) found.add(decoded(one));
  }
  return [...found].filter((one) => one !== "" && !one.startsWith("-"));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
