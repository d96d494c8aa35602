import type { App } from "../../app.ts";
import type { Route } from "../../model/route.ts";
import type { IconName } from "../icon.tsx";

/** A view that the page's navigation leads to. */
export interface Destination {
  readonly to: Extract<
    Route,
    { readonly view: "sessions" | "asks" | "new" | "usage" | "health" | "rules" | "audit" | "settings" }
  >;
  readonly word: string;
  readonly icon: IconName;
  /** What takes one there from anywhere. */
  readonly shortcut: string;
}

const waiting: Destination = { to: { view: "asks" }, word: "Waiting", icon: "hand", shortcut: "w" };
const sessions: Destination = { to: { view: "sessions" }, word: "Sessions", icon: "list", shortcut: "s" };
const fresh: Destination = { to: { view: "new" }, word: "New session", icon: "plus", shortcut: "n" };
const usage: Destination = { to: { view: "usage" }, word: "Usage", icon: "chart", shortcut: "u" };
const health: Destination = { to: { view: "health" }, word: "Health", icon: "pulse", shortcut: "h" };
const rules: Destination = { to: { view: "rules" }, word: "Rules", icon: "shield", shortcut: "p" };
const audit: Destination = { to: { view: "audit" }, word: "Audit", icon: "book", shortcut: "l" };
const settings: Destination = { to: { view: "settings" }, word: "Settings", icon: "gear", shortcut: "," };

/** Where only some may do something. */
export function isOffered({ to }: Destination, app: App): boolean {
  return to.view !== "new" || app.may("prompt");
}

/** Above the sessions, where they stand beside every view. */
export const topDestinations = [waiting, fresh];
/** Below them. */
export const footDestinations = [usage, health, rules, audit, settings];
/** At the bottom of a phone, before the menu with the others. */
export const barDestinations = [waiting, sessions, { ...fresh, word: "New" }, usage];
export const moreDestinations = [health, rules, audit, settings];

export const allDestinations = [waiting, sessions, fresh, usage, health, rules, audit, settings];
