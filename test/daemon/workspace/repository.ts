import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const env = {
  PATH: process.env.PATH,
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@example.com",
};

/** A real repository for a test, with what people do in one. */
export class Repository {
  readonly folder: string;

  /** With one commit that holds these files; without any, the folder is what it is. */
  constructor(folder = mkdtempSync(join(tmpdir(), "bridle-repo-")), files?: { readonly [path: string]: string }) {
    this.folder = folder;
    if (files === undefined) return;
    mkdirSync(folder, { recursive: true });
    this.git("init", "--quiet", "--initial-branch=main");
    for (const [path, content] of Object.entries(files)) this.write(path, content);
    if (Object.keys(files).length > 0) this.commit("first");
  }

  /** At a time that is past for every session of the test. */
  commit(subject: string, date = "2026-01-01T00:00:00Z"): string {
    this.git("add", "--all");
    this.#run(["commit", "--quiet", "--allow-empty", "-m", subject], {
      GIT_COMMITTER_DATE: date,
      GIT_AUTHOR_DATE: date,
    });
    return this.git("rev-parse", "HEAD");
  }

  git(...args: readonly string[]): string {
    return this.#run(args, {});
  }

  write(path: string, content: string | Uint8Array): string {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  /** A program that leaves a mark when anybody runs it. */
  trap(mark: string): string {
    const file = join(this.folder, ".git", "trap.sh");
    writeFileSync(file, `#!/bin/sh\necho "$0 $*" >> '${mark}'\ncat\n`);
    chmodSync(file, 0o755);
    return file;
  }

  #run(args: readonly string[], more: { readonly [name: string]: string }): string {
    const options = { cwd: this.folder, env: { ...env, ...more }, stdio: ["ignore", "pipe", "pipe"] as const };
    return execFileSync("git", args, { ...options, stdio: [...options.stdio] })
      .toString()
      .trim();
  }
}
