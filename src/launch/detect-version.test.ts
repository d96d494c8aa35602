import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { isBridleError } from "../errors.ts";
import { formatVersion } from "../util/version.ts";
import { detectVersion } from "./detect-version.ts";

const folder = mkdtempSync(join(tmpdir(), "bridle-version-"));
after(() => rmSync(folder, { recursive: true }));
let made = 0;

/** A tiny agent that counts how often it was started. */
function agent(script: string): { path: string; starts: () => number } {
  const path = join(folder, `agent-${++made}`);
  const log = `${path}.log`;
  writeFileSync(log, "");
  writeFileSync(path, `#!/bin/sh\necho x >> '${log}'\n${script}\n`, { mode: 0o755 });
  return { path, starts: () => readFileSync(log, "utf8").split("\n").length - 1 };
}

const prints = (version: string): string => `#!/bin/sh\necho '${version} (Claude Code)'\n`;

async function found(path: string): Promise<string> {
  const { version } = await detectVersion(path);
  return version === undefined ? "unknown" : formatVersion(version);
}

test("C4 the caller's word is taken and nothing is started", async () => {
  const { path, starts } = agent("echo '1.0.64 (Claude Code)'");
  assert.equal((await detectVersion(path, { agentVersion: "2.1.325" })).version?.patch, 325);
  assert.equal(starts(), 0);
});

/** Ways to start another agent without a change of the file that is started. Each makes a file and what retargets it. */
const indirections: { [what: string]: (place: string) => { path: string; retarget: (version: string) => void } } = {
  "a wrapper in shell": (place) => {
    writeFileSync(join(place, "claude"), `#!/bin/sh\nexec '${join(place, "target")}' "$@"\n`, { mode: 0o755 });
    return {
      path: join(place, "claude"),
      retarget: (version) => writeFileSync(join(place, "target"), prints(version), { mode: 0o755 }),
    };
  },
  "a chain of links": (place) => {
    symlinkSync("current", join(place, "claude"));
    return {
      path: join(place, "claude"),
      retarget: (version) => {
        writeFileSync(join(place, version), prints(version), { mode: 0o755 });
        rmSync(join(place, "current"), { force: true });
        symlinkSync(version, join(place, "current"));
      },
    };
  },
  "a shim that reads the chosen version from a file": (place) => {
    const shim = `#!/bin/sh\nexec '${place}'/versions/"$(cat '${place}/.tool-versions')"/claude "$@"\n`;
    writeFileSync(join(place, "claude"), shim, { mode: 0o755 });
    return {
      path: join(place, "claude"),
      retarget: (version) => {
        mkdirSync(join(place, "versions", version), { recursive: true });
        writeFileSync(join(place, "versions", version, "claude"), prints(version), { mode: 0o755 });
        writeFileSync(join(place, ".tool-versions"), version);
      },
    };
  },
  "npm's link to a script that somebody else wrote": (place) => {
    mkdirSync(join(place, "node_modules", "mine"), { recursive: true });
    writeFileSync(join(place, "node_modules", "mine", "package.json"), '{"name":"mine","version":"9.9.9"}');
    const script = join(place, "node_modules", "mine", "cli.js");
    writeFileSync(script, `#!/bin/sh\ncat '${join(place, "said")}'\n`, { mode: 0o755 });
    symlinkSync(script, join(place, "claude"));
    return {
      path: join(place, "claude"),
      retarget: (version) => writeFileSync(join(place, "said"), `${version} (Claude Code)\n`),
    };
  },
};

for (const [what, make] of Object.entries(indirections)) {
  test(`C4 the version behind ${what} is what it starts now, not what it started once`, async () => {
    const { path, retarget } = make(mkdtempSync(join(folder, "place-")));
    for (const version of ["1.0.64", "2.1.325", "2.0.76"]) {
      retarget(version);
      assert.equal(await found(path), version);
    }
  });
}

test("C4 an installation that names its version is not started, and an update of it is seen", async () => {
  const place = mkdtempSync(join(folder, "npm-"));
  const modules = join(place, "lib", "node_modules", "@anthropic-ai", "claude-code");
  mkdirSync(join(modules, "bin"), { recursive: true });
  mkdirSync(join(place, "bin"));
  for (const [link, file] of [
    ["claude", "cli.js"],
    ["claude-native", "bin/claude.exe"],
  ] as const) {
    writeFileSync(join(modules, file), "#!/bin/sh\nexit 9\n", { mode: 0o755 });
    symlinkSync(join("..", "lib", "node_modules", "@anthropic-ai", "claude-code", file), join(place, "bin", link));
    for (const version of ["2.0.76", "2.1.325"]) {
      writeFileSync(join(modules, "package.json"), JSON.stringify({ name: "@anthropic-ai/claude-code", version }));
      assert.equal(await found(join(place, "bin", link)), version);
    }
  }
  const versions = join(place, "share", "claude", "versions");
  mkdirSync(versions, { recursive: true });
  for (const version of ["2.1.300", "2.1.325"]) {
    writeFileSync(join(versions, version), "#!/bin/sh\nexit 9\n", { mode: 0o755 });
    rmSync(join(place, "bin", "claude"), { force: true });
    symlinkSync(join(versions, version), join(place, "bin", "claude"));
    assert.equal(await found(join(place, "bin", "claude")), version);
  }
});

test("C4 what cannot be read, fails or does not answer in time is unknown, and asked again", async () => {
  const problems = {
    "echo hello": /printed no version/,
    "exit 3": /failed with 3/,
    "sleep 31.7 & wait": /within 300 ms/,
  };
  for (const [script, problem] of Object.entries(problems)) {
    const { path, starts } = agent(script);
    for (let i = 0; i < 2; i++) {
      const detected = await detectVersion(path, { timeoutMs: 300 });
      assert.equal(detected.version, undefined);
      assert.match(detected.problem ?? "", problem);
    }
    assert.equal(starts(), 2, script);
  }
});

test("C4 what a version probe started does not outlive it", async () => {
  const { path } = agent("sleep 31.9 & wait");
  await detectVersion(path, { timeoutMs: 300 });
  const { stdout } = spawnSync("ps", ["-A", "-o", "args="], { encoding: "utf8" });
  assert.ok(!stdout.includes("sleep 31.9"));
});

test("C4 an executable that is not there is a typed error", async () => {
  const notFound = (error: unknown): boolean => isBridleError(error, "agent_not_found");
  await assert.rejects(detectVersion("no-such-agent-anywhere"), notFound);
  await assert.rejects(detectVersion(join(folder, "nothing")), notFound);
  await assert.rejects(detectVersion(folder), notFound);
  await assert.rejects(detectVersion(""), notFound);
});
