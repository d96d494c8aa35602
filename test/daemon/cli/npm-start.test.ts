import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { within } from "../../host/within.ts";
import { eventually } from "../support/eventually.ts";
import { endAll, markName, processesOf } from "../support/processes-of.ts";

const root = join(import.meta.dirname, "..", "..", "..");

/** The first of a demo's processes whose command line is like that. */
function find(home: string, like: RegExp): number {
  const pid = processesOf(home).find((one) => like.test(commandLine(one)));
  assert.ok(pid, `a process like ${like}`);
  return pid;
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

const endings: readonly { readonly what: string; readonly end: (terminal: ChildProcess, home: string) => void }[] = [
  // Its terminal is a pseudo terminal of `script`: with that, the kernel hangs up.
  { what: "its terminal is gone", end: (terminal) => terminal.kill("SIGKILL") },
  {
    what: "npm is killed with -9",
    end: (_, home) => process.kill(find(home, /^(npm start|\S*node \S*npm\S* start)/), "SIGKILL"),
  },
  {
    what: "what npm runs is killed with -9",
    end: (_, home) => process.kill(find(home, /^\S*node scripts\/demo/), "SIGKILL"),
  },
];

for (const { what, end } of endings)
  test(`U1 npm start prints a link with a one-time login, and leaves nothing running when ${what}`, async () => {
    const home = mkdtempSync(join(tmpdir(), "bridle-start-"));
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      XDG_STATE_HOME: home,
      TMPDIR: home,
      TERM: "xterm",
      [markName]: home,
    };
    const terminal = spawn(
      "script",
      ["--quiet", "--flush", "--return", "--command", "npm start; sleep 600", "/dev/null"],
      {
        cwd: root,
        env,
        stdio: ["pipe", "pipe", "inherit"],
      },
    );
    try {
      const shown = await within(60_000, "the address", screenWith(terminal, /login\?code=\S+&to=\/s\/\S+/));
      assert.match(shown, /[▀▄█]/, "a QR code, on a terminal");
      const before = processesOf(home).map(commandLine);
      for (const like of [/daemon start/, /holder/, /bridle-agent/])
        assert.ok(
          before.some((line) => like.test(line)),
          `${like} runs before`,
        );
      end(terminal, home);
      // The shell goes on: only a terminal that is gone ends it, too.
      const left = (): string[] =>
        processesOf(home)
          .map(commandLine)
          .filter((line) => /node|npm/.test(line));
      await eventually(
        "nothing to be left",
        () => left().filter((line) => !/^script|sleep/.test(line)).length === 0,
        30_000,
      );
    } finally {
      terminal.kill("SIGKILL");
      endAll(processesOf(home));
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    }
  });

/** What stands on it, once that is there. */
function screenWith({ stdout }: ChildProcess, like: RegExp): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = "";
  stdout?.setEncoding("utf8").on("data", (part: string) => {
    text += part;
    if (like.test(text) && /Ctrl-C ends/.test(text)) resolve(text);
  });
  stdout?.once("close", () => reject(new Error(`the terminal was closed: ${text}`)));
  return promise;
}
