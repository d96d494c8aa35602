import assert from "node:assert/strict";
import {
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { ProjectContext } from "./project-context.ts";

/** A home with a configuration, and a project in a folder below it. */
function place(t: TestContext, files: { readonly [path: string]: string }) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "bridle-context-")));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const cwd = join(home, "code", "project");
  const put = (path: string, content: string): string => {
    const file = join(home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
  mkdirSync(cwd, { recursive: true });
  for (const [path, content] of Object.entries(files)) put(path, content);
  const context = (sources?: readonly string[], trusts = (_folder: string): boolean => false): ProjectContext =>
    new ProjectContext({ cwd, env: { HOME: home }, sources, trusts, mayShow: () => true });
  return { home, cwd, put, context };
}

/** The words in capitals: what was found, in order. Behind a dash it is the name of a temporary folder. */
const found = (text: string): readonly string[] =>
  text.match(/(?<![-\w])[A-Z]{3,}\b/g)?.filter((word) => !isName(word)) ?? [];
const isName = (word: string): boolean => ["CLAUDE", "AGENTS"].includes(word);

const everywhere = {
  ".claude/CLAUDE.md": "USER",
  "code/CLAUDE.md": "PARENT",
  "code/.claude/CLAUDE.md": "PARENTDOT",
  "code/project/CLAUDE.md": "PROJECT",
  "code/project/AGENTS.md": "NEVER",
  "code/project/.claude/CLAUDE.md": "DOT",
  "code/project/CLAUDE.local.md": "LOCAL",
  "code/project/below/CLAUDE.md": "NEVER",
};

test("G5 instructions are read from the person's folder and from the root down to the working folder", (t) => {
  const { home, context } = place(t, everywhere);
  const { text } = context();
  assert.deepEqual(found(text), ["USER", "PARENT", "PARENTDOT", "PROJECT", "DOT", "LOCAL"]);
  assert.match(text, /^<instructions>\n[\s\S]+\n<\/instructions>$/);
  assert.ok(text.includes(`Contents of ${home}/code/CLAUDE.md (instructions of the project):\n\nPARENT\n`));
});

test("G5 the sources of settings are those of instructions", (t) => {
  const { context } = place(t, everywhere);
  assert.deepEqual(found(context(["user"]).text), ["USER"]);
  assert.deepEqual(found(context(["project"]).text), ["PARENT", "PARENTDOT", "PROJECT", "DOT"]);
  assert.deepEqual(found(context(["local"]).text), ["LOCAL"]);
  assert.equal(context([]).text, "");
});

test("G5 AGENTS.md counts in a folder without a CLAUDE.md", (t) => {
  const { context } = place(t, {
    "code/AGENTS.md": "PARENT",
    "code/project/CLAUDE.md": "PROJECT",
    "code/project/AGENTS.md": "NO",
  });
  assert.deepEqual(found(context().text), ["PARENT", "PROJECT"]);
});

test("G5 a file that is there under two names is read once", (t) => {
  const { cwd, context } = place(t, { "code/project/CLAUDE.md": "PROJECT" });
  symlinkSync(join(cwd, "CLAUDE.md"), join(cwd, "CLAUDE.local.md"));
  assert.deepEqual(found(context().text), ["PROJECT"]);
});

test("G5 imports come behind the file that names them, each once, and in a circle no more than that", (t) => {
  const { context } = place(t, {
    "code/project/CLAUDE.md": "PROJECT @docs/a.md `@docs/c.md` @docs/a.md",
    "code/project/docs/a.md": "AAA @b.md",
    "code/project/docs/b.md": "BBB @a.md @../CLAUDE.md",
    "code/project/docs/c.md": "CCC",
  });
  assert.deepEqual(found(context().text), ["PROJECT", "AAA", "BBB"]);
});

test("G5 imports go five deep", (t) => {
  const files = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`code/project/${n}.md`, `DEPTH${n} @${n + 1}.md`]));
  const { context } = place(t, { ...files, "code/project/CLAUDE.md": "@1.md" });
  const { text } = context();
  assert.deepEqual(text.match(/DEPTH\d/g), ["DEPTH1", "DEPTH2", "DEPTH3", "DEPTH4", "DEPTH5"]);
  assert.match(text, /\(@6\.md, which .*5\.md imports, is left out: imports go 5 deep\.\)/);
});

test("G5 an import that is not there is noted where a file is meant, and a mere name is not", (t) => {
  const { context } = place(t, { "code/project/CLAUDE.md": "@missing.md @someone @scope/package" });
  const { text } = context();
  assert.match(text, /\(@missing\.md, which .*CLAUDE\.md imports, is not there\.\)/);
  assert.equal(text.match(/imports/g)?.length, 1);
});

test("G5 a project imports nothing from outside its folder, not by a link either; the person's own file may", (t) => {
  const { home, cwd, context } = place(t, {
    "secret.md": "SECRET",
    "code/project/CLAUDE.md": "PROJECT @~/secret.md @../../secret.md @link.md",
    ".claude/CLAUDE.md": "USER",
  });
  symlinkSync(join(home, "secret.md"), join(cwd, "link.md"));
  const { text } = context();
  assert.deepEqual(found(text), ["USER", "PROJECT"]);
  assert.equal(text.match(/lies outside the project/g)?.length, 3);
  const own = place(t, { "more.md": "MORE", ".claude/CLAUDE.md": "USER @~/more.md" });
  assert.deepEqual(found(own.context().text), ["USER", "MORE"]);
});

test("P2 instructions that are a link out of a folder nobody has trusted are left out, with a word", (t) => {
  const { home, cwd } = place(t, { secret: "SECRET", "code/project/inside.md": "INSIDE" });
  symlinkSync(join(home, "secret"), join(cwd, "CLAUDE.md"));
  symlinkSync("inside.md", join(cwd, "CLAUDE.local.md"));
  const read = (isTrusted: boolean): string =>
    new ProjectContext({ cwd, env: { HOME: home }, sources: undefined, trusts: () => isTrusted, mayShow: () => true })
      .text;
  assert.deepEqual(found(read(false)), ["INSIDE"]);
  assert.match(read(false), /CLAUDE\.md is a link out of its folder and is left out/);
  assert.deepEqual(found(read(true)), ["SECRET", "INSIDE"]);
});

test("G5 a long file is cut with a note, and one that is no text is left out", (t) => {
  const { context } = place(t, {
    "code/project/CLAUDE.md": `${"ä".repeat(30_000)}`,
    "code/project/CLAUDE.local.md": "LOCAL\0BINARY",
  });
  const { text } = context();
  assert.ok(text.includes(`${"ä".repeat(20_000)}\n(Only the first 40000 bytes are shown.)`));
  assert.ok(text.length < 21_000 && !text.includes("LOCAL"));
});

test("G5 what changed is read again: a file, an import, a file that was not there", (t) => {
  const { put, context } = place(t, { "code/project/CLAUDE.md": "ONE @a.md" });
  const instructions = context();
  const before = instructions.text;
  assert.deepEqual(found(before), ["ONE"]);
  assert.equal(instructions.text, before);
  const imported = put("code/project/a.md", "FIRST");
  assert.deepEqual(found(instructions.text), ["ONE", "FIRST"]);
  writeFileSync(imported, "OTHER");
  utimesSync(imported, new Date(), new Date(Date.now() + 5_000));
  assert.deepEqual(found(instructions.text), ["ONE", "OTHER"]);
  put(".claude/CLAUDE.md", "USER");
  assert.deepEqual(found(instructions.text), ["USER", "ONE", "OTHER"]);
});

test("G5 without any such file there is nothing to say", (t) => {
  assert.equal(place(t, {}).context().text, "");
});

test("P2 CLAUDE.local.md is called the person's own only where they have trusted its folder: an archive may have brought it", (t) => {
  const { cwd, context } = place(t, { "code/project/CLAUDE.local.md": "LOCAL", "code/CLAUDE.local.md": "ABOVE" });
  const { text } = context();
  assert.deepEqual(found(text), ["ABOVE", "LOCAL"]);
  assert.doesNotMatch(text, /person's own instructions/);
  const trusted = context(undefined, (folder) => folder === cwd).text;
  assert.match(trusted, /project\/CLAUDE\.local\.md \(the person's own instructions for this project\):\n\nLOCAL/);
  assert.match(trusted, /code\/CLAUDE\.local\.md \(local instructions of the project, which nobody has vouched for\)/);
});

test("P2 instructions of another user are left out with a note, whatever brings them, unless their folder is trusted", {
  skip: process.getuid?.() !== 0 && "only root can make files of others",
}, (t) => {
  const { home, cwd, put, context } = place(t, {
    "code/CLAUDE.md": "PARENT",
    "code/.claude/CLAUDE.md": "DOT",
    "code/project/CLAUDE.md": "PROJECT @a.md",
    "code/project/a.md": "IMPORTED",
  });
  const nobody = 65_534;
  for (const path of ["CLAUDE.md", ".claude/CLAUDE.md", "project/a.md"])
    chownSync(join(home, "code", path), nobody, nobody);
  put("code/own.md", "LINKED");
  symlinkSync("own.md", join(home, "code/CLAUDE.local.md"));
  lchownSync(join(home, "code/CLAUDE.local.md"), nobody, nobody);
  const { text } = context();
  assert.deepEqual(found(text), ["PROJECT"]);
  for (const path of ["code/CLAUDE.md", "code/.claude/CLAUDE.md", "code/CLAUDE.local.md", "code/project/a.md"])
    assert.ok(text.includes(`(${home}/${path} belongs to another user and is left out`), path);
  assert.deepEqual(found(context(undefined, (folder) => folder === join(home, "code")).text), [
    ...["PARENT", "DOT", "LINKED", "PROJECT"],
  ]);
  chownSync(cwd, nobody, nobody);
  assert.deepEqual(found(context().text), ["PARENT", "DOT", "LINKED", "PROJECT", "IMPORTED"]);
});
