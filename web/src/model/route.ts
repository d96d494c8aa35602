/** Where in the page somebody is; each has an address. */
export type Route =
  | { readonly view: "sessions" }
  /** `tool`: the id of a tool use in it. */
  | { readonly view: "session"; readonly id: string; readonly seq?: number; readonly tool?: string }
  | { readonly view: "changes"; readonly id: string; readonly path?: string }
  | { readonly view: "asks"; readonly askId?: string }
  /** `resume`: a conversation of Claude Code to go on with. */
  | { readonly view: "new"; readonly resume?: string }
  | { readonly view: "continue" }
  | { readonly view: "usage" }
  | { readonly view: "health" }
  /** `of`: what *why* is about: `ask-ID` or `audit-NUMBER`. */
  | { readonly view: "rules"; readonly part?: RulesPart; readonly of?: string }
  /** `session`: only of this one. */
  | { readonly view: "audit"; readonly session?: string }
  | { readonly view: "settings" }
  | { readonly view: "recording" }
  | { readonly view: "mcp"; readonly id: string }
  | { readonly view: "nowhere" };

const rulesParts = ["why", "simulate", "suggest"] as const;
export type RulesPart = (typeof rulesParts)[number];

export function routeOf(path: string, hash: string): Route {
  const [view, id, ...rest] = path
    .split("/")
    .filter((part) => part !== "")
    .map(decoded);
  const at = decoded(hash.replace(/^#/, ""));
  if (view === "s" && id !== undefined && rest.length === 1 && rest[0] === "changes")
    return at === "" ? { view: "changes", id } : { view: "changes", id, path: at };
  if (rest.length > 0) return { view: "nowhere" };
  switch (view) {
    case undefined:
      return { view: "sessions" };
    case "s":
      return id === undefined ? { view: "sessions" } : sessionRoute(id, at);
    case "rules":
      return id === undefined ? { view: "rules" } : rulesRoute(id, at);
    case "audit":
      return id === undefined ? { view: "audit" } : { view: "audit", session: id };
    case "mcp":
      return id === undefined ? { view: "nowhere" } : { view: "mcp", id };
    case "asks":
      return id === undefined ? { view: "asks" } : { view: "asks", askId: id };
    case "new":
      return id === undefined ? { view: "new" } : { view: "new", resume: id };
    case "continue":
    case "usage":
    case "health":
    case "settings":
    case "recording":
      return id === undefined ? { view } : { view: "nowhere" };
    default:
      return { view: "nowhere" };
  }
}

function sessionRoute(id: string, at: string): Route {
  const seq = Number(at);
  if (Number.isSafeInteger(seq) && seq > 0) return { view: "session", id, seq };
  return at === "" ? { view: "session", id } : { view: "session", id, tool: at };
}

function rulesRoute(id: string, of: string): Route {
  const part = rulesParts.find((one) => one === id);
  if (part === undefined) return { view: "nowhere" };
  return of === "" ? { view: "rules", part } : { view: "rules", part, of };
}

export function addressOf(route: Route): string {
  switch (route.view) {
    case "sessions":
    case "nowhere":
      return "/";
    case "session":
      return `/s/${encodeURIComponent(route.id)}${hashOf(route.seq ?? route.tool)}`;
    case "changes":
      return `/s/${encodeURIComponent(route.id)}/changes${hashOf(route.path)}`;
    case "rules":
      return `/rules${route.part === undefined ? "" : `/${route.part}`}${hashOf(route.of)}`;
    case "audit":
      return route.session === undefined ? "/audit" : `/audit/${encodeURIComponent(route.session)}`;
    case "asks":
      return route.askId === undefined ? "/asks" : `/asks/${encodeURIComponent(route.askId)}`;
    case "mcp":
      return `/mcp/${encodeURIComponent(route.id)}`;
    case "new":
      return route.resume === undefined ? "/new" : `/new/${encodeURIComponent(route.resume)}`;
    default:
      return `/${route.view}`;
  }
}

function hashOf(what: string | number | undefined): string {
  return what === undefined ? "" : `#${encodeURIComponent(what)}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
