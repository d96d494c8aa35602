import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { exitCodes } from "../../../src/cli/exit-codes.ts";
import { asking, CliHome } from "./cli-home.ts";

const home = new CliHome();
after(() => home.close());

const settings = join(home.home, "config", "settings.json");
const local = join(home.project, ".claude", "settings.local.json");
const lists = (file: string) => JSON.parse(readFileSync(file, "utf8")).permissions;

test("P7 add and remove show the rule and its file, write only what was agreed to, and leave the rest of the file as it is", async () => {
  const rule = "Bash(npm test *)";
  const unsaid = await home.run(["permissions", "add", "--allow", rule]);
  assert.deepEqual([unsaid.status, existsSync(local)], [exitCodes.usage, false]);
  assert.match(unsaid.stderr, /\+ allow Bash\(npm test \*\)\nto \S+settings\.local\.json \(local\)\n[\s\S]*--yes/);
  mkdirSync(dirname(local), { recursive: true });
  writeFileSync(local, '{\n   "model": "x",\n   "permissions": { "deny": ["Read(.env)"] }\n}\n');
  assert.equal(
    await home.good(["permissions", "add", "--allow", rule, "--ask", "Bash(git push:*)", "--yes"]),
    `${local} is written\n`,
  );
  const text = readFileSync(local, "utf8");
  assert.match(text, /^\{\n {3}"model": "x",\n/);
  assert.deepEqual(lists(local), { deny: ["Read(.env)"], allow: [rule], ask: ["Bash(git push:*)"] });
  await home.good(["permissions", "remove", "--allow", rule, "--yes"]);
  assert.deepEqual(lists(local).allow, []);
  const missing = await home.run(["permissions", "remove", "--allow", rule, "--yes"]);
  assert.match(missing.stderr, /Bash\(npm test \*\) is not in permissions\.allow of/);
  await home.good(["permissions", "add", "--deny", "Bash(rm:*)", "--scope", "daemon", "--yes"]);
  assert.deepEqual(lists(settings), { deny: ["Bash(rm:*)"] });
  await home.good(["permissions", "add", "--deny", "Bash(dd:*)", "--scope", "daemon", "--yes"]);
  await home.good(["permissions", "remove", "--deny", "Bash(rm:*)", "--scope", "daemon", "--yes"]);
  assert.deepEqual(lists(settings), { deny: ["Bash(dd:*)"] });
  const broken = await home.run(["permissions", "add", "--deny", "Bash((", "--yes"]);
  assert.match(broken.stderr, /no closing parenthesis/);
  assert.equal((await home.run(["permissions", "add", "--yes"])).status, exitCodes.usage);
  const useless = await home.run(["permissions", "add", "--deny", "Bash(rm|mv)", "--yes"]);
  assert.match(useless.stderr, /! permissions\.deny: Bash\(rm\|mv\): /);
});

test("P10 a rule that silently never matches: here it is told when it is written, with what to write instead", async () => {
  const never = "Bash(git push|git pull)";
  const added = await home.run(["permissions", "add", "--deny", never, "--yes"]);
  assert.match(added.stderr, /! permissions\.deny: Bash\(git push\|git pull\): .*Bash\(git push:\*\)/);
  await home.good(["permissions", "remove", "--deny", never, "--yes"]);
  const good = await home.run(["permissions", "add", "--deny", "Bash(git push:*)", "--yes"]);
  assert.doesNotMatch(good.stderr, /!/);
  await home.good(["permissions", "remove", "--deny", "Bash(git push:*)", "--yes"]);
});

test("P7 test checks the examples beside rules, and exits with 78 when one does not hold", async () => {
  const file = join(home.folder, "rules.json");
  const examples = [{ rule: "Bash(rm:*)", match: ["rm -rf x"], not_match: ["rmdir x"] }];
  writeFileSync(file, JSON.stringify({ permissions: { deny: ["Bash(rm:*)"], examples } }));
  const good = await home.good(["permissions", "test", file]);
  assert.equal(
    good,
    'ok   Bash(rm:*) matches "rm -rf x"\nok   Bash(rm:*) does not match "rmdir x"\n2 of 2 examples hold\n',
  );
  const wrong = [{ rule: "Bash(rm:*)", match: ["rmdir x"] }];
  writeFileSync(file, JSON.stringify({ permissions: { deny: ["Bash(rm:*)"], examples: wrong } }));
  const failed = await home.run(["permissions", "test", file]);
  assert.equal(failed.status, exitCodes.configOrVersion);
  assert.match(
    failed.stdout,
    /FAIL Bash\(rm:\*\) matches "rmdir x": the rule does not match it\n0 of 1 examples hold\n/,
  );
  assert.match((await home.run(["permissions", "test", "nowhere.json"])).stderr, /there is no file nowhere\.json/);
  const [told] = await home.json<object>(["permissions", "test"]);
  assert.equal(told, undefined, "the daemon's own settings have none");
});

test("P7 list, why, simulate and suggest tell of rules, of the reason, and of recorded uses", async () => {
  for (const name of ["one", "two"]) {
    const running = home.start(["run", asking(`npm test -- ${name}`)]);
    running.child.stdin?.end();
    const [, id = ""] = await running.printed(/\? (\w{8}) wants/);
    await home.good(["approve", id]);
    await running.ended;
  }
  assert.match(
    await home.good(["permissions", "list"]),
    /^effect +rule +scope +file\ndeny +Bash\(dd:\*\) +daemon +\S+settings\.json\n/,
  );
  const why = await home.good(["permissions", "why", "ls && dd if=x"]);
  assert.match(why, /^deny\ndaemon: Denied because of `dd if=x`: rule Bash\(dd:\*\) of \S+settings\.json \(user\)\n/);
  const [answer] = await home.json<{ daemon: { scope: string; rule: string } }>(["permissions", "why", "dd x"]);
  assert.deepEqual([answer?.daemon.scope, answer?.daemon.rule], ["daemon", "Bash(dd:*)"]);
  assert.equal(await home.good(["permissions", "simulate"]), "0 of 2 tool uses would have got another verdict\n");
  const denied = await home.good(["permissions", "simulate", "--deny", "Bash(npm:*)"]);
  assert.match(denied, /allow -> deny +\w{8} +Bash +\{"command":"npm test -- two"\} +Denied: rule Bash\(npm:\*\) of/);
  assert.match(denied, /\n2 of 2 tool uses would have got another verdict\n$/);
  const file = join(home.folder, "others.json");
  writeFileSync(file, '{"permissions":{"deny":["Bash(npm test -- one)"]}}');
  assert.match(await home.good(["permissions", "simulate", file]), /\n1 of 2 tool uses/);
  const suggested = await home.good(["permissions", "suggest"]);
  assert.match(
    suggested,
    /^Bash\(npm test \*\)\n {2}would have answered 2 asks:\n {4}Bash \{"command":"npm test -- two"\}\n/,
  );
  assert.match(suggested, /bridle permissions add --allow 'Bash\(npm test \*\)' --scope local --cwd '\S+project'\n/);
});
