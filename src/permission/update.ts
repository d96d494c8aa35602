import { type PermissionMode, readMode } from "./mode.ts";
import { absolutePath } from "./path/absolute-path.ts";
import { type Effect, effects, formatRule, type Rule, type Scope } from "./rule.ts";

/** What a session may do, as far as it changes on the way. */
export interface PermissionState {
  readonly rules: readonly Rule[];
  readonly mode: PermissionMode;
  /** Working folders, the primary one first. */
  readonly directories: readonly string[];
}

/** A change as hosts send it in `updatedPermissions`, and as it is offered in `permission_suggestions`. */
export type PermissionUpdate =
  | {
      readonly type: "addRules" | "replaceRules" | "removeRules";
      readonly rules: readonly { readonly toolName: string; readonly ruleContent?: string }[];
      readonly behavior: Effect;
      readonly destination: Destination;
    }
  | { readonly type: "setMode"; readonly mode: PermissionMode; readonly destination: Destination }
  | {
      readonly type: "addDirectories" | "removeDirectories";
      readonly directories: readonly string[];
      readonly destination: Destination;
    };

const scopeOf = {
  session: "session",
  localSettings: "local",
  projectSettings: "project",
  userSettings: "user",
  cliArg: "commandLine",
} as const satisfies { [destination: string]: Scope };
export type Destination = keyof typeof scopeOf;

/** A received change, checked; undefined where it is none of the known ones. */
export function readUpdate(value: unknown): PermissionUpdate | undefined {
  const update = fields(value);
  const destination = destinationOf(update.destination);
  if (destination === undefined) return undefined;
  switch (update.type) {
    case "addRules":
    case "replaceRules":
    case "removeRules": {
      const behavior = effects.find((effect) => effect === update.behavior);
      const rules = list(update.rules).map(fields).flatMap(readRuleValue);
      return behavior === undefined ? undefined : { type: update.type, rules, behavior, destination };
    }
    case "setMode": {
      const mode = readMode(update.mode);
      return mode === undefined ? undefined : { type: "setMode", mode, destination };
    }
    case "addDirectories":
    case "removeDirectories": {
      const directories = list(update.directories).filter((one) => typeof one === "string" && one !== "");
      return { type: update.type, directories: directories as string[], destination };
    }
    default:
      return undefined;
  }
}

/** The state after a change that a person made. Allow rules it brings are grants: they beat ask rules. */
export function applyUpdate(state: PermissionState, update: PermissionUpdate): PermissionState {
  switch (update.type) {
    case "setMode":
      return { ...state, mode: update.mode };
    case "addDirectories":
      return { ...state, directories: [...new Set([...state.directories, ...folders(state, update.directories)])] };
    case "removeDirectories": {
      const gone = folders(state, update.directories);
      return { ...state, directories: state.directories.filter((one, at) => at === 0 || !gone.includes(one)) };
    }
    default:
      return { ...state, rules: changedRules(state.rules, update) };
  }
}

function changedRules(rules: readonly Rule[], update: Extract<PermissionUpdate, { rules: unknown }>): readonly Rule[] {
  const scope = scopeOf[update.destination];
  const changed = update.rules.map((one) => ruleOf(one, update.behavior, scope));
  const ours = (rule: Rule): boolean => rule.effect === update.behavior && rule.scope === scope;
  const same = (rule: Rule): boolean =>
    ours(rule) && changed.some(({ tool, specifier }) => rule.tool === tool && rule.specifier === specifier);
  if (update.type === "removeRules") return rules.filter((rule) => !same(rule));
  return [...rules.filter((rule) => !(update.type === "replaceRules" ? ours(rule) : same(rule))), ...changed];
}

function ruleOf(
  { toolName, ruleContent }: { readonly toolName: string; readonly ruleContent?: string },
  effect: Effect,
  scope: Scope,
): Rule {
  const specifier = ruleContent === "*" ? undefined : ruleContent;
  return {
    text: formatRule(toolName, specifier),
    tool: toolName,
    specifier,
    effect,
    scope,
    granted: effect === "allow",
  };
}

/** An empty content would mean the whole tool to some and nothing to others: it is left out. */
function readRuleValue(rule: { readonly [field: string]: unknown }): { toolName: string; ruleContent?: string }[] {
  const { toolName, ruleContent } = rule;
  if (typeof toolName !== "string" || toolName === "") return [];
  if (ruleContent === undefined || ruleContent === null) return [{ toolName }];
  return typeof ruleContent === "string" && ruleContent !== "" ? [{ toolName, ruleContent }] : [];
}

function destinationOf(value: unknown): Destination | undefined {
  return typeof value === "string" && Object.hasOwn(scopeOf, value) ? (value as Destination) : undefined;
}

function folders({ directories }: PermissionState, added: readonly string[]): string[] {
  return added.map((folder) => absolutePath(directories[0] ?? "/", folder));
}

function fields(value: unknown): { readonly [field: string]: unknown } {
  return typeof value === "object" && value !== null ? (value as { [field: string]: unknown }) : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
