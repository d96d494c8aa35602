import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { open } from "../../src/exports/host.ts";
import type { Step } from "../../src/script/script.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import type { Fields } from "../../src/wire/fields.ts";
import { eventsOf } from "./events-of.ts";
import { type Stage, trustFolders } from "./stage.ts";

const touching = { tools: [{ name: "Bash", input: { command: "touch made.txt", description: "touch it" } }] };

export function command(text: string, more: Fields = {}): Fields {
  return { type: "command", command: text, ...more };
}

export function answering(answer: Fields): string {
  return `printf '%s' '${JSON.stringify(answer)}'`;
}

/** Notes what it is told in the working folder. */
export const noting = (name: string): string => `{ cat; echo; } >> "$CLAUDE_PROJECT_DIR/${name}.ndjson"`;

export function noted(stage: Stage, name: string): Fields[] {
  const file = join(stage.place.cwd, `${name}.ndjson`);
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as Fields);
}

export function settings(stage: Stage, scope: "user" | "project" | "local", hooks: Fields, more: Fields = {}): void {
  const { configFolder, cwd } = stage.place;
  mkdirSync(join(cwd, ".claude"), { recursive: true });
  if (scope !== "user") trustFolders(stage, cwd);
  const file = {
    user: join(configFolder, "settings.json"),
    project: join(cwd, ".claude", "settings.json"),
    local: join(cwd, ".claude", "settings.local.json"),
  }[scope];
  writeFileSync(file, JSON.stringify({ hooks, ...more }));
}

/** A turn that would ask about its tool; what is asked is allowed. */
export async function turn(stage: Stage, ...steps: readonly Step[]) {
  let asks = 0;
  const onAsk = () => {
    asks++;
    return "allow" as const;
  };
  await using session = await open(stage.options({ onAsk }));
  const sent = await session.send(scripted(...(steps.length > 0 ? steps : [touching, { text: "Done." }])));
  const events = await eventsOf(sent);
  const result = await sent.result;
  await session.close();
  return { asks, events, result, made: existsSync(join(stage.place.cwd, "made.txt")) };
}
