import { type Fields, objects, text, texts } from "../../wire/fields.ts";

const places: { readonly [destination: string]: string } = {
  session: "for this session",
  localSettings: "for you in this project",
  projectSettings: "for everyone in this project",
  userSettings: "for you everywhere",
};

/** A suggested change of the agent's rules, for a person: "allow Bash(npm test:*) for this session". */
export function suggestionLabel(update: Fields): string {
  const destination = text(update.destination) ?? "";
  const where = places[destination] ?? (destination === "" ? "" : `in ${destination}`);
  return `${whatOf(update)} ${where}`.trim();
}

function whatOf(update: Fields): string {
  switch (update.type) {
    case "addRules":
    case "replaceRules":
      return `${text(update.behavior) ?? "allow"} ${objects(update.rules).map(ruleText).join(", ")}`;
    case "setMode":
      return `switch to mode ${text(update.mode) ?? "?"}`;
    case "addDirectories":
      return `work also in ${texts(update.directories).join(", ")}`;
    default:
      return text(update.type) ?? "change the rules";
  }
}

function ruleText({ toolName, ruleContent }: Fields): string {
  return text(ruleContent) === undefined ? String(toolName) : `${String(toolName)}(${String(ruleContent)})`;
}
