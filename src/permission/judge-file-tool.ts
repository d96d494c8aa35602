import type { Ask } from "./ask.ts";
import { ruleBelow } from "./folder-holds.ts";
import { judgeUnknown } from "./judge-files.ts";
import { judgePath, pathUse } from "./judge-path.ts";
import { combineAll, type Judgement, perhapsDenied, ruled } from "./judgement.ts";
import { isEverything } from "./name-rules.ts";
import { expandHome, rooted } from "./path/absolute-path.ts";
import type { Policy } from "./policy.ts";
import type { Rule } from "./rule.ts";
import { pointedAt, searchedFolder, searchedNames } from "./searched-folder.ts";

/** A file that a tool reads or edits, or a folder that it searches. */
export function judgeFile(does: "read" | "edit", path: string, ask: Ask, policy: Policy): Judgement {
  const folder = ask.toolName === "Glob" ? searchedFolder(path, ask.input.pattern) : path;
  // The folder of the agent stands for a path that is not given.
  if (ask.isCwdKnown === false && (!/^[/~]/.test(folder) || folder === ask.cwd))
    return judgeUnknown(does, folder, policy);
  const use = pathUse(does, ask.toolName, folder, ask.cwd, policy.parts);
  const judged = judgePath(use, ask, policy);
  if (ask.toolName === "Glob") return combineAll(judged, ...judgePattern(path, ask, policy));
  if (ask.toolName !== "Grep" || policy.parts.filtersSearches) return judged;
  return combineAll(judged, judgeSearch(use.named.path, ask, policy));
}

/** What a pattern points at is looked into as if it were the folder that is searched. */
function judgePattern(folder: string, ask: Ask, policy: Policy): (Judgement | undefined)[] {
  const { heads, wild } = pointedAt(folder, ask.input.pattern);
  const named = heads.map((head) => judgePath(pathUse("read", "Glob", head, ask.cwd, policy.parts), ask, policy));
  if (policy.parts.filtersSearches) return named;
  const find = (effect: "deny" | "ask"): Rule | undefined => {
    const overlaps = policy.pathOverlaps(effect, "read");
    for (const one of wild) {
      const rule = overlaps.find(rooted(ask.cwd, expandHome(one, policy.parts.home)));
      if (rule !== undefined && !isEverything(rule)) return rule;
    }
    return undefined;
  };
  const denied = find("deny");
  const asked = policy.ofTool("Glob").granted === undefined ? find("ask") : undefined;
  return [...named, denied && perhapsDenied(denied), asked && ruled(asked)];
}

/** A search of another agent shows what it finds, whatever our rules say of it. */
function judgeSearch(folder: string, { toolName, input }: Ask, policy: Policy): Judgement | undefined {
  const search = { folder, does: "read", names: searchedNames(input) } as const;
  const denied = ruleBelow("deny", search, policy);
  if (denied !== undefined) return perhapsDenied(denied, folder);
  const asked = policy.ofTool(toolName).granted === undefined ? ruleBelow("ask", search, policy) : undefined;
  return asked && ruled(asked, folder);
}
