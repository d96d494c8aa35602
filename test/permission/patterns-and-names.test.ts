import assert from "node:assert/strict";
import { test } from "node:test";
import { type Ask, decide, why } from "../../src/exports/permission.ts";
import { laidFiles } from "./laid-files.ts";
import { askOf, policyOf, read, write } from "./policy-of.ts";

const glob = (pattern: string, path?: string): Ask =>
  askOf("Glob", path === undefined ? { pattern } : { pattern, path });

test("P2 P9 what the pattern of Glob points at is held against rules, as the folder it searches is", () => {
  for (const rule of ["Read(./conf/**)", "Read(conf/**)", "Glob(conf/**)", "Read(//w/conf/**)"])
    for (const filtersSearches of [false, true])
      for (const pattern of [
        ...[
          "conf/**",
          "conf/*",
          "conf/*.pem",
          "conf",
          "conf/",
          "./conf/**",
          "src/../conf/*",
          "{conf,x}/*",
          "{x,conf}/**/*",
        ],
        ...[
          "co{n,x}f/*",
          "co\\nf/*",
          "@(conf|x)/*",
          "+(conf)/*",
          "/w/conf/*",
          "conf/deep/**/*.key",
          " conf/*",
          "CONF/*",
        ],
      ]) {
        const parts = { files: laidFiles, filtersSearches };
        const denied = decide(glob(pattern), policyOf([`deny user ${rule}`, "allow user Glob"], parts));
        assert.equal(denied.effect, "deny", `${rule} ${pattern}: ${why(denied)}`);
        const asked = decide(glob(pattern), policyOf([`ask user ${rule}`, "allow user Glob"], parts));
        assert.equal(asked.strength, "askedByRule", `${rule} ${pattern}: ${why(asked)}`);
      }
  assert.equal(decide(glob("f/**", "/w/con"), policyOf(["deny user Read(./con/f/**)"])).effect, "deny");
  assert.equal(decide(glob("id*", "~/.ssh"), policyOf(["deny user Read(~/.ssh/**)"])).effect, "deny");
});

test("P2 P9 a pattern that may point at what is forbidden is asked about where the search shows all it finds", () => {
  const rules = ["deny user Read(./conf/**)", "deny user Read(.env)", "allow user Glob"];
  for (const pattern of ["c*/*", "con?/**", "[c]onf/*", "**/.env", "**/conf/*", "src/**/.e*", "*/../conf/*"]) {
    const shown = decide(glob(pattern), policyOf(rules, { files: laidFiles }));
    assert.equal(shown.effect, "ask", `${pattern}: ${why(shown)}`);
  }
  const everyday = [
    "**/*.ts",
    "src/**/*.ts",
    "*.json",
    "**/*",
    "*",
    "src/**",
    "**/*.test.{ts,tsx}",
    "lib/*",
    "README*",
  ];
  for (const pattern of [...everyday, "confer/*", "**/package.json", "{src,lib}/**/*.js", "docs/x.md"])
    for (const filtersSearches of [false, true]) {
      const decision = decide(glob(pattern), policyOf(rules, { files: laidFiles, filtersSearches }));
      assert.equal(decision.effect, "allow", `${pattern}: ${why(decision)}`);
    }
});

test("P9 a pattern that begins at a link out of the folder is asked about as its target is", () => {
  const files = { ...laidFiles, readlink: (path: string) => (path === "/w/out" ? "/etc" : undefined) };
  const realpath = (path: string): string => path.replace(/^\/w\/out(?=\/|$)/, "/etc");
  assert.equal(decide(glob("out/**"), policyOf([], { files: { ...files, realpath } })).effect, "ask");
});

const blanks = (name: string): readonly string[] => [
  ` ${name}`,
  `${name} `,
  `\t${name}\n`,
  `\u00a0${name}`,
  `\n${name}`,
];

test("P2 P9 blanks around a name hide it from no rule, since Claude Code takes them away", () => {
  for (const [tool, field, name] of [
    ["Skill", "skill", "pdf"],
    ["Agent", "subagent_type", "Explore"],
    ["Task", "subagent_type", "Explore"],
    ["SlashCommand", "command", "/deploy"],
    ["Read", "file_path", ".env"],
    ["Read", "file_path", "/w/.env"],
    ["Edit", "file_path", ".env"],
    ["Write", "file_path", "/w/.env"],
    ["NotebookEdit", "notebook_path", ".env"],
    ["LS", "path", ".env"],
    ["Grep", "path", "/w/.env"],
  ] as const)
    for (const written of blanks(name)) {
      const rule = /path$/.test(field) ? "Read(.env)" : `${tool}(${name})`;
      for (const effect of ["deny", "ask"] as const) {
        const policy = policyOf([`${effect} user ${rule}`, `allow user ${tool}`], { mode: "bypassPermissions" });
        const decision = decide(askOf(tool, { [field]: written }), policy);
        const expected = effect === "ask" && /^(?:Edit|Write|NotebookEdit)$/.test(tool) ? "allow" : effect;
        assert.equal(decision.effect, expected, `${effect} ${tool} ${JSON.stringify(written)}: ${why(decision)}`);
      }
    }
  for (const skill of [" /pdf", "//pdf", "/ pdf"])
    assert.equal(decide(askOf("Skill", { skill }), policyOf(["deny user Skill(pdf)"])).effect, "deny", skill);
  assert.equal(
    decide(askOf("Agent", { subagent_type: " " }), policyOf(["deny user Agent(general-purpose)"])).effect,
    "deny",
  );
});

test("P2 P9 blanks around a name or a path allow nothing that the name without them does not", () => {
  for (const path of blanks("/etc/passwd")) {
    assert.notEqual(decide(write(path), policyOf(["allow user Edit(./**)"], { mode: "acceptEdits" })).effect, "allow");
    assert.notEqual(decide(read(path), policyOf([])).effect, "allow", JSON.stringify(path));
  }
  assert.notEqual(decide(write(" .git/config"), policyOf(["allow user Edit(**)"])).effect, "allow");
  assert.equal(decide(write("a b"), policyOf(["allow user Edit(**)"])).effect, "allow");
  assert.equal(decide(read(" a"), policyOf([])).effect, "allow");
});

test("P2 P9 a key in the input of a server's tool, and a name below its folder, is held against path rules", () => {
  const rules = ["deny user Read(.env)", "deny user Read(./src/key)", "deny user Read(id_rsa)", "allow user mcp__x"];
  const judged = (input: Ask["input"]): string => decide(askOf("mcp__x__push", input), policyOf(rules)).effect;
  for (const input of [
    { files: { ".env": "A=1" } },
    { ".env": true },
    { files: { id_rsa: "…" } },
    { tree: [{ "/w/.env": { mode: 1 } }] },
    { content: { "./.env": "x" } },
    { files: { "%2eenv": "x" } },
    { dir: "src", name: "key" },
    { cwd: "/w/src", file: "./key" },
    { dir: "lib", name: "../src/key" },
    { basePath: "src", files: [{ name: "key" }] },
    { root: "src", files: { key: "x" } },
    { request: '{"path":".env"}' },
  ])
    assert.equal(judged(input), "ask", JSON.stringify(input));
  for (const input of [
    { files: { "a.ts": "x", ".env.example": "y" } },
    { key: "x", id_rsa: true },
    { "a.b": 1, "x/y": 2 },
    { dir: "lib", name: "key" },
    { name: "key" },
    { title: "see .env", files: {} },
  ])
    assert.equal(judged(input), "allow", JSON.stringify(input));
});
