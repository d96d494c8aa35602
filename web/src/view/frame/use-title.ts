import { useEffect } from "preact/hooks";
import type { App } from "../../app.ts";
import type { Route } from "../../model/route.ts";
import { allDestinations } from "./destinations.ts";

/** The title of the tab: where somebody is, and first how much is waiting, which is seen from other tabs, too. */
export function useTitle({ route, sessions, asks }: App): void {
  const waiting = asks.open.value.length;
  const name = nameOf(route.value, (id) => sessions.get(id)?.title || "Untitled");
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ""}${name} · Bridle`;
  }, [name, waiting]);
}

function nameOf(here: Route, titleOf: (sessionId: string) => string): string {
  switch (here.view) {
    case "session":
      return titleOf(here.id);
    case "changes":
      return `Changes: ${titleOf(here.id)}`;
    case "mcp":
      return `MCP servers: ${titleOf(here.id)}`;
    case "rules":
      return here.part === undefined ? "Rules" : `Rules: ${here.part}`;
    case "continue":
      return "Continue";
    case "recording":
      return "Recording";
    case "nowhere":
      return "Not found";
    default:
      return allDestinations.find(({ to }) => to.view === here.view)?.word ?? "";
  }
}
