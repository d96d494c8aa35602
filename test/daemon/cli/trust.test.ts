import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { exitCodes } from "../../../src/cli/exit-codes.ts";
import { launcher } from "../../cli/run-bridle.ts";
import { asking, CliHome } from "./cli-home.ts";

const hasScript = spawnSync("script", ["--version"]).status === 0;
const home = new CliHome();
after(() => home.close());

/** A folder whose settings allow something, as it comes out of an archive. */
function project(name: string): string {
  const folder = join(realpathSync(home.folder), name);
  mkdirSync(join(folder, ".claude"), { recursive: true });
  const permissions = { allow: ["Bash(mkdir made)"], defaultMode: "acceptEdits", additionalDirectories: ["/"] };
  writeFileSync(join(folder, ".claude/settings.local.json"), JSON.stringify({ permissions, env: { PAGER: "evil" } }));
  return folder;
}

test("P2 where nobody can be asked a folder's settings only restrict, that is said, and bridle trust settles it", async () => {
  const cwd = project("unpacked");
  const denied = await home.run(["run", "--permission-mode", "dontAsk", asking("mkdir made")], { cwd });
  assert.match(
    denied.stderr,
    /settings\.local\.json: what it allows is not used, since nobody has trusted this folder/,
  );
  assert.match(denied.stderr, /bridle trust/);
  assert.equal(await home.good(["trust", "list"], { cwd }), "");

  const trusted = await home.run(["trust"], { cwd });
  assert.equal(trusted.stdout, `trusted: ${cwd}\n`);
  assert.match(trusted.stderr, /allows Bash\(mkdir made\)\n {2}may use the folder \/\n.*acceptEdits.*\n {2}sets PAGER/);
  assert.deepEqual(await home.json(["trust", "list"]), [{ folder: cwd }]);
  const allowed = await home.run(["run", "--permission-mode", "dontAsk", asking("mkdir made")], { cwd });
  assert.doesNotMatch(allowed.stderr, /nobody has trusted/);
  assert.match(allowed.stdout, /It is decided/);

  assert.equal(await home.good(["trust", "remove"], { cwd }), `no longer trusted: ${cwd}\n`);
  const again = await home.run(["trust", "remove", cwd]);
  assert.equal(again.status, exitCodes.usage);
  assert.match(again.stderr, /is not trusted; bridle trust list/);
});

test("P2 a folder that is not there cannot be trusted", async () => {
  const { status, stderr } = await home.run(["trust", "./nowhere"]);
  assert.equal(status, exitCodes.usage);
  assert.match(stderr, /there is no folder .*nowhere/);
});

test("P2 on a terminal run asks once whether a folder is trusted, shows what its settings allow, and keeps a yes", {
  skip: !hasScript && "no script(1)",
}, async () => {
  const cwd = project("asked");
  const line = [process.execPath, launcher, "run", "--cwd", cwd, asking("mkdir made")];
  const start = () => home.terminal(`exec ${line.map((word) => `'${word}'`).join(" ")}`);

  const refused = start();
  await refused.printed(/allows Bash\(mkdir made\)[\s\S]*Trust this folder/);
  refused.child.stdin?.write("n\n");
  await refused.printed(/they only restrict; bridle trust/);
  await refused.printed(/wants Bash[\s\S]*then Enter/);
  refused.child.stdin?.write("n\n");
  await refused.ended;

  const agreed = start();
  await agreed.printed(/Trust this folder/);
  agreed.child.stdin?.write("y\n");
  assert.match((await agreed.ended).stdout, /It is decided/);
  const third = await start().ended;
  assert.doesNotMatch(third.stdout, /Trust this folder/);
  assert.match(third.stdout, /It is decided/);
});
