import assert from "node:assert/strict";
import { test } from "node:test";
import { type Ask, decide, permissionModes, scopes, why } from "../../src/exports/permission.ts";
import { askOf, bash, policyOf, read, write } from "./policy-of.ts";

test("P2 deny beats ask, and ask beats allow, whichever scope each of them is in", () => {
  for (const one of scopes)
    for (const other of scopes) {
      const deny = policyOf([`allow ${one} Bash(tool *)`, `deny ${other} Bash(tool *)`]);
      assert.equal(decide(bash("tool go"), deny).effect, "deny", `${one} ${other}`);
      const asks = policyOf([`allow ${one} Bash(tool *)`, `ask ${other} Bash(tool go)`]);
      assert.equal(decide(bash("tool go"), asks).effect, "ask", `${one} ${other}`);
      assert.equal(decide(bash("tool x"), asks).effect, "allow", `${one} ${other}`);
    }
});

test("P2 a decision names the rule of the strongest scope, and its file", () => {
  const policy = policyOf(["deny session Bash(rm *)", "deny user Bash(rm *)", "deny managed Bash(rm *)"]);
  assert.deepEqual(decide(bash("rm x"), policy).because, { rule: "Bash(rm *)", scope: "managed" });
  assert.equal(why(decide(bash("rm x"), policy)), "Denied: rule Bash(rm *) of the managed settings (managed)");
});

test("P2 no rule means ask", () => {
  for (const ask of [
    bash("npm test"),
    write("/w/a"),
    askOf("mcp__s__t", {}),
    askOf("Unheard", {}),
    askOf("WebSearch", {}),
  ])
    assert.equal(decide(ask, policyOf([])).effect, "ask", ask.toolName);
});

test("P2 what a person granted beats ask rules and never deny rules", () => {
  const cases: [Ask, ask: string, grant: string][] = [
    [bash("git push origin"), "Bash(git push *)", "Bash(git push origin)"],
    [bash("timeout 5 git push origin"), "Bash(git push *)", "Bash(git push origin)"],
    [bash("git push origin"), "Bash", "Bash(git push origin)"],
    [bash("a; b"), "Bash(b)", "Bash(a; b)"],
    [read("/w/a"), "Read(a)", "Read(//w/a)"],
    [write("/w/a"), "Edit", "Edit(a)"],
    [askOf("mcp__s__t", {}), "mcp__s", "mcp__s__t"],
    [askOf("WebFetch", { url: "https://x.org/" }), "WebFetch(domain:x.org)", "WebFetch(domain:x.org)"],
  ];
  for (const [ask, asking, grant] of cases) {
    const label = `${asking} ${grant}`;
    assert.equal(decide(ask, policyOf([`ask user ${asking}`, `allow session ${grant}`])).effect, "ask", label);
    assert.equal(
      decide(ask, policyOf([`ask user ${asking}`, `allow session granted ${grant}`])).effect,
      "allow",
      label,
    );
    assert.equal(
      decide(ask, policyOf([`deny user ${asking}`, `allow session granted ${grant}`])).effect,
      "deny",
      label,
    );
  }
});

test("P2 a grant for one part of a line leaves the ask about another", () => {
  const policy = policyOf([
    "ask user Bash(git push *)",
    "ask user Bash(npm publish)",
    "allow session granted Bash(git push *)",
  ]);
  assert.equal(decide(bash("git push a"), policy).effect, "allow");
  assert.equal(decide(bash("git push a && npm publish"), policy).effect, "ask");
});

test("P2 G6 deny and ask rules hold in every mode", () => {
  for (const mode of permissionModes) {
    const policy = policyOf(["deny user Bash(rm *)", "deny user Read(secrets/**)", "ask user Bash(touch *)"], { mode });
    assert.equal(decide(bash("rm a"), policy).effect, "deny", mode);
    assert.equal(decide(bash("ls && rm a"), policy).effect, "deny", mode);
    assert.equal(decide(read("/w/secrets/key"), policy).effect, "deny", mode);
    assert.equal(decide(bash("cat secrets/key"), policy).effect, "deny", mode);
    assert.equal(decide(bash("touch a"), policy).effect, mode === "dontAsk" ? "deny" : "ask", mode);
  }
});

test("G6 each mode decides what no rule does", () => {
  const calls = { read: read("/w/a"), outside: read("/etc/x"), write: write("/w/a"), away: write("/etc/x") };
  const more = {
    ls: bash("ls"),
    mkdir: bash("mkdir d"),
    rm: bash("rm a"),
    npm: bash("npm test"),
    redirect: bash("ls > a"),
  };
  const table = {
    default: {
      read: "allow",
      outside: "ask",
      write: "ask",
      away: "ask",
      ls: "allow",
      mkdir: "ask",
      rm: "ask",
      npm: "ask",
      redirect: "ask",
    },
    acceptEdits: {
      read: "allow",
      outside: "ask",
      write: "allow",
      away: "ask",
      ls: "allow",
      mkdir: "allow",
      rm: "ask",
      npm: "ask",
      redirect: "allow",
    },
    plan: {
      read: "allow",
      outside: "ask",
      write: "ask",
      away: "ask",
      ls: "allow",
      mkdir: "ask",
      rm: "ask",
      npm: "ask",
      redirect: "ask",
    },
    dontAsk: {
      read: "allow",
      outside: "deny",
      write: "deny",
      away: "deny",
      ls: "allow",
      mkdir: "deny",
      rm: "deny",
      npm: "deny",
      redirect: "deny",
    },
    bypassPermissions: {
      read: "allow",
      outside: "allow",
      write: "allow",
      away: "allow",
      ls: "allow",
      mkdir: "allow",
      rm: "allow",
      npm: "allow",
      redirect: "allow",
    },
  } as const;
  for (const mode of permissionModes) {
    const policy = policyOf([], { mode });
    const found = Object.entries({ ...calls, ...more }).map(([name, ask]) => [name, decide(ask, policy).effect]);
    assert.deepEqual(Object.fromEntries(found), table[mode], mode);
  }
});

test("G6 plan mode only reads, whatever rules allow", () => {
  const rules = [
    "allow user Bash",
    "allow user Edit(**)",
    "allow user Write",
    "allow user mcp__s",
    "allow user WebFetch",
  ];
  const policy = policyOf(rules, { mode: "plan" });
  for (const ask of [bash("npm test"), write("/w/a"), askOf("mcp__s__t", {})])
    assert.deepEqual(
      [decide(ask, policy).effect, decide(ask, policy).because],
      ["ask", { mode: "plan" }],
      ask.toolName,
    );
  assert.equal(decide(askOf("WebFetch", { url: "https://x.org" }), policy).effect, "allow");
  assert.equal(decide(askOf("TodoWrite", {}), policy).effect, "allow");
});

test("G6 what needs a person, cannot be judged or would remove everything is asked in every mode but the silent one", () => {
  const policy = policyOf(["allow user Bash", "allow user AskUserQuestion"], { mode: "bypassPermissions" });
  for (const ask of [askOf("AskUserQuestion", {}), bash("(("), bash("rm -rf /"), bash("rm -rf ~"), bash("rm -r ../w")])
    assert.equal(decide(ask, policy).effect, "ask", JSON.stringify(ask.input));
  assert.equal(decide(askOf("AskUserQuestion", {}), policy.with({ mode: "dontAsk" })).effect, "deny");
});

test("P1 rules for the tools of MCP servers, agents, skills and parameters", () => {
  const cases: [string, Ask, string][] = [
    ["allow user mcp__a", askOf("mcp__a__x", {}), "allow"],
    ["allow user mcp__a", askOf("mcp__ab__x", {}), "ask"],
    ["allow user mcp__a__*", askOf("mcp__a__x", {}), "allow"],
    ["allow user mcp__a__get_*", askOf("mcp__a__set_x", {}), "ask"],
    ["allow user mcp__a__x", askOf("mcp__a__x2", {}), "ask"],
    ["allow user mcp__*", askOf("mcp__a__x", {}), "ask"],
    ["deny user mcp__*", askOf("mcp__a__x", {}), "deny"],
    ["deny user *", askOf("TodoWrite", {}), "deny"],
    ["allow user *", bash("npm test"), "ask"],
    ["deny user Agent(Explore)", askOf("Task", { subagent_type: "Explore" }), "deny"],
    ["deny user Task(Explore)", askOf("Agent", { subagent_type: "Explore" }), "deny"],
    ["deny user Agent(Explore)", askOf("Agent", { subagent_type: "Plan" }), "allow"],
    ["deny user Agent(model:opus)", askOf("Agent", { subagent_type: "Plan", model: "opus" }), "deny"],
    ["deny user Bash(run_in_background:true)", askOf("Bash", { command: "ls", run_in_background: true }), "deny"],
    ["allow user Skill(pdf *)", askOf("Skill", { skill: "pdf make" }), "allow"],
    ["allow user Read", askOf("Grep", { pattern: "x", path: "/etc" }), "ask"],
    ["deny user Read", askOf("Grep", { pattern: "x" }), "deny"],
    ["deny user Edit(a)", askOf("NotebookEdit", { notebook_path: "/w/a" }), "deny"],
    ["deny user Read(x/**)", askOf("Glob", { pattern: "/w/x/*.ts" }), "deny"],
    ["allow user Read(x)", askOf("Glob", { pattern: "../../**" }), "ask"],
    ["allow user Read(x)", askOf("Glob", { pattern: "*/../../../etc/*" }), "ask"],
  ];
  for (const [written, ask, effect] of cases)
    assert.equal(
      decide(ask, policyOf([written])).effect,
      effect,
      `${written} ${ask.toolName} ${JSON.stringify(ask.input)}`,
    );
});

test("P1 a rule that cannot match what it was meant for gives a warning with what to do", () => {
  const cases: [string, RegExp][] = [
    ["deny user bash", /did you mean Bash\?/],
    ["deny user Bsah(ls)", /did you mean Bash.*write Bash\(ls\)/],
    ["allow user mcp__*", /mcp__server__\*/],
    ["deny user Read(a[b)", /close its brackets/],
    ["deny user Edit(!a)", /cannot take back/],
    ["deny user WebFetch(example.com)", /domain:example.com/],
    ["allow user WebSearch(x)", /write WebSearch/],
    ["deny user B*(ls)", /name the tool/],
  ];
  for (const [written, message] of cases) {
    const { warnings } = policyOf([written]);
    assert.equal(warnings.length, 1, written);
    assert.match(warnings[0]?.message ?? "", message, written);
  }
  assert.deepEqual(
    policyOf(["deny user Bash(rm *)", "ask user mcp__later__x", "allow user Read(src/**)"]).warnings,
    [],
  );
});

test("P2 a deny rule that cannot be read makes every use of its tool an ask, also of what would be allowed", () => {
  const policy = policyOf(["deny user Read(a[b)", "allow user Read"], { mode: "bypassPermissions" });
  assert.equal(decide(read("/w/x"), policy).effect, "ask");
});

test("P2 a rule against a host that is written as no host is makes every fetch an ask", () => {
  const written = ["b\u00fccher.example", "https://evil.example/", "evil.example:443", "::1", "2130706433", "10.*", ""];
  for (const domain of written) {
    const policy = policyOf([`deny user WebFetch(domain:${domain})`, "allow user WebFetch"], {
      mode: "bypassPermissions",
    });
    for (const url of ["https://xn--bcher-kva.example/", "https://evil.example/", "https://x.example/"])
      assert.equal(decide(askOf("WebFetch", { url }), policy).effect, "ask", `${domain} ${url}`);
    assert.equal(policy.warnings.length, 1, domain);
  }
});

test("P2 where settings are damaged nothing is allowed without a person, and the line says why", () => {
  const damage = ["/w/.claude/settings.json:3: a string is not closed on its line"];
  const policy = policyOf(["allow user Bash"], { damage, mode: "bypassPermissions" });
  for (const ask of [bash("ls"), read("/w/a"), bash("npm test")])
    assert.match(why(decide(ask, policy)), /^Asked: \/w\/.claude\/settings.json:3: .* may be lost/);
  assert.equal(decide(bash("ls"), policy.with({ mode: "dontAsk" })).effect, "deny");
});

test("P2 protected places are asked about whatever rules allow, except where all is bypassed", () => {
  const rules = ["allow user Edit(**)", "allow user Write", "allow user Bash(touch *)"];
  for (const path of [
    "/w/.git/hooks/pre-commit",
    "/w/.claude/settings.json",
    "/w/.bashrc",
    "/w/sub/.GIT/config",
    "/w/.mcp.json",
  ]) {
    assert.equal(decide(write(path), policyOf(rules)).effect, "ask", path);
    assert.equal(decide(write(path), policyOf(rules, { mode: "acceptEdits" })).effect, "ask", path);
    assert.equal(decide(bash(`echo x > ${path}`), policyOf(rules, { mode: "acceptEdits" })).effect, "ask", path);
    assert.equal(decide(bash(`touch ${path}`), policyOf(rules)).effect, "ask", path);
    assert.equal(decide(write(path), policyOf(rules, { mode: "bypassPermissions" })).effect, "allow", path);
  }
  assert.equal(decide(write("/w/.claude/worktrees/a/x.ts"), policyOf(rules)).effect, "allow");
  assert.equal(decide(write("/w/.gitignore"), policyOf(rules)).effect, "allow");
});

test("P2 every decision is one line for a person, and each part of a command has its own", () => {
  const policy = policyOf(["allow user Bash(npm *)", "deny project Edit(docs/**)"]);
  const lines: [Ask, string][] = [
    [bash("npm test"), "Allowed: rule Bash(npm *) of the user's settings (user)"],
    [bash("npm test && make"), "Asked because of `make`: no rule allows this command"],
    [
      bash("ls > docs/x"),
      "Denied because of `docs/x`: rule Edit(docs/**) of the project's settings (project) (/w/docs/x)",
    ],
    [read("/etc/x"), "Asked: it is outside the working folders (/etc/x)"],
  ];
  for (const [ask, line] of lines) assert.equal(why(decide(ask, policy)), line);
  const parts = decide(bash("npm test && make"), policy).parts ?? [];
  assert.deepEqual(
    parts.map(({ text, effect }) => [text, effect]),
    [
      ["npm test", "allow"],
      ["make", "ask"],
    ],
  );
});
