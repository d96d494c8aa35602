/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of the shell */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readShell } from "./read-shell.ts";

const texts = (line: string): string[] => readShell(line).commands.map(({ text }) => text);
const paths = (line: string): (string | undefined)[] => readShell(line).writes.map(({ path }) => path);

test("P3 every part of a compound command is a command of its own", () => {
  assert.deepEqual(texts("a && b || c; d | e & f\ng"), ["a", "b", "c", "d", "e", "f", "g"]);
  assert.deepEqual(texts("a $(b `c`) <(d) ${x:-$(e)} $(( $(f) ))"), [
    "c",
    "b `c`",
    "d",
    "e",
    "f",
    "a $(b `c`) <(d) ${x:-$(e)} $(( $(f) ))",
  ]);
  assert.deepEqual(texts("if a; then b; else c; fi; for x in $(d); do e; done; f() { g; }; case $(h) in x) i;; esac"), [
    ..."abcdeghi",
  ]);
  assert.deepEqual(texts("x=$(a) b <<EOF\n$(c)\nEOF"), ["a", "c", "b"]);
});

test("P3 words are given as the shell passes them on, or not at all", () => {
  const words = readShell("l\\s 'a b' \"c\" $'\\x64' e$X \"$Y\" *.ts ~/x {a,b}").commands[0]?.words ?? [];
  assert.deepEqual(
    words.map(({ value, prefix, splits }) => value ?? [prefix, splits]),
    ["ls", "a b", "c", "d", ["e", true], ["", false], ["", false], ["~/x", false], ["", false]],
  );
});

test("P3 redirections that write are writes, and those that read are reads", () => {
  const { writes, reads } = readShell("a < in > out 2>> err &> both 2>&1 >/dev/null > $X <<< text");
  assert.deepEqual(
    writes.map(({ path }) => path),
    ["out", "err", "both", undefined],
  );
  assert.deepEqual(reads, [{ path: "in", text: "in", by: "redirection" }]);
});

test("P3 programs that write files tell which", () => {
  assert.deepEqual(paths("cp a b; mv c d; rm e f; tee g; dd if=h of=i; sed -i s/x/y/ j; touch -- -k; cp -t l m"), [
    ..."bcdefgij",
    "-k",
    "l",
  ]);
  assert.deepEqual(paths("timeout 5 rm a; find . -exec rm {} +; bash -c 'rm b'"), ["a", undefined, "b"]);
});

test("P3 after cd, paths begin in its folder as long as it is certain", () => {
  assert.deepEqual(paths("cd a && cd b && x > f"), ["a/b/f"]);
  assert.deepEqual(paths("cd /a && x > f && y > /g"), ["/a/f", "/g"]);
  assert.deepEqual(paths("cd a; x > f"), [undefined]);
  assert.deepEqual(paths("cd a || x > f"), [undefined]);
  assert.deepEqual(paths("cd $A && x > f"), [undefined]);
  assert.deepEqual(paths("(cd a && x > f); y > g"), ["a/f", "g"]);
  assert.deepEqual(paths("cd a | x > f"), ["f"]);
  assert.deepEqual(paths("{ cd a; }; x > f"), [undefined]);
  assert.deepEqual(paths("pushd a && x > f"), [undefined]);
  assert.deepEqual(paths("builtin cd a && x > f"), [undefined]);
  assert.deepEqual(paths("cd() { :; }; x > f"), [undefined]);
  assert.deepEqual(paths("x > ~/f; x > '~/f'"), ["~/f", "./~/f"]);
});

test("P9 a folder that a cd may not have entered is not known", () => {
  for (const line of [
    "! cd a && x > f",
    "! cd /a && x > f",
    "y || cd /a && x > f",
    "y || cd a && x > f",
    "cd a && y || cd /b && x > f",
    "y | cd a; x > f",
    "cd - && x > f",
    "cd && x > f",
    "cd -P a && x > f",
    "cd a b && x > f",
    "popd && x > f",
    "command cd a && x > f",
    "eval y && x > f",
    ". y && x > f",
    "if cd a; then x > f; fi",
    "{ cd a && y; } && x > f",
  ])
    assert.deepEqual(paths(line).slice(-1), [undefined], line);
  assert.deepEqual(paths("y || z && cd /a && x > f"), [undefined]);
  assert.deepEqual(paths("! y && cd a && x > f"), ["a/f"]);
  assert.deepEqual(paths("(! cd a && x > f); y > g"), [undefined, "g"]);
  assert.deepEqual(paths("cd a | y; x > f").slice(-1), [undefined]);
});

test("P3 wrappers are looked through", () => {
  const [command] = readShell("CI=1 timeout -k 1 5 env A=1 nice -n 3 npm test").commands;
  const inner = command?.runs[0]?.runs[0]?.runs[0];
  assert.equal(command?.wrapper, true);
  assert.equal(inner?.text, "npm test");
  assert.deepEqual(
    inner?.assignments.map(({ name, harmless }) => [name, harmless]),
    [
      ["CI", true],
      ["A", false],
    ],
  );
});

test("P3 a line that cannot be read says why, and still shows its commands to deny rules", () => {
  for (const [line, reason] of [
    ["rm 'a", /ends too early/],
    ["$X; rm a", /literal/],
    ["PATH=/x; rm a", /sets PATH/],
    ["rm a\r", /U\+000D/],
    ["rm a \u202e", /U\+202E/],
    ["x='a[$(b)]'; rm $((x))", /calculates/],
    ["cd /x && ./rm a; rm a", /after cd/],
  ] as const) {
    const { unreadable, commands } = readShell(line);
    assert.match(unreadable ?? "", reason, line);
    assert.ok(
      commands.some(({ words }) => /^rm/.test(words[0]?.value ?? "")),
      line,
    );
  }
});

test("P10 no line takes long to read, whatever it consists of and however long it is", () => {
  const pieces = (
    "a |$x |'a' |$(a) |`a` |a; |a && |cd a && |{a, |[ |((|\"$(|xargs |eval |<<A |> f |a=1 |${a:-|-exec a \\; |f() |[[ a && |a[|" +
    "$((|(|{ |if a; then |case a in a) |\\|@(a&|$'a|a\n|<<A\n|$(( (|# a\n|'|\"|${a[|a=(|<(|[^|{1..|for x in |\"${x}|! |a&|*|~/"
  ).split("|");
  readShell("warm up");
  for (const piece of [...pieces, "a|", "a||"]) {
    for (const length of [1_000, 8_000, 65_000, 1_000_000]) {
      const line = `echo ${piece.repeat(length / piece.length)}`;
      const before = process.threadCpuUsage().user;
      readShell(line);
      const tookMs = (process.threadCpuUsage().user - before) / 1000;
      assert.ok(tookMs < 200, `${piece}… of ${length} characters took ${tookMs} ms`);
    }
  }
});

test("P10 a line with more pieces than anybody writes is not read further than that", () => {
  assert.match(readShell(`ls ${"a ".repeat(2_000)}`).unreadable ?? "", /too many parts/);
  assert.match(readShell(`ls ${"a".repeat(70_000)}`).unreadable ?? "", /too long/);
  assert.match(readShell(`ls ${"a".repeat(17_000)}`).unreadable ?? "", /too long/);
  assert.match(readShell(`cat <<'EOF' ${"a".repeat(17_000)}\ntext\nEOF`).unreadable ?? "", /too long/);
  assert.match(readShell(`cat <<EOF\n${"x $y\n".repeat(2_000)}EOF`).unreadable ?? "", /too many parts/);
  assert.match(readShell(`echo $((${"1+".repeat(2_000)}1))`).unreadable ?? "", /too many parts/);
  assert.match(readShell(`${"( ".repeat(50)}ls${" )".repeat(50)}`).unreadable ?? "", /too deeply/);
  assert.equal(readShell(`ls ${"a ".repeat(900)}`).unreadable, undefined);
  assert.equal(readShell(`cat <<EOF\n${"x $y\n".repeat(900)}EOF`).unreadable, undefined);
  assert.equal(readShell(`echo $((${"1 + ".repeat(20)}1))`).unreadable, undefined);
  assert.equal(readShell(`cat <<'EOF' > f\n${"some text\n".repeat(6_000)}EOF`).unreadable, undefined);
});
