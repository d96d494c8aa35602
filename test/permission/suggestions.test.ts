import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Ask,
  applyUpdate,
  decide,
  type PermissionUpdate,
  Policy,
  readUpdate,
  suggestions,
} from "../../src/exports/permission.ts";
import { askOf, bash, plainFiles, policyOf, read, write } from "./policy-of.ts";

function offered(ask: Ask, policy = policyOf([])): string[] {
  return suggestions(ask, decide(ask, policy), policy).map(short);
}

function short(update: PermissionUpdate): string {
  if (update.type === "setMode") return `mode ${update.mode} ${update.destination}`;
  if ("directories" in update) return `folders ${update.directories.join(" ")} ${update.destination}`;
  const rules = update.rules.map(({ toolName, ruleContent }) =>
    ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`,
  );
  return `${update.behavior} ${rules.join(" ")} ${update.destination}`;
}

test("P2 G2 with an ask comes what would allow it, and nothing surprising", () => {
  const cases: [Ask, string[]][] = [
    [bash("npm test"), ["allow Bash(npm test *) localSettings"]],
    [bash("git fetch origin"), ["allow Bash(git fetch origin) localSettings"]],
    [bash("touch zz1"), ["allow Bash(touch zz1) localSettings", "mode acceptEdits session"]],
    [bash("touch a; make"), ["allow Bash(touch a) Bash(make) localSettings"]],
    [bash("ls > out.txt"), ["allow Bash(ls > out.txt) localSettings", "mode acceptEdits session"]],
    [bash("python3 -c 1"), ["allow Bash(python3 -c 1) localSettings"]],
    [bash("cat /etc/hosts"), ["allow Bash(cat /etc/hosts) localSettings"]],
    [bash("cat /data/p/x"), ["allow Bash(cat /data/p/x) localSettings", "allow Read(//data/p/x) session"]],
    [bash("(("), []],
    [bash("rm -rf /"), []],
    [read("/etc/hosts"), ["allow Read(//etc/hosts) session"]],
    [read("/home/u/notes.txt"), ["allow Read(//home/u/notes.txt) session"]],
    [read("/data/[1]/x"), ["allow Read(//data/\\[1\\]/**) session"]],
    [write("/w/a.ts"), ["mode acceptEdits session"]],
    [write("/x/a.ts"), ["allow Edit(//x/a.ts) session"]],
    [write("/x/y/a.ts"), ["mode acceptEdits session", "folders /x/y session"]],
    [write("/w/.git/config"), []],
    [askOf("WebFetch", { url: "https://x.org/a" }), ["allow WebFetch(domain:x.org) localSettings"]],
    [askOf("mcp__s__t", {}), ["allow mcp__s__t localSettings"]],
    [askOf("WebSearch", { query: "q" }), ["allow WebSearch localSettings"]],
    [askOf("AskUserQuestion", {}), []],
  ];
  for (const [ask, offers] of cases)
    assert.deepEqual(offered(ask), offers, `${ask.toolName} ${JSON.stringify(ask.input)}`);
});

test("P2 P10 one offer for good with an ask, as Claude Code 2.1.325 has it: of a compound command, a rule for each part", () => {
  const both = ["allow Bash(npm test *) Bash(npm run lint *) localSettings"];
  assert.deepEqual(offered(bash("npm test && npm run lint")), both);
  assert.deepEqual(offered(bash("git status && git push origin main")), [
    "allow Bash(git push origin main) localSettings",
  ]);
  assert.deepEqual(offered(bash("npm run build")), ["allow Bash(npm run build *) localSettings"]);
});

test("P10 no offer is wider than what was seen", () => {
  const exactly = [
    "git push origin main",
    "git push --force",
    "git push -f origin main",
    "git commit -m 'x y'",
    "docker compose up -d",
    "kubectl get pods -A",
    "make test",
    "git push origin +main",
    "git push --delete origin x",
    "git push --mirror",
    "git reset --hard",
    "git reset HEAD~1",
    "git clean -fd",
    "git branch -D x",
    "git checkout .",
    "git commit --amend",
    "git stash drop --all",
    "git rebase main",
    "kubectl delete pod x",
    "kubectl apply -f x.yaml",
    "docker rm x",
    "docker compose down -v",
    "docker system prune",
    "npm publish",
    "npm install --global x",
    "npm install -g x",
    "gh pr merge 3",
    "gh repo delete x",
    "gh api repos/x/y",
    "terraform apply",
    "terraform destroy",
    "cargo publish",
    "pip uninstall x",
    "uv publish",
    "make install DESTDIR=1",
    "go run x.go",
    "yarn npm publish",
    "composer remove x",
    "dotnet run",
    "poetry publish",
  ];
  for (const line of exactly) {
    const [offer, ...more] = offered(bash(line));
    assert.deepEqual([offer, more], [`allow Bash(${line}) localSettings`, []], line);
  }
  const wider: [string, string][] = [
    ["npm run build -- --minify", "npm run build *"],
    ["cargo test --release", "cargo test *"],
    ["uv run pytest -x", "uv run pytest *"],
    ["docker ps -a", "docker ps *"],
    ["git add src", "git add *"],
  ];
  for (const [line, rule] of wider) assert.deepEqual(offered(bash(line)), [`allow Bash(${rule}) localSettings`], line);
});

test("P10 a file in the home folder, in a hidden one of it or in the system's is offered alone, and not its folder", () => {
  const cases: [Ask, string[]][] = [
    [write("/home/u/x"), ["allow Edit(//home/u/x) session"]],
    [write("/home/u/.hidden/config"), ["allow Edit(//home/u/.hidden/config) session"]],
    // A protected place: no rule for it would be used.
    [write("/home/u/.ssh/config"), []],
    [write("/home/x"), []],
    [write("/x"), ["allow Edit(//x) session"]],
    [write("/etc/app/x"), ["allow Edit(//etc/app/x) session"]],
    [read("/home/u/.ssh/id_rsa"), ["allow Read(//home/u/.ssh/id_rsa) session"]],
    [read("/home/u/.config/gh/hosts.yml"), ["allow Read(//home/u/.config/gh/hosts.yml) session"]],
    [read("/home/u/notes/a.md"), ["allow Read(//home/u/notes/a.md) session"]],
    [read("/home/u/src/p/a.md"), ["allow Read(//home/u/src/p/**) session"]],
    [write("/home/u/src/p/a.md"), ["mode acceptEdits session", "folders /home/u/src/p session"]],
  ];
  for (const [ask, offers] of cases) assert.deepEqual(offered(ask), offers, JSON.stringify(ask.input));
});

test("P2 what was asked by a rule can be granted, since a grant beats it", () => {
  const policy = policyOf(["ask user Bash(git push *)"]);
  assert.deepEqual(offered(bash("git push origin"), policy), ["allow Bash(git push origin) localSettings"]);
});

test("P2 nothing is offered for what is allowed or denied, or where no grant can help", () => {
  assert.deepEqual(offered(bash("ls")), []);
  assert.deepEqual(offered(bash("rm a"), policyOf(["deny user Bash(rm *)"])), []);
  assert.deepEqual(offered(bash("npm test"), policyOf([], { damage: ["x"] })), []);
});

test("P2 after an offer is taken the call is allowed, and the calls beside it are not", () => {
  const asks = [
    bash("npm run build"),
    bash("make all"),
    bash("touch a"),
    read("/etc/hosts"),
    write("/x/y/a"),
    askOf("mcp__s__t", {}),
  ];
  const beside = [
    bash("npm run build; evil"),
    bash("evil"),
    bash("npm install x"),
    read("/root/x"),
    write("/y/a"),
    write("/x/y/.bashrc"),
    askOf("mcp__s__u", {}),
  ];
  for (const ask of asks) {
    const policy = policyOf([]);
    const offers = suggestions(ask, decide(ask, policy), policy);
    assert.ok(offers.length > 0, ask.toolName);
    const state = offers.reduce(applyUpdate, { rules: [], mode: "default" as const, directories: ["/w"] });
    const changed = new Policy({ ...state, cwd: "/w", home: "/home/u", files: plainFiles });
    assert.equal(
      decide({ ...ask, directories: state.directories }, changed).effect,
      "allow",
      JSON.stringify(ask.input),
    );
    for (const other of beside)
      assert.notEqual(
        decide({ ...other, directories: state.directories }, changed).effect,
        "allow",
        `${JSON.stringify(ask.input)} ${JSON.stringify(other.input)}`,
      );
  }
});

test("P2 changes that hosts send are checked, kept by where they go, and taken back", () => {
  const add = (behavior: string, ruleContent: string | undefined, destination = "session"): PermissionUpdate => {
    const update = readUpdate({ type: "addRules", rules: [{ toolName: "Bash", ruleContent }], behavior, destination });
    assert.ok(update !== undefined);
    return update;
  };
  const start = { rules: [], mode: "default" as const, directories: ["/w"] };
  const both = [add("allow", "a"), add("allow", "a"), add("allow", "b", "localSettings"), add("deny", "c")].reduce(
    applyUpdate,
    start,
  );
  assert.deepEqual(
    both.rules.map(({ text, scope, effect, granted }) => [text, scope, effect, granted]),
    [
      ["Bash(a)", "session", "allow", true],
      ["Bash(b)", "local", "allow", true],
      ["Bash(c)", "session", "deny", false],
    ],
  );
  const gone = applyUpdate(both, { ...add("allow", "a"), type: "removeRules" } as PermissionUpdate);
  assert.deepEqual(
    gone.rules.map(({ text }) => text),
    ["Bash(b)", "Bash(c)"],
  );
  const replaced = applyUpdate(both, { ...add("allow", "z"), type: "replaceRules" } as PermissionUpdate);
  assert.deepEqual(
    replaced.rules.map(({ text }) => text),
    ["Bash(b)", "Bash(c)", "Bash(z)"],
  );
  const folders = readUpdate({ type: "addDirectories", directories: ["../x", 5], destination: "session" });
  assert.deepEqual(folders && applyUpdate(start, folders).directories, ["/w", "/x"]);
  for (const wrong of [
    undefined,
    null,
    5,
    {},
    { type: "addRules", rules: [], behavior: "yes", destination: "session" },
    { type: "setMode", mode: "yolo", destination: "session" },
    { type: "setMode", mode: "plan", destination: "moon" },
  ])
    assert.equal(readUpdate(wrong), undefined, JSON.stringify(wrong));
  assert.deepEqual(
    readUpdate({
      type: "addRules",
      rules: [{ toolName: "Bash", ruleContent: "" }, 5, {}],
      behavior: "allow",
      destination: "session",
    }),
    {
      type: "addRules",
      rules: [],
      behavior: "allow",
      destination: "session",
    },
  );
});
