import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { adapterFor } from "../../src/adapters/adapters.ts";
import { compatibilityOf } from "../../src/adapters/compatibility.ts";
import { feature, features, missingFeatures } from "../../src/adapters/features.ts";
import { supportedRange } from "../../src/adapters/matrix.ts";
import type { Notice } from "../../src/adapters/notice.ts";
import { checkUp } from "../../src/cli/check-up.ts";
import { agentSpec } from "../../src/daemon/agent/agent-launch.ts";
import { isBridleError, type McpServerLike, type OpenOptions, open, type Transport } from "../../src/exports/host.ts";
import { inRange, version } from "../../src/util/version.ts";
import { bridle } from "../cli/run-bridle.ts";
import { openAgent, told } from "./open-agent.ts";
import { readAll } from "./read-events.ts";

type Key = keyof typeof feature;

const deferring = { hookEventName: "PreToolUse", permissionDecision: "defer" } as const;

const server: McpServerLike = { connect: async () => {}, close: async () => {} };

/** What a caller gives to use a feature. */
const using: { readonly [K in Key]: OpenOptions } = {
  initialize: {},
  permissionPrompts: { onAsk: () => "deny" },
  hooks: { hooks: { PreToolUse: [{ hooks: [() => ({})] }] } },
  inProcessMcp: { mcpServers: { calc: server } },
  partialMessages: { partialMessages: true },
  questions: { onQuestion: () => undefined },
  defer: { hooks: { PreToolUse: [{ hooks: [() => ({ hookSpecificOutput: deferring })] }] } },
};

/** Every patch of the supported series, released or not: recorded versions and all that lie between. */
const versions = [
  ...Array.from({ length: 65 }, (_, patch) => `1.0.${64 + patch}`),
  ...Array.from({ length: 78 }, (_, patch) => `2.0.${patch}`),
  ...Array.from({ length: 326 }, (_, patch) => `2.1.${patch}`),
];

/** The versions on both sides of where a feature begins. */
const boundaries = versions.filter((v, index) => {
  const before = versions[index - 1];
  const after = versions[index + 1];
  const names = (at: string | undefined): string => (at === undefined ? "" : missingNames(at).join());
  return names(before ?? v) !== names(v) || names(after ?? v) !== names(v);
});

function missingNames(v: string): string[] {
  return missingFeatures(adapterFor(v)).map(({ name }) => name);
}

/** An agent that says nothing but what it is made to say; keeps what it was told. */
function mute(): Transport & { readonly lines: string[]; says(frame: object): void } {
  const { promise, resolve } = Promise.withResolvers<{ exitCode: number; signal: null }>();
  const lines: string[] = [];
  let hears: ((chunk: Uint8Array) => void) | undefined;
  return {
    lines,
    says: (frame) => hears?.(Buffer.from(`${JSON.stringify(frame)}\n`)),
    pid: undefined,
    start: ({ data, end }) => {
      hears = data;
      void promise.then(() => end());
    },
    pause: () => {},
    resume: () => {},
    write: (text) => void lines.push(text),
    endInput: () => resolve({ exitCode: 0, signal: null }),
    signal: () => resolve({ exitCode: 0, signal: null }),
    exited: promise,
    stderrTail: () => "",
  };
}

/** Does `open` use the feature, or refuse it with `unsupported`, or say that it will not come? */
async function opens(v: string, key: Key): Promise<boolean> {
  const transport = mute();
  const notices: Notice[] = [];
  try {
    await using _session = await open({
      ...using[key],
      agentVersion: v,
      transport,
      trace: (notice) => notices.push(notice),
    });
    if (key === "defer") transport.says(hookCallback);
    await new Promise(setImmediate);
  } catch (error) {
    assert.ok(isBridleError(error, "unsupported"), String(error));
    // Who has no hooks cannot answer with one.
    const words: readonly string[] = [feature[key].word, ...(key === "defer" ? [feature.hooks.word] : [])];
    assert.ok(words.includes(error.data.word), error.data.word);
    return false;
  }
  switch (key) {
    case "questions":
      return !notices.some(({ code }) => code === "missing_features");
    case "initialize":
      return transport.lines.some((line) => line.includes('"initialize"'));
    case "hooks":
      return transport.lines.some((line) => line.includes('"PreToolUse"'));
    case "defer":
      return transport.lines.some((line) => line.includes('"permissionDecision":"defer"'));
    default:
      return true;
  }
}

const hookCallback = {
  type: "control_request",
  request_id: "r",
  request: { subtype: "hook_callback", callback_id: "hook_0", input: {}, tool_use_id: "t" },
};

test("C3 C4 compat, the table of features and open() say the same of every feature in every version", async () => {
  for (const v of versions) {
    const compatibility = compatibilityOf(version(v));
    const missing = compatibility.missing.map(({ name }) => name);
    assert.deepEqual(missing, missingNames(v));
    for (const key of Object.keys(feature) as Key[]) {
      const { name } = feature[key];
      assert.equal(await opens(v, key), !missing.includes(name), `${name} in ${v}`);
      if (missing.includes(name)) assert.ok(compatibility.message.includes(name), v);
    }
    assert.equal(compatibility.level, missing.length === 0 ? "FULLY_COMPATIBLE" : "DEGRADED", v);
  }
});

test("C4 a daemon's session starts on every supported version, with what the version has and nothing else", () => {
  for (const v of versions) {
    const agent = { command: "claude", args: [], env: {}, version: v, dialect: undefined };
    const { args } = agentSpec({ id: "a", agent, cwd: "/", options: {}, resume: undefined });
    const has = !missingNames(v).includes(feature.partialMessages.name);
    assert.equal(args.includes("--include-partial-messages"), has, v);
  }
});

test("C4 lacks is said only of a version that is known to lack it", () => {
  const message = (v: string): string => {
    try {
      adapterFor(v).require("flags --replay-user-messages");
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };
  assert.match(message("1.0.85"), /^Claude Code 1\.0\.85 lacks the flag --replay-user-messages; .*1\.0\.95/);
  assert.match(message("1.0.90"), /^nobody has tried the flag --replay-user-messages with Claude Code 1\.0\.90: /);
  assert.match(
    message("1.0.90"),
    /1\.0\.85 lacks it and 1\.0\.95 has it; update the agent to use it\. Nothing was sent\.$/,
  );
});

const folder = mkdtempSync(join(tmpdir(), "bridle-agree-"));
after(() => rmSync(folder, { recursive: true, force: true }));

test("C4 around every boundary the arguments of a real process, bridle compat and bridle doctor agree", async () => {
  assert.ok(boundaries.length >= 8, boundaries.join(" "));
  for (const v of boundaries) {
    const missing = missingNames(v);
    const has = (key: Key): boolean => !missing.includes(feature[key].name);
    const said = JSON.parse(bridle(["compat", v, "--json"]).stdout) as {
      missing: { name: string }[];
      features: { [name: string]: boolean };
    };
    assert.deepEqual(
      said.missing.map(({ name }) => name),
      missing,
      v,
    );
    assert.deepEqual(
      features.map(({ name }) => said.features[name]),
      features.map(({ name }) => !missing.includes(name)),
      v,
    );
    assert.equal(await argumentOf(v, using.partialMessages, "--include-partial-messages"), has("partialMessages"), v);
    // From 1.0.123 on the servers are named in `initialize`.
    if (has("inProcessMcp") && !adapterFor(v).has("controls initialize.sdkMcpServers"))
      assert.equal(await argumentOf(v, using.inProcessMcp, "--mcp-config"), true, v);
    else if (!has("inProcessMcp")) assert.equal(await argumentOf(v, using.inProcessMcp, "--mcp-config"), false, v);
    assert.equal(await doctorOf(v), compatibilityOf(version(v)).message, v);
  }
});

async function argumentOf(v: string, options: OpenOptions, flag: string): Promise<boolean> {
  try {
    await using agent = await openAgent("environment", { ...options, agentVersion: v });
    const events = await readAll(await agent.session.send("hello"));
    const [argv = []] = told(events, "argv") as string[][];
    return argv.some((arg) => arg === flag || arg.startsWith(`${flag}=`));
  } catch (error) {
    assert.ok(isBridleError(error, "unsupported"), String(error));
    return false;
  }
}

/** What `bridle doctor` says of a `claude` of this version, without its level and path. */
async function doctorOf(v: string): Promise<string> {
  const home = join(folder, v);
  mkdirSync(join(home, "config"), { recursive: true, mode: 0o700 });
  const claude = { command: process.execPath, version: v };
  writeFileSync(join(home, "config", "settings.json"), JSON.stringify({ agents: { claude } }), { mode: 0o600 });
  for await (const { what, message } of checkUp(home))
    if (what === "agent claude") return message.replace(`${process.execPath}: `, "").replace(/^[A-Z_]+, /, "");
  return "";
}

test("C3 C4 open() says when a version is too old or too new, and only then", async () => {
  const noticesOf = async (agentVersion: string): Promise<Notice[]> => {
    const notices: Notice[] = [];
    await using _session = await open({ agentVersion, transport: mute(), trace: (notice) => notices.push(notice) });
    return notices.filter(({ code }) => code === "compatibility");
  };
  const [old] = await noticesOf("1.0.60");
  assert.match(
    old?.message ?? "",
    /1\.0\.60 is older than 1\.0\.64, the oldest version supported; update it.*docs\/compatibility\.md/,
  );
  const [newer] = await noticesOf("2.1.326");
  assert.match(newer?.message ?? "", /2\.1\.326 is newer than 2\.1\.325, the newest version tested/);
  for (const v of ["1.0.64", "2.0.76", "2.1.200", "2.1.325"]) assert.deepEqual(await noticesOf(v), [], v);
  assert.ok(inRange(supportedRange, version("2.1.325")));
});
