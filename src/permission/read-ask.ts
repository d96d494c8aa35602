import type { Ask } from "./ask.ts";

/** A call as it can be judged, whatever it came as: what has not the type it should have is taken for absent. */
export function readAsk(ask: Ask, primary: string): Ask {
  const { toolName, input, cwd, isCwdKnown, directories } = (ask ?? {}) as { readonly [F in keyof Ask]?: unknown };
  const isKnown = typeof cwd === "string" && cwd.startsWith("/");
  return {
    toolName: typeof toolName === "string" ? toolName : "",
    input: typeof input === "object" && input !== null ? (input as Ask["input"]) : {},
    cwd: isKnown ? cwd : primary,
    isCwdKnown: isKnown && isCwdKnown !== false,
    directories: Array.isArray(directories) ? directories.filter((folder) => typeof folder === "string") : [],
  };
}
