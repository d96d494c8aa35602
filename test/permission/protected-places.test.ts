import assert from "node:assert/strict";
import { test } from "node:test";
import { decide, why } from "../../src/exports/permission.ts";
import { bash, policyOf, read, write } from "./policy-of.ts";

/** What is run without anybody calling it, by class. */
const places: { readonly [reason: string]: readonly string[] } = {
  "hooks and aliases of repositories": [
    ...[".git/config", ".hg/hgrc", "sub/.hg/hgrc", ".jj/repo/config.toml", ".sl/config", ".husky/pre-push", ".hgrc"],
    ...[".gitconfig", ".pre-commit-config.yaml", "lefthook.yml", "lefthook.toml", ".config/jj/config.toml"],
  ],
  "other agents' settings": [
    ...[
      ".claude/settings.json",
      ".cursor/mcp.json",
      ".codex/config.toml",
      ".gemini/settings.json",
      "sub/.cursor/hooks.json",
    ],
    ...[".windsurf/mcp.json", ".kiro/hooks/a", ".mcp.json", "opencode.json", ".aider.conf.yml", ".CURSOR/mcp.json"],
  ],
  "editors and debuggers": [
    ...[".vscode/tasks.json", ".idea/runConfigurations/a.xml", ".exrc", ".nvimrc", ".nvim.lua", ".vimrc", "sub/.exrc"],
    ...[".dir-locals.el", ".gdbinit", ".zed/tasks.json", "a.code-workspace", ".devcontainer.json", ".emacs.d/init.el"],
  ],
  "shells and what begins like them": [
    ...[
      ".bashrc",
      ".zshenv",
      ".zlogout",
      ".envrc",
      ".inputrc",
      ".tmux.conf",
      ".psqlrc",
      ".Rprofile",
      ".irbrc",
      ".netrc",
    ],
    ...[".config/fish/config.fish", ".config/fish/conf.d/a.fish"],
  ],
  "package managers": [
    ".npmrc",
    ".pnpmfile.cjs",
    ".pnpmfile.mjs",
    ".cargo/config.toml",
    ".m2/settings.xml",
    "pip.conf",
  ],
  logins: [
    ".ssh/authorized_keys",
    ".ssh/config",
    ".gnupg/gpg-agent.conf",
    ".aws/config",
    ".kube/config",
    ".docker/config.json",
  ],
};

const ordinary = [
  ...[
    "src/a.ts",
    "Makefile",
    "package.json",
    ".gitignore",
    ".gitattributes",
    ".editorconfig",
    ".eslintrc.json",
    ".prettierrc",
  ],
  ...[
    ".github/workflows/ci.yml",
    ".aws/task-definition.json",
    ".docker/php/Dockerfile",
    ".env.example",
    ".config/a.json",
  ],
  ...[
    "ssh/config",
    "docs/exrc",
    ".claude/worktrees/a/src/x",
    "kube/config",
    "config/git",
    ".sshx/a",
    "code-workspace/a",
  ],
  ...[".exrc/a", "pnpmfile.md", "cursor/mcp.json", ".tool-versions", "tsconfig.json", ".storybook/main.ts"],
];

test("P9 a place whose content is run without anybody calling it is asked about whatever rules and acceptEdits allow", () => {
  for (const mode of ["default", "acceptEdits"] as const) {
    const policy = policyOf(["allow user Edit(**)", "allow user Bash(touch:*)", "allow user Bash(cp:*)"], { mode });
    for (const [reason, paths] of Object.entries(places))
      for (const path of paths) {
        for (const call of [
          write(path),
          write(`/w/${path}`),
          bash(`touch ${path}`),
          bash(`cp a ${path}`),
          bash(`echo a > ${path}`),
        ])
          assert.equal(decide(call, policy).effect, "ask", `${mode} ${reason} ${JSON.stringify(call.input)}`);
        assert.equal(decide(read(path), policy).effect, "allow", `${path} is only read`);
      }
    for (const path of ordinary) {
      const decision = decide(write(path), policy);
      assert.equal(decision.effect, "allow", `${mode} ${path}: ${why(decision)}`);
    }
  }
});

test("P9 bypassPermissions takes the asks for protected places back, and a working folder inside one is an ordinary folder", () => {
  for (const path of Object.values(places).flat())
    assert.equal(decide(write(path), policyOf([], { mode: "bypassPermissions" })).effect, "allow", path);
  const inside = {
    ...write("/home/u/.config/nvim/init.lua"),
    cwd: "/home/u/.config/nvim",
    directories: ["/home/u/.config/nvim"],
  };
  const policy = policyOf([], { mode: "acceptEdits", cwd: "/home/u/.config/nvim" });
  assert.equal(decide(inside, policy).effect, "allow");
});
