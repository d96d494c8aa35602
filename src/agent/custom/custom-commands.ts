import { dirname } from "node:path";
import { type CustomFile, customFiles } from "./custom-files.ts";
import type { CustomLocations } from "./custom-locations.ts";
import { readFrontmatter } from "./frontmatter.ts";

/** A prompt that a person or a project wrote down: `/name` takes its place. A skill is one that the model may choose, too. */
export interface CustomCommand {
  readonly kind: "command" | "skill";
  readonly name: string;
  readonly scope: CustomFile["scope"];
  readonly description: string;
  readonly argumentHint: string;
  readonly body: string;
  /** What belongs to a skill is beside its file. */
  readonly folder: string;
  /** May the model choose it? */
  readonly isForModel: boolean;
  /** May a person name it? */
  readonly isForPerson: boolean;
  /** As settings have them: from its first use on they are the session's. */
  readonly hooks: unknown;
  /** The folder whose `.claude` it is in; undefined: it is the person's own. */
  readonly fromFolder: string | undefined;
}

/** Those of `.claude/skills` and `.claude/commands`; of one name, the person's own, then the nearest of the project, then the skill. */
export function customCommands(locations: CustomLocations): CustomCommand[] {
  const skills = customFiles(locations, "skills").filter(({ name }) => /^[^/]+\/SKILL\.md$/.test(name));
  const all = [
    ...skills.map((file) => readCommand("skill", file, file.name.split("/")[0] as string)),
    ...customFiles(locations, "commands").map((file) => readCommand("command", file, commandName(file))),
  ];
  const counting = new Map<string, CustomCommand>();
  for (const command of all.toSorted(ownFirst)) if (!counting.has(command.name)) counting.set(command.name, command);
  return all.filter((command) => counting.get(command.name) === command);
}

/** What comes with a project does not take the place of what the person wrote. */
function ownFirst(a: CustomCommand, b: CustomCommand): number {
  return Number(b.scope === "user") - Number(a.scope === "user");
}

/** `sub/deep.md` is `/sub:deep`. */
function commandName({ name }: CustomFile): string {
  return name.replace(/\.md$/, "").replaceAll("/", ":");
}

function readCommand(kind: CustomCommand["kind"], file: CustomFile, name: string): CustomCommand {
  const { fields, body, hooks } = readFrontmatter(file.text);
  const text = (key: string): string => [fields[key] ?? ""].flat().join(", ");
  const [firstLine = ""] = body.trim().split("\n");
  return {
    kind,
    name: kind === "skill" && /^[\w:-]+$/.test(text("name")) ? text("name") : name,
    scope: file.scope,
    description: text("description") || firstLine.replace(/^#+\s*/, "").slice(0, 100),
    argumentHint: text("argument-hint").replace(/^\[(.*)\]$/, "$1"),
    body,
    folder: dirname(file.path),
    isForModel: kind === "skill" && text("disable-model-invocation") !== "true",
    isForPerson: text("user-invocable") !== "false",
    hooks,
    fromFolder: file.fromFolder,
  };
}
