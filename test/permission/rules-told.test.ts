/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: people write variables into rules */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decide, type Effect, isBroken, parseRule, readSettings } from "../../src/exports/permission.ts";
import { splitRules } from "../../src/permission/rule.ts";
import { moreToldSlips } from "./more-rule-slips.ts";
import { askOf, bash, policyOf, read } from "./policy-of.ts";
import { toldSlips } from "./rule-slips.ts";

function warning(text: string, effect: Effect): string {
  const rule = parseRule(text, { effect, scope: "user" });
  if (isBroken(rule)) return rule.broken;
  return policyOf([])
    .with({ rules: [rule] })
    .warnings.map(({ message }) => message)
    .join("; ");
}

type Told = readonly [rule: string, advice: string];

/** Whether they allow or forbid. */
const always: readonly Told[] = [
  ["Bash(ls))", "write Bash(ls)"],
  ["Bash(rm:*))", "write Bash(rm:*)"],
  ['Bash("")', "names nothing"],
  ["Bash(git {push,pull})", "write Bash(git push:*), Bash(git pull:*)"],
  ["Bash(git push|git pull)", "write Bash(git push:*), Bash(git pull:*)"],
  ["Bash(git push, git pull)", "write Bash(git push:*), Bash(git pull:*)"],
  ["Bash(npm test or npm publish)", "write Bash(npm test:*), Bash(npm publish:*)"],
  ["Bash(git push:)", "write Bash(git push:*)"],
  ["Bash(then rm)", "begins no command"],
  ["Bash(run_in_background)", "write Bash(run_in_background:true)"],
  ["Bash(C:\\Windows\\x.exe)", "write Bash(C:/Windows/x.exe)"],
  ["Bash(cd:* && ls:*)", "write Bash(cd:*), Bash(ls:*)"],
  ["Bash(curl:* | bash:*)", "write Bash(curl:*), Bash(bash:*)"],
  ["Bash(g\u0456t push:*)", "write Bash(git push:*)"],
  ["Read(.\u0435nv)", "write Read(.env)"],
  ["Read(\uff0eenv)", "write Read(.env)"],
  ["Read(not .env)", "cannot leave out"],
  ["Read(/\\.env$/)", "write Read(.env)"],
  ["Read(\\\\host\\share)", "write Read(//host/share)"],
  ["Read(/c/Users/me/x)", "write Read(//c/Users/me/x)"],
  ["server__tool", "write mcp__server__tool"],
  ["a__b", "write mcp__a__b"],
  ["mpc__a__b", "write mcp__a__b"],
  ["mcp__a.b__c", "write mcp__a_b__c"],
  ["WebFetch(x.com)", "write WebFetch(domain:x.com)"],
  ["WebFetch(https://x.com/*)", "write WebFetch(domain:x.com)"],
  ["WebFetch(url:https://u:p@x.com:8443/a?b)", "write WebFetch(domain:x.com)"],
  ["WebFetch(Domain:x.com)", "write WebFetch(domain:x.com)"],
  ["WebFetch(domain:https://x.com/y)", "write WebFetch(domain:x.com)"],
  ["WebFetch(domain:x.com,y.com)", "write WebFetch(domain:x.com), WebFetch(domain:y.com)"],
  ["WebFetch(domain:{a,b}.x.com)", "write WebFetch(domain:a.x.com), WebFetch(domain:b.x.com)"],
  ["WebFetch(domain:.x.com)", "write WebFetch(domain:*.x.com)"],
  ["WebFetch(domain:^x\\.com$)", "write WebFetch(domain:x.com)"],
];

/** What forbids is read as it is meant. */
const onlyAllowing: readonly Told[] = [
  ['Bash("git push":*)', "write Bash(git push:*)"],
  ["Bash(git Push:*)", "write Bash(git push:*)"],
  ["Bash(FOO=* npm test)", "or Bash(npm test)"],
  ["Bash(~/bin/x:*)", "write Bash(/home/u/bin/x:*)"],
  ["Bash($HOME/bin/x)", "write Bash(/home/u/bin/x)"],
  ["Bash(${HOME}/bin/x *)", "write Bash(/home/u/bin/x *)"],
  ["WebFetch(domain:*github.com)", "write domain:github.com and domain:*.github.com"],
];

test("P1 a rule that matches nothing, or more than it seems to, is told with what to write instead", () => {
  for (const [rule, advice] of always)
    for (const effect of ["allow", "deny", "ask"] as const)
      assert.ok(warning(rule, effect).includes(advice), `${effect} ${rule}: ${warning(rule, effect)}`);
  for (const [rule, advice] of onlyAllowing) {
    assert.ok(warning(rule, "allow").includes(advice), `allow ${rule}: ${warning(rule, "allow")}`);
    assert.equal(warning(rule, "deny"), "", rule);
  }
});

test("P1 two rules in one text are told, whatever stands between them, and the tools of both are asked about", () => {
  const texts = ["Bash(ls)Read(x)", "Bash(ls);Read(x)", "Bash(ls)|Read(x)", "Bash(ls) || Read(x)", "Bash(ls)+Read(x)"];
  for (const text of [...texts, "Bash(ls) / Read(x)", "Bash(ls) and Read(x)", "Bash(ls), Read", "Bash(ls)&Read(x)"]) {
    for (const effect of ["allow", "deny"] as const) assert.match(warning(text, effect), /several rules/, text);
    const settings = JSON.stringify({ permissions: { deny: [text] } });
    const { rules } = readSettings(settings, { file: "f", scope: "user", folder: undefined });
    const policy = policyOf([]).with({ rules });
    assert.equal(decide(bash("ls"), policy).effect, "ask", text);
    assert.equal(decide(read("/w/x"), policy).effect, "ask", text);
  }
  for (const text of [
    "Bash(python3 -c 'Foo(1) Bar(2)')",
    "Bash(f() { a; })",
    "Read(a (1) b)",
    "Bash(echo (Read(x)))",
    "Bash(echo ')' Read)",
  ])
    assert.doesNotMatch(warning(text, "deny"), /several rules/, text);
});

test("P1 nobody is told about rules that people really write", () => {
  const fine = [
    ...["Read(~/Library/Application Support/**)", "Read(//Users/me/My Project/**)", "Edit(docs/Meeting Notes/*.md)"],
    ...["Read(//srv/a,b/**)", "Read(~/Google Drive/My Drive/**)", "Read(файл.txt)"],
    ...["Read(имя_file.txt)", "Bash(echo привет)", "Read(資料（１）.txt)", "Read(Ωmega/**)", "Read(λ-calculus.md)"],
    ...[
      "LSP",
      "CronCreate",
      "EnterWorktree",
      "ExitWorktree",
      "SendMessage",
      "Workflow",
      "ScheduleWakeup",
      "PowerShell",
    ],
    ...[
      "Bash(scp a host:)",
      "Bash(docker cp a c:)",
      "Bash(rsync -a x host:)",
      "Bash(git log|head)",
      "Bash(make a; make b)",
    ],
    ...["Bash(mkdir -p src/{a,b})", "Bash(git commit -m 'a, b')", "Bash(cat x|grep y)", "Bash(if a; then b; fi)"],
    ...["Bash(npm run Build)", "Bash(git log --format=%H, -1)", "Bash(FOO=1 npm test)", "Bash('/a b/c':*)"],
    ...["WebFetch(domain:*-prod.example.com)", "WebFetch(domain:*.github.com)", "mcp__my_server__tool", "mcp__a__b_c"],
    ...["Bash(cd sub; make)", "Bash(case x in a) b;; esac)", "Bash(echo ')')"],
  ];
  for (const rule of fine)
    for (const effect of ["allow", "deny"] as const) assert.equal(warning(rule, effect), "", `${effect} ${rule}`);
});

test("P1 what is advised is itself no slip", () => {
  const rules = [...[...toldSlips, ...moreToldSlips].map(([rule]) => rule), ...always.map(([rule]) => rule)];
  assert.ok(rules.length > 200);
  for (const rule of new Set(rules)) {
    const message = warning(rule, "deny");
    const advised = /; write ((?:[A-Za-z_]+[^;]*))$/.exec(message)?.[1] ?? "";
    for (const one of splitRules(advised).filter((text) => /^[A-Z]\w+\(.*\)$|^mcp__/.test(text)))
      assert.equal(warning(one, "deny"), "", `${rule}: ${message}`);
  }
});

test("P1 P2 what such a rule was to forbid is not free", () => {
  const policy = (rule: string) => policyOf([`deny user ${rule}`, "allow user Bash", "allow user mcp__server"]);
  for (const [rule, line] of [
    ["Bash(rm))", "rm"],
    ["Bash(rm:*))", "rm x"],
    ["Bash(git {push,pull})", "git push"],
    ["Bash(git push|git pull)", "git pull x"],
    ["Bash(git push:)", "git push x"],
    ["Bash(git Push:*)", "git push x"],
    ["Bash(g\u0456t push:*)", "git push x"],
    ["Bash(curl:* | bash:*)", "curl x"],
    ['Bash("git push":*)', "git push x"],
  ] as const)
    assert.notEqual(decide(bash(line), policy(rule)).effect, "allow", rule);
  assert.notEqual(decide(read("/w/.env"), policy("Read(.\u0435nv)")).effect, "allow");
  assert.notEqual(decide(askOf("mcp__server__tool", {}), policy("server__tool")).effect, "allow");
});
