import { type PermissionMode, permissionModes, readMode } from "../mode.ts";
import { askedInstead, type Effect, effects, isBroken, parseRule, type Rule, type RuleOrigin } from "../rule.ts";
import { type JsonNode, readJsonTree } from "./json-tree.ts";
import { LineNumbers } from "./line-numbers.ts";

/** Something in a settings file that does not mean what its writer thinks; `message` says what to do. */
export interface SettingsProblem {
  readonly file: string;
  readonly line: number | undefined;
  readonly message: string;
  /** What it forbids may be lost. */
  readonly damage: boolean;
}

/** What a settings file says about permissions. */
export interface PermissionSettings {
  readonly rules: readonly Rule[];
  readonly defaultMode: PermissionMode | undefined;
  readonly additionalDirectories: readonly string[];
  /** `disableBypassPermissionsMode`: bypassPermissions is not to be had. */
  readonly forbidsBypass: boolean;
  /** `allowManagedPermissionRulesOnly`: of the managed settings alone. */
  readonly onlyManagedRules: boolean;
  readonly problems: readonly SettingsProblem[];
}

interface SettingsOrigin extends Omit<RuleOrigin, "effect"> {
  readonly file: string;
}

/**
 * Reads a settings file of Claude Code as it is. Keys that are not about permissions are not looked at. Of a damaged text
 * what it forbids and asks is kept as far as it can be read; what it allows is not.
 */
export function readSettings(text: string, origin: SettingsOrigin): PermissionSettings {
  return new SettingsReader(text, origin).read();
}

class SettingsReader {
  readonly #text: string;
  readonly #origin: SettingsOrigin;
  readonly #rules: Rule[] = [];
  readonly #problems: SettingsProblem[] = [];
  readonly #lines: LineNumbers;
  #isDamaged = false;
  #untold = 0;

  constructor(text: string, origin: SettingsOrigin) {
    this.#text = text;
    this.#lines = new LineNumbers(text);
    this.#origin = origin;
  }

  read(): PermissionSettings {
    // An empty file is one that says nothing.
    const { root, errors } = this.#text.trim() === "" ? { root: undefined, errors: [] } : readJsonTree(this.#text);
    this.#isDamaged = errors.some(({ harmless }) => !harmless);
    const [first] = errors.filter(({ harmless }) => harmless !== this.#isDamaged);
    if (first !== undefined) this.#tell(first.line, `${first.message}: mend the JSON`, this.#isDamaged);
    const settings = this.#object(root, "the settings");
    const all = this.#members(settings, "permissions").map((node) => this.#object(node, "permissions"));
    const permissions = all.at(-1);
    for (const effect of effects) this.#lists(effect, all);
    const mode = this.#mode(member(permissions, "defaultMode"));
    const directories = this.#directories(member(permissions, "additionalDirectories"));
    const says = (nodes: readonly (JsonNode | undefined)[], key: string, wanted: unknown): boolean =>
      nodes.flatMap((node) => this.#members(node, key)).some((node) => value(node) === wanted);
    return {
      rules: this.#rules,
      defaultMode: this.#isDamaged && mode !== "plan" && mode !== "dontAsk" ? undefined : mode,
      additionalDirectories: this.#isDamaged ? [] : directories,
      forbidsBypass: says(all, "disableBypassPermissionsMode", "disable"),
      onlyManagedRules: says([settings], "allowManagedPermissionRulesOnly", true),
      problems: this.#untold === 0 ? this.#problems : [...this.#problems, this.#rest()],
    };
  }

  #rest(): SettingsProblem {
    return { file: this.#origin.file, line: undefined, message: `${this.#untold} more of these`, damage: false };
  }

  #object(node: JsonNode | undefined, what: string): JsonNode | undefined {
    if (node === undefined || node.kind === "object") return node;
    this.#tell(this.#line(node), `${what} must be an object`, true);
    return undefined;
  }

  /** Every value of a key that is written more than once; the last one is the one that counts, as in JSON.parse. */
  #members(node: JsonNode | undefined, key: string): readonly JsonNode[] {
    const found =
      node?.kind === "object" ? node.members.filter((one) => one.key === key).map(({ value }) => value) : [];
    const last = found.at(-1);
    if (last !== undefined && found.length > 1)
      this.#tell(this.#line(last), `"${key}" is there ${found.length} times: write it once; ${severalHold}`, false);
    return found;
  }

  /** What is forbidden anywhere holds; what allows is that of the last one. */
  #lists(effect: Effect, permissions: readonly (JsonNode | undefined)[]): void {
    const lists = permissions.flatMap((node) => this.#members(node, effect).map((list) => ({ list, node })));
    const last = lists.at(-1);
    for (const one of lists)
      if (effect !== "allow" || (one === last && one.node === permissions.at(-1))) this.#list(effect, one.list);
  }

  #list(effect: Effect, node: JsonNode): void {
    const restricts = effect !== "allow";
    // One rule where a list belongs: what restricts is taken as meant.
    const items = node.kind === "array" ? node.items : restricts && typeof value(node) === "string" ? [node] : [];
    if (node.kind !== "array")
      this.#tell(this.#line(node), `permissions.${effect} must be a list`, restricts && items.length === 0);
    if (!restricts && this.#isDamaged) return;
    for (const item of items) this.#entry(effect, item);
  }

  #entry(effect: Effect, item: JsonNode): void {
    const written = value(item);
    const restricts = effect !== "allow";
    if (typeof written !== "string")
      return this.#tell(this.#line(item), `an entry of permissions.${effect} must be a text`, restricts);
    const rule = parseRule(written, { ...this.#origin, effect });
    if (!isBroken(rule)) {
      this.#rules.push(rule);
      return;
    }
    this.#tell(this.#line(item), rule.broken, restricts && rule.tool === undefined);
    if (restricts) this.#rules.push(...askedInstead(written, rule, this.#origin));
  }

  #mode(node: JsonNode | undefined): PermissionMode | undefined {
    if (node === undefined) return undefined;
    const mode = readMode(value(node));
    if (mode === undefined)
      this.#tell(this.#line(node), `permissions.defaultMode must be one of ${permissionModes.join(", ")}`, false);
    return mode;
  }

  #directories(node: JsonNode | undefined): string[] {
    if (node === undefined) return [];
    if (node.kind !== "array") {
      this.#tell(this.#line(node), "permissions.additionalDirectories must be a list", false);
      return [];
    }
    return node.items.flatMap((item) => {
      const written = value(item);
      if (typeof written === "string" && written !== "") return [written];
      this.#tell(this.#line(item), "an entry of permissions.additionalDirectories must be a path", false);
      return [];
    });
  }

  #line(node: JsonNode): number {
    return this.#lines.at(node.start);
  }

  #tell(line: number | undefined, message: string, damage: boolean): void {
    const isFirstDamage = damage && !this.#problems.some((one) => one.damage);
    if (this.#problems.length < maxProblems || isFirstDamage)
      this.#problems.push({ file: this.#origin.file, line, message, damage });
    else this.#untold += 1;
  }
}

/** Of one file: more of them nobody reads. */
const maxProblems = 20;

const severalHold = "what each of them forbids holds, what they allow is taken from the last";

/** The last of several with one name counts, as in JSON.parse. */
function member(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return node?.kind === "object" ? node.members.findLast((one) => one.key === key)?.value : undefined;
}

function value(node: JsonNode | undefined): unknown {
  return node?.kind === "scalar" ? node.value : undefined;
}

/** One line for a person. */
export function problemText({ file, line, message }: SettingsProblem): string {
  return `${file}${line === undefined ? "" : `:${line}`}: ${message}`;
}
