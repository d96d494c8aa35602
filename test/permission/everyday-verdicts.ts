import { readFileSync } from "node:fs";
import { type Decision, decide, type FileView } from "../../src/exports/permission.ts";
import { installCli } from "../lab/install-cli.ts";
import { type EverydayProject, everydayProjects } from "./everyday-projects.ts";
import { bash, policyOf } from "./policy-of.ts";
import { playSituation, type RealVerdict } from "./real-verdicts.ts";

export const recordedVersion = "2.1.325";

export const recordingFile = new URL("./everyday-verdicts.json", import.meta.url);

/** What the real CLI did with each command, by project. */
export type Recording = { readonly [project: string]: { readonly [command: string]: RealVerdict } };

export function readRecording(): Recording {
  return JSON.parse(readFileSync(recordingFile, "utf8")) as Recording;
}

export interface Compared {
  readonly project: string;
  readonly command: string;
  readonly real: RealVerdict | undefined;
  readonly ours: Decision;
}

/** Every everyday command with the recorded verdict and ours. */
export function compareAll(): Compared[] {
  const recording = readRecording();
  return everydayProjects.flatMap(({ title, rules, commands }) => {
    const policy = policyOf(
      rules.map((rule) => `allow project ${rule}`),
      { files: everydayFiles },
    );
    return commands.map((command) => ({
      project: title,
      command,
      real: recording[title]?.[command],
      ours: decide(bash(command), policy),
    }));
  });
}

/** The folder that `playSituation` lays, as far as the commands look at it. */
const names: { readonly [folder: string]: readonly string[] } = {
  "/w": ["a.txt", "src", "vendor", "secrets", "sub", "docs"],
  "/w/src": ["a.ts", "deep"],
  "/w/docs": ["x.md"],
};

const everydayFiles: FileView = {
  realpath: (path) => (/\/(HEAD|\.git)$/.test(path) ? undefined : path),
  readlink: () => undefined,
  isFolder: (path) => Object.hasOwn(names, path),
  list: (folder) => names[folder],
};

/** Asks the real CLI about the commands of one project, none of which runs. */
export async function askReal({
  rules,
  commands,
}: EverydayProject): Promise<{ readonly [command: string]: RealVerdict }> {
  const { command, args } = await installCli(recordedVersion);
  const agent = { name: "Claude Code", version: recordedVersion, executable: command, executableArgs: args };
  const verdicts: { [command: string]: RealVerdict } = {};
  // A session has its time, too.
  for (let at = 0; at < commands.length; at += 40) {
    const uses = commands
      .slice(at, at + 40)
      .map((one) => ({ name: "Bash", input: { command: one, description: "d" } }));
    const situation = { runsNothing: true, project: { permissions: { allow: rules } } } as const;
    for (const { use, verdict } of await playSituation(agent, situation, uses))
      verdicts[String(use.input.command)] = verdict;
  }
  return verdicts;
}
