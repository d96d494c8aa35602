import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";

const root = join(import.meta.dirname, "..");
const folder = join(root, "dist.new", "readme");
after(() => rmSync(folder, { recursive: true, force: true }));

/** What the snippets take for granted. */
const given =
  'import type { ChildProcessWithoutNullStreams } from "node:child_process";\ndeclare const child: ChildProcessWithoutNullStreams;\n';

function typeCheck(sources: readonly string[]): { readonly status: number | null; readonly stdout: string } {
  mkdirSync(folder, { recursive: true });
  const files = sources.map((source, index) => {
    writeFileSync(join(folder, `snippet-${index}.ts`), source);
    return `snippet-${index}.ts`;
  });
  writeFileSync(join(folder, "others.d.ts"), 'declare module "@anthropic-ai/claude-agent-sdk";\n');
  const options = {
    extends: "../../tsconfig.json",
    compilerOptions: { noUnusedLocals: false },
    files: [...files, "others.d.ts"],
    include: [],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(options));
  return spawnSync(join(root, "node_modules", ".bin", "tsc"), ["-p", folder], { encoding: "utf8" });
}

test("every snippet of the README and the pages is code that type-checks against the built package", () => {
  const pages = globSync(["README.md", "docs/*.md"], { cwd: root }).map((page) =>
    readFileSync(join(root, page), "utf8"),
  );
  const snippets = pages.flatMap((page) => [...page.matchAll(/```ts\n(.*?)```/gs)].map((match) => match[1] ?? ""));
  assert.ok(snippets.length >= 5);
  const { status, stdout } = typeCheck(snippets.map((snippet) => given + snippet));
  assert.equal(status, 0, stdout);
});

test("D6 the types of the built client know every call and field", () => {
  const wrong = ["client.sessions.createSesion({})", "client.sessions.createSession({ prompts: {} })"];
  for (const call of wrong) {
    const { status, stdout } = typeCheck([
      `import { connect } from "bridle/client";\nconst client = connect();\nawait ${call};\n`,
    ]);
    assert.notEqual(status, 0, call);
    assert.match(stdout, /error TS(2551|2561|2353)/);
  }
});
