import type { Ask } from "./ask.ts";
import { pathFrom } from "./command-paths.ts";
import { absolutePath, expandHome, pathInside, rooted } from "./path/absolute-path.ts";
import { resolveLinks } from "./path/resolve-links.ts";
import type { Policy } from "./policy.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";

/** Removes the root, one of its folders, the home folder, or a working folder with all in it. No rule and no mode allows that. */
export function criticalRemoval(command: SimpleCommand, ask: Ask, policy: Policy): string | undefined {
  const program = command.words[0]?.value ?? "";
  if (!/(^|\/)(rm|rmdir|unlink)$/.test(program)) return undefined;
  const kept = [policy.parts.home, ...ask.directories, ask.cwd];
  for (const word of command.words.slice(1)) {
    const path = pathFrom(command, word);
    if (path === undefined || word.prefix.startsWith("-")) continue;
    const written = rooted(ask.cwd, expandHome(path.replace(/\/\*+$/, ""), policy.parts.home));
    const named = absolutePath("/", written);
    for (const one of [named, resolveLinks(written, policy.parts.files) ?? named])
      if (one.split("/").length <= 2 || kept.some((folder) => pathInside(one, folder) !== undefined)) return one;
  }
  return undefined;
}
