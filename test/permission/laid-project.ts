import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { nodeFiles } from "../../src/agent/permission/node-files.ts";
import { type Decision, decide, Policy } from "../../src/exports/permission.ts";
import { rule } from "./policy-of.ts";

/** What nearly everybody forbids. */
export const everyones: readonly string[] = [
  "deny user Read(./.env)",
  "deny user Read(./.env.*)",
  "deny user Read(./secrets/**)",
  "deny user Edit(./conf/**)",
];

/** A project on the real file system, whose lines are judged under `allow Bash` and other rules. */
export class LaidProject {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "bridle-laid-")));

  constructor(files: readonly string[]) {
    for (const file of files) {
      const [name = "", target] = file.split(" -> ");
      const path = join(this.folder, name);
      mkdirSync(name.endsWith("/") ? path : dirname(path), { recursive: true });
      if (target !== undefined) symlinkSync(target, path);
      else if (!name.endsWith("/")) writeFileSync(path, "x\n");
    }
  }

  git(...args: readonly string[]): void {
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", ...args], {
      cwd: this.folder,
      stdio: "ignore",
      env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
    });
  }

  policy(rules: readonly string[] = ["allow user Bash", ...everyones]): Policy {
    return new Policy({
      rules: rules.map(rule),
      mode: "default",
      cwd: this.folder,
      home: "/home/nobody",
      files: nodeFiles,
    });
  }

  decide(command: string, policy: Policy = this.policy()): Decision {
    const { folder } = this;
    return decide({ toolName: "Bash", input: { command }, cwd: folder, directories: [folder] }, policy);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The files that most tables need. */
export const everydayFiles: readonly string[] = [
  ...[".env", ".env.local", "secrets/key.pem", "conf/c.json", "package.json", "README.md", "a.log", "b.log", "x.sh"],
  ...["src/a.ts", "src/b.ts", "src/deep/c.ts", "lib/l.js", "lib/c.json", "dist/x.js", "scripts/x.sh", "logs/x.log"],
  ...["pkg/a/package.json", "pkg/b/package.json", "docs/x.md", "main.py"],
];
