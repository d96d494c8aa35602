/** Where in the page somebody is; each has an address. */
export type Route =
  | { readonly view: "sessions" }
  | { readonly view: "session"; readonly id: string; readonly seq?: number }
  | { readonly view: "changes"; readonly id: string; readonly path?: string }
  | { readonly view: "asks"; readonly askId?: string }
  /** `resume`: a conversation of Claude Code to go on with. */
  | { readonly view: "new"; readonly resume?: string }
  | { readonly view: "continue" }
  | { readonly view: "usage" }
  | { readonly view: "health" }
  | { readonly view: "rules" }
  | { readonly view: "settings" }
  | { readonly view: "recording" }
  | { readonly view: "mcp"; readonly id: string }
  | { readonly view: "nowhere" };

export function routeOf(path: string, hash: string): Route {
  const [view, id, ...rest] = path
    .split("/")
    .filter((part) => part !== "")
    .map(decoded);
  if (view === "s" && id !== undefined && rest.length === 1 && rest[0] === "changes") {
    const file = decoded(hash.replace(/^#/, ""));
    return file === "" ? { view: "changes", id } : { view: "changes", id, path: file };
  }
  if (rest.length > 0) return { view: "nowhere" };
  switch (view) {
    case undefined:
      return { view: "sessions" };
    case "s": {
      if (id === undefined) return { view: "sessions" };
      const seq = Number(hash.replace(/^#/, ""));
      return Number.isSafeInteger(seq) && seq > 0 ? { view: "session", id, seq } : { view: "session", id };
    }
    case "mcp":
      return id === undefined ? { view: "nowhere" } : { view: "mcp", id };
    case "asks":
      return id === undefined ? { view: "asks" } : { view: "asks", askId: id };
    case "new":
      return id === undefined ? { view: "new" } : { view: "new", resume: id };
    case "continue":
    case "usage":
    case "health":
    case "rules":
    case "settings":
    case "recording":
      return id === undefined ? { view } : { view: "nowhere" };
    default:
      return { view: "nowhere" };
  }
}

export function addressOf(route: Route): string {
  switch (route.view) {
    case "sessions":
    case "nowhere":
      return "/";
    case "session":
      return `/s/${encodeURIComponent(route.id)}${route.seq === undefined ? "" : `#${route.seq}`}`;
    case "changes": {
      const file = route.path === undefined ? "" : `#${encodeURIComponent(route.path)}`;
      return `/s/${encodeURIComponent(route.id)}/changes${file}`;
    }
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

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
