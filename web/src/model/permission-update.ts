import type { Suggestion } from "../../../src/api/gen/bridle/v1/ask_pb.js";
import { isFields, parseJson } from "./content.ts";
import type { Fields } from "./row.ts";

/** Where a change of the agent's rules holds, and is written. */
export type Destination = "session" | "localSettings" | "projectSettings" | "userSettings";

/** A change of its own rules that the agent suggests, in words that leave nothing out. */
export interface Offer {
  readonly update: Fields;
  /** What is changed, one by one: rules as settings files spell them. */
  readonly changes: readonly string[];
  /** What the changes are, before them. */
  readonly verb: string;
  /** Rules hold wherever they are put; whatever else only where the agent suggests. */
  readonly destinations: readonly Destination[];
}

const everywhere: readonly Destination[] = ["session", "localSettings", "projectSettings", "userSettings"];

/** Undefined: no update that could be shown to a person. */
export function offerOf({ updateJson }: Pick<Suggestion, "updateJson">): Offer | undefined {
  const update = parseJson(updateJson);
  if (!isFields(update)) return undefined;
  const own = everywhere.filter((one) => one === update.destination);
  switch (update.type) {
    case "addRules":
    case "replaceRules":
    case "removeRules": {
      const rules = Array.isArray(update.rules) ? update.rules.filter(isFields) : [];
      const isAllow = update.type === "addRules" && update.behavior === "allow";
      const destinations = isAllow ? everywhere : own;
      return { update, changes: rules.map(ruleText), verb: ruleVerb(update), destinations };
    }
    case "setMode":
      return { update, changes: [String(update.mode)], verb: "Switch to mode", destinations: own };
    case "addDirectories":
    case "removeDirectories": {
      const changes = Array.isArray(update.directories) ? update.directories.map(String) : [];
      const verb = update.type === "addDirectories" ? "Also work in" : "No longer work in";
      return { update, changes, verb, destinations: own };
    }
    default:
      return { update, changes: [JSON.stringify(update)], verb: "Change its rules", destinations: own };
  }
}

/** The same change, to be kept elsewhere; in the agent's own spelling. */
export function updateAt({ update }: Offer, destination: Destination): string {
  return JSON.stringify({ ...update, destination });
}

/** Where a person lets it hold. */
export type Scope = "once" | "session" | "always";

/** What may be chosen for a scope: each offer where it can be kept. */
export function offersFor(scope: Scope, offers: readonly Offer[]): readonly Offer[] {
  if (scope === "once") return [];
  return offers.filter(({ destinations }) =>
    destinations.some((destination) => (destination === "session") === (scope === "session")),
  );
}

/** Rules are what was asked about; a mode or a folder is taken only where there are none. */
export function firstChosen(offers: readonly Offer[]): readonly Offer[] {
  const rules = offers.filter(({ update }) => update.type === "addRules");
  return rules.length > 0 ? rules : offers;
}

/** An offer that cannot go where the others go stays where the agent suggests. */
export function destinationOf(offer: Offer, scope: Scope, wanted: Destination): Destination | undefined {
  const target = scope === "session" ? "session" : wanted;
  return offer.destinations.includes(target)
    ? target
    : offer.destinations.find((one) => (one === "session") === (scope === "session"));
}

function ruleVerb({ type, behavior }: Fields): string {
  const effect = behavior === "deny" || behavior === "ask" ? behavior : "allow";
  if (type === "removeRules") return `No longer ${effect}`;
  const verb = `${effect.charAt(0).toUpperCase()}${effect.slice(1)}`;
  return type === "replaceRules" ? `${verb} only` : verb;
}

function ruleText({ toolName, ruleContent }: Fields): string {
  return typeof ruleContent === "string" ? `${String(toolName)}(${ruleContent})` : String(toolName);
}
