import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { nodeFiles, readFile } from "../../src/agent/permission/node-files.ts";
import { type Event, open } from "../../src/exports/host.ts";
import { type Decision, decide, loadSettings, Policy, readMode } from "../../src/exports/permission.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import type { Fields } from "../../src/wire/fields.ts";
import type { AgentUnderTest } from "../live/agent-under-test.ts";
import { eventsOf, ofType } from "../live/events-of.ts";
import { type Stage, setStage } from "../live/stage.ts";

export type RealVerdict = "allow" | "ask" | "deny";

export interface ToolUse {
  readonly name: string;
  readonly input: Fields;
}

/** What a session is started with. `$CWD` and `$HOME` in any text are replaced by the folders of the stage. */
export interface Situation {
  readonly user?: Fields;
  readonly project?: Fields;
  readonly local?: Fields;
  readonly flagSettings?: Fields;
  readonly allowedTools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  readonly mode?: string;
  readonly directories?: readonly string[];
  readonly settingSources?: readonly string[];
  /** Written as it is instead of `project`. */
  readonly projectText?: string;
  /** Commands that are allowed do not run: a prefix takes the place of each of them. */
  readonly runsNothing?: true;
}

export interface Played {
  readonly use: ToolUse;
  /** What the agent did. */
  readonly verdict: RealVerdict;
  /** What `decide` says. */
  readonly decision: Decision;
  readonly text: string;
  readonly suggestions: unknown;
}

/** Makes the tool uses one after the other in one session of a real agent; whoever is asked says no. */
export async function playSituation(
  agent: AgentUnderTest,
  situation: Situation,
  uses: readonly ToolUse[],
): Promise<Played[]> {
  await using stage = await setStage(agent);
  lay(stage, situation);
  const fill = <T>(value: T): T => filled(stage, value);
  const asked = new Map<string, Fields>();
  const { allowedTools, disallowedTools, settingSources, directories, mode = "default" } = fill(situation);
  const decisions = uses.map((use) => ours(stage, situation, fill(use)));
  await using session = await open(
    stage.options({
      permissionMode: mode,
      // Root may bypass permissions only where it is told to be safe.
      env: {
        ...stage.place.env,
        IS_SANDBOX: "1",
        ...(situation.runsNothing && { CLAUDE_CODE_SHELL_PREFIX: "/bin/true" }),
      },
      ...(allowedTools && { allowedTools }),
      ...(disallowedTools && { disallowedTools }),
      ...(settingSources && { settingSources }),
      ...(directories && { additionalDirectories: directories }),
      ...(situation.flagSettings && { settings: fill(situation.flagSettings) }),
      ...(mode === "bypassPermissions" && { extraArgs: { "allow-dangerously-skip-permissions": true } }),
      onAsk: (ask) => {
        asked.set(ask.toolUseId ?? "", ask as unknown as Fields);
        return { behavior: "deny", message: "ASKED" };
      },
    }),
  );
  const steps = uses.map((use) => ({ tools: [fill(use)] }));
  const events: Event[] = await eventsOf(await session.send(scripted(...steps, { text: "Done." })));
  const started = ofType(events, "tool_start");
  const results = new Map(ofType(events, "tool_result").map((result) => [result.toolUseId, result]));
  return uses.map((use, index) => {
    const id = started[index]?.toolUseId ?? "";
    const result = results.get(id);
    const text = typeof result?.content === "string" ? result.content : JSON.stringify(result?.content ?? null);
    const ask = asked.get(id);
    const verdict = ask !== undefined ? "ask" : result?.isError && refused.test(text) ? "deny" : "allow";
    return { use, verdict, text, suggestions: ask?.suggestions, decision: decisions[index] as Decision };
  });
}

/** Before the agent runs: what it does changes the folder. */
function ours(stage: Stage, situation: Situation, { name, input }: ToolUse): Decision {
  const { cwd, home, configFolder } = stage.place;
  const { flagSettings, mode, allowedTools, disallowedTools, settingSources, directories } = filled(stage, situation);
  const loaded = loadSettings({
    platform: "linux",
    cwd,
    home,
    configFolder,
    readFile,
    trust: { project: true, local: true },
    mode: readMode(mode ?? "default"),
    ...(flagSettings && { flagSettings: JSON.stringify(flagSettings) }),
    ...(allowedTools && { allowedTools }),
    ...(disallowedTools && { disallowedTools }),
    ...(settingSources && { sources: settingSources }),
    ...(directories && { directories }),
  });
  const policy = new Policy({ ...loaded, cwd, home, files: nodeFiles });
  return decide({ toolName: name, input, cwd, directories: loaded.directories }, policy);
}

/** How 2.1.325 words a refusal that nobody was asked about. */
const refused =
  /denied|not allowed|No such tool|No such .*available|was blocked|requires approval|permission settings/i;

/** Files and links every situation finds. */
function lay(stage: Stage, situation: Situation): void {
  const { cwd, home, configFolder } = stage.place;
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  for (const path of [
    "a.txt",
    "src/a.ts",
    "src/deep/b.ts",
    "vendor/src/c.ts",
    "secrets/key",
    ".env",
    "sub/.env",
    "docs/x.md",
  ])
    write(join(cwd, path), `in ${path}\n`);
  for (const path of ["out.txt", "extra/e.txt", "hidden/key"]) write(join(home, path), `in ${path}\n`);
  symlinkSync(join(home, "hidden"), join(cwd, "link-out"));
  symlinkSync(join(cwd, "secrets"), join(cwd, "link-secrets"));
  symlinkSync(join(cwd, "src"), join(cwd, "link-src"));
  const settings: [string, Fields | undefined][] = [
    [join(configFolder, "settings.json"), situation.user],
    [join(cwd, ".claude", "settings.json"), situation.project],
    [join(cwd, ".claude", "settings.local.json"), situation.local],
  ];
  for (const [path, content] of settings)
    if (content !== undefined) write(path, JSON.stringify(filled(stage, content)));
  if (situation.projectText !== undefined) write(join(cwd, ".claude", "settings.json"), situation.projectText);
  write(
    join(configFolder, ".claude.json"),
    JSON.stringify({ hasCompletedOnboarding: true, projects: { [cwd]: { hasTrustDialogAccepted: true } } }),
  );
}

function filled<T>(stage: Stage, value: T): T {
  const { cwd, home } = stage.place;
  return JSON.parse(JSON.stringify(value).replaceAll("$CWD", cwd).replaceAll("$HOME", home)) as T;
}
