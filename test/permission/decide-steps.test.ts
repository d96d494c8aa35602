import assert from "node:assert/strict";
import { test } from "node:test";
import { type Ask, decide, type Effect } from "../../src/exports/permission.ts";
import { askOf, bash, policyOf, read, write } from "./policy-of.ts";

const monitor = askOf("Monitor", { command: "ls" });
const connecting = askOf("Monitor", { ws: "wss://x.org" });
const glob = askOf("Glob", { pattern: "*.ts" });
const notebook = askOf("NotebookEdit", { notebook_path: "/w/a.ipynb" });
const fetching = (url: unknown): Ask => askOf("WebFetch", { url });
const slash = (command: string): Ask => askOf("SlashCommand", { command });
const skill = (name: string): Ask => askOf("Skill", { skill: name });

/** One row for each step of `decide()`: a call, the rules, what comes of it, and the rule that is told. */
const rows: readonly [Ask, readonly string[], Effect, rule?: string][] = [
  // A rule for the whole of a family restricts every tool that does the same.
  [monitor, ["deny user Bash", "allow user Monitor"], "deny", "Bash"],
  [monitor, ["ask user Bash", "allow user Monitor"], "ask", "Bash"],
  [connecting, ["deny user Bash", "allow user Monitor"], "deny", "Bash"],
  [connecting, ["ask user Bash", "allow user Monitor"], "ask", "Bash"],
  [connecting, ["allow user Monitor"], "allow", "Monitor"],
  [askOf("Glob", { path: 5 }), ["deny user Read", "allow user Glob"], "deny", "Read"],
  [askOf("Glob", { path: 5 }), ["ask user Read", "allow user Glob"], "ask", "Read"],
  [glob, ["deny user Edit", "allow user Glob"], "allow"],
  [glob, ["deny user Read", "allow user Glob"], "deny", "Read"],
  [askOf("Write", {}), ["deny user Edit", "allow user Write"], "deny", "Edit"],
  [askOf("Write", {}), ["ask user Edit", "allow user Write"], "ask", "Edit"],
  [askOf("Write", {}), ["deny user Read", "allow user Write"], "deny", "Read"],
  [write("/w/a"), ["ask user Read", "allow user Write"], "allow", "Write"],
  [notebook, ["deny user Edit", "allow user NotebookEdit"], "deny", "Edit"],
  [
    askOf("WebSearch", {}),
    ["deny user Bash", "deny user Read", "deny user Edit", "allow user WebSearch"],
    "allow",
    "WebSearch",
  ],
  // A host that cannot be connected to as it is written is forbidden as it is meant.
  [
    fetching("http://ｅｖｉｌ.example/"),
    ["deny user WebFetch(domain:evil.example)"],
    "deny",
    "WebFetch(domain:evil.example)",
  ],
  [fetching(5), ["deny user WebFetch(domain:evil.example)"], "ask"],
  [
    fetching("https://evil.example/"),
    ["allow user WebFetch(domain:evil.example)"],
    "allow",
    "WebFetch(domain:evil.example)",
  ],
  // Names of commands and skills, as they are and as whoever runs them reads them.
  [slash("/deploy"), ["deny user SlashCommand(/deploy)", "allow user SlashCommand"], "deny", "SlashCommand(/deploy)"],
  [slash(" /deploy "), ["deny user SlashCommand(/deploy)", "allow user SlashCommand"], "deny", "SlashCommand(/deploy)"],
  [slash("/deploy"), ["ask user SlashCommand(/deploy)", "allow user SlashCommand"], "ask", "SlashCommand(/deploy)"],
  [skill("/pdf"), ["deny user Skill(pdf)", "allow user Skill"], "deny", "Skill(pdf)"],
  [skill("//pdf"), ["deny user Skill(pdf)", "allow user Skill"], "deny", "Skill(pdf)"],
  [read("/w/.env "), ["deny user Read(./.env)"], "deny", "Read(./.env)"],
  [write("/w/a"), ["deny user Read", "allow session granted Write"], "deny", "Read"],
  [askOf("Agent", { subagent_type: " " }), ["deny user Agent(general-purpose)"], "deny", "Agent(general-purpose)"],
  [askOf("Agent", {}), ["deny user Agent(general-purpose)"], "deny", "Agent(general-purpose)"],
  [askOf("Grep", { pattern: "a", path: "" }), [], "allow"],
  [askOf("Grep", { pattern: "a", path: null }), [], "allow"],
  [skill("// pdf"), ["deny user Skill(pdf)", "allow user Skill"], "deny", "Skill(pdf)"],
  [skill("a/pdf"), ["deny user Skill(apdf)", "allow user Skill"], "allow", "Skill"],
  [skill("pdf"), ["deny user Skill(pd)", "allow user Skill"], "allow", "Skill"],
  // What a tool of which nothing is known is given may name a file.
  [askOf("mcp__s__t", { path: "/w/.env" }), ["deny user Read(./.env)", "allow user mcp__s"], "ask"],
  [askOf("mcp__s__t", { path: "/w/a" }), ["deny user Read(./.env)", "allow user mcp__s"], "allow", "mcp__s"],
  [
    askOf("ReadMcpResourceTool", { uri: "file:///w/.env" }),
    ["deny user Read(./.env)", "allow user ReadMcpResourceTool"],
    "ask",
  ],
  [read("/w/a"), ["deny user Read(./.env)"], "allow"],
  [write("/w/a"), ["deny user Edit(./.env)", "allow user Write"], "allow", "Write"],
  [bash("ls"), ["deny user Read(./.env)", "allow user Bash"], "allow"],
];

for (const [ask, rules, effect, because] of rows)
  test(`P2 P9 ${ask.toolName} ${JSON.stringify(ask.input)} under ${rules.join(", ")}: ${effect}`, () => {
    const decision = decide(ask, policyOf(rules));
    assert.equal(decision.effect, effect);
    if (because !== undefined) assert.equal("rule" in decision.because && decision.because.rule, because);
  });
