import { dirname } from "node:path";
import { type CustomFile, type CustomPlaces, customFiles } from "./custom-files.ts";
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
}

/** Those of `.claude/skills` and `.claude/commands`; of one name, the project's and then the skill counts. */
export function customCommands(places: CustomPlaces): CustomCommand[] {
  const skills = customFiles(places, "skills").filter(({ name }) => /^[^/]+\/SKILL\.md$/.test(name));
  const all = [
    ...customFiles(places, "commands").map((file) => readCommand("command", file, commandName(file))),
    ...skills.map((file) => readCommand("skill", file, file.name.split("/")[0] as string)),
  ];
  const byName = new Map(all.map((command) => [command.name, command]));
  return [...byName.values()].sort((a, b) => (a.kind === b.kind ? 0 : a.kind === "skill" ? -1 : 1));
}

/** `sub/deep.md` is `/sub:deep`. */
function commandName({ name }: CustomFile): string {
  return name.replace(/\.md$/, "").replaceAll("/", ":");
}

function readCommand(kind: CustomCommand["kind"], file: CustomFile, name: string): CustomCommand {
  const { fields, body } = readFrontmatter(file.text);
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
  };
}
