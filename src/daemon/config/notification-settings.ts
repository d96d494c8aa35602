import { isAbsolute } from "node:path";
import { isLoopback } from "../../util/is-loopback.ts";
import { isFields } from "../../wire/fields.ts";
import { isList, type JsonSchema, type Problem, type Setting, structure } from "./setting.ts";

const targetTypes = ["webhook", "ntfy", "slack", "discord", "command"] as const;
export type TargetType = (typeof targetTypes)[number];

/** What people are notified of. `end`: a turn that ended well; `failure`: one that did not. */
export const noticeKinds = ["ask", "question", "end", "failure", "crash", "limit", "login", "resumed"] as const;
export type NoticeKind = (typeof noticeKinds)[number];

const contents = ["none", "title", "full"] as const;

/** A place that is notified, as the settings say it. */
export interface TargetSetting {
  readonly name: string;
  readonly type: TargetType;
  /** Where a request goes: itself, or where it is kept, since some are secrets. */
  readonly url?: string;
  readonly url_file?: string;
  readonly url_env?: string;
  /** Of a webhook: what its messages are signed with. Of ntfy: its access token. */
  readonly secret_file?: string;
  readonly secret_env?: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly timeout_ms?: number;
  readonly on?: readonly NoticeKind[];
  readonly content?: (typeof contents)[number];
  readonly answer_link?: boolean;
  readonly escalate_after_ms?: number;
}

/** The row `notifications.targets`. What is found in it is never repeated: addresses may be secrets. */
export function targetsSetting(description: string): Setting<readonly TargetSetting[]> {
  return structure<readonly TargetSetting[]>(
    { default: [], description },
    {
      allowed: "a list of {name, type, …}",
      problems: (value) =>
        isList(value)
          ? value.flatMap((target, at) => targetProblems(target, at, value))
          : [problem("", "a list of targets", value)],
      unknown: (value) =>
        (isList(value) ? value : []).flatMap((target, at) =>
          Object.keys(isFields(target) ? target : {})
            .filter((part) => !Object.hasOwn(parts, part))
            .map((part) => ({ below: `${at}.${part}`, known: Object.keys(parts).map((one) => `${at}.${one}`) })),
        ),
      schema: {
        type: "array",
        items: {
          type: "object",
          required: ["name", "type"],
          additionalProperties: false,
          properties: Object.fromEntries(
            Object.entries(parts).map(([part, { schema, description: about }]) => [
              part,
              { ...schema, description: about },
            ]),
          ),
        },
      },
    },
  );
}

interface Part {
  readonly allowed: string;
  fits(value: unknown): boolean;
  readonly schema: JsonSchema;
  readonly description: string;
  /** The types that have it; all, where none is named. */
  readonly of?: readonly TargetType[];
}

const nameForm = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/;
const variableForm = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
const textSchema = { type: "string" };
const byRequest = ["webhook", "ntfy", "slack", "discord"] as const;
const maxTimer = 24 * 86_400_000;

function file(description: string, of: readonly TargetType[]): Part {
  const allowed = "the absolute path of a file that only you can read";
  return { allowed, fits: (value) => isText(value) && isAbsolute(value), schema: textSchema, description, of };
}

function variable(description: string, of: readonly TargetType[]): Part {
  const allowed = "the name of an environment variable of the daemon";
  return { allowed, fits: (value) => isText(value) && variableForm.test(value), schema: textSchema, description, of };
}

function whole(description: string, min: number, max: number, of?: readonly TargetType[]): Part {
  return {
    allowed: `a whole number from ${min} to ${max}`,
    fits: (value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
    schema: { type: "integer", minimum: min, maximum: max },
    description,
    ...(of !== undefined && { of }),
  };
}

const parts: { readonly [part: string]: Part } = {
  name: {
    allowed: `at most 32 letters, digits, "_" and "-", and of one target only`,
    // `push` are the devices of Web Push.
    fits: (value) => isText(value) && nameForm.test(value) && value !== "push",
    schema: { type: "string", pattern: nameForm.source },
    description: "Its name: in lists, and in what is recorded of answers by its links.",
  },
  type: {
    allowed: `one of ${targetTypes.join(", ")}`,
    fits: (value) => targetTypes.some((one) => one === value),
    schema: { enum: targetTypes },
    description: "The form of the message.",
  },
  url: {
    allowed: "an https address, or http on this machine",
    fits: (value) => isText(value) && isTargetUrl(value),
    schema: textSchema,
    description: "Where messages go. For ntfy with the topic, for Slack and Discord the address of a webhook.",
    of: byRequest,
  },
  url_file: file("A file with the address instead: those of Slack and Discord are secrets.", byRequest),
  url_env: variable("A variable with the address instead.", byRequest),
  secret_file: file("A file with the secret that a webhook is signed with, or with ntfy's access token.", [
    "webhook",
    "ntfy",
  ]),
  secret_env: variable("A variable with it instead. Agents do not get it.", ["webhook", "ntfy"]),
  command: {
    allowed: "an absolute path",
    fits: (value) => isText(value) && isAbsolute(value),
    schema: textSchema,
    description: "A program. It gets the message as JSON on its stdin.",
    of: ["command"],
  },
  args: {
    allowed: "a list of texts",
    fits: (value) => isList(value) && value.every(isText),
    schema: { type: "array", items: textSchema },
    description: "Its arguments; nothing is put into them.",
    of: ["command"],
  },
  timeout_ms: whole("It is ended after this long, with all it started. Default: 30 s.", 100, 600_000, ["command"]),
  on: {
    allowed: `a list of ${noticeKinds.join(", ")}`,
    fits: (value) => isList(value) && value.every((one) => noticeKinds.some((kind) => kind === one)),
    schema: { type: "array", items: { enum: noticeKinds } },
    description: "What it is notified of. Default: all of it.",
  },
  content: {
    allowed: `one of ${contents.join(", ")}`,
    fits: (value) => contents.some((one) => one === value),
    schema: { enum: contents },
    description:
      "How much a message says of the work: none; title: the session's title, often the beginning of its first prompt; full: what is asked for, too.",
  },
  answer_link: {
    allowed: "true or false",
    fits: (value) => typeof value === "boolean",
    schema: { type: "boolean" },
    description: "Messages about an ask hold a link that decides it without a login. Whoever reads them can.",
  },
  escalate_after_ms: whole(
    "An ask that is still open this long after this target's turn goes to the next target of the list, which is notified of asks only so.",
    1000,
    maxTimer,
  ),
};

function targetProblems(target: unknown, at: number, all: readonly unknown[]): Problem[] {
  if (!isFields(target)) return [problem(`${at}`, "an object {name, type, …}", target)];
  const wrong = Object.entries(parts)
    .filter(([part, { fits }]) => (part in target || part === "name" || part === "type") && !fits(target[part]))
    .map(([part, { allowed }]) => problem(`${at}.${part}`, allowed, target[part]));
  if (wrong.length > 0) return wrong;
  const type = target.type as TargetType;
  const strange = Object.entries(parts)
    .filter(([part, { of }]) => part in target && of?.includes(type) === false)
    .map(([part]) => problem(`${at}.${part}`, `left out of a target of type ${type}`, target[part]));
  const isTwice = all.findIndex((one) => isFields(one) && one.name === target.name) < at;
  return [
    ...strange,
    ...(isTwice ? [problem(`${at}.name`, "the name of one target only", target.name)] : []),
    ...missing(target, type, at),
  ];
}

function missing(target: { readonly [part: string]: unknown }, type: TargetType, at: number): Problem[] {
  const count = (names: readonly string[]): number => names.filter((name) => name in target).length;
  if (type === "command")
    return count(["command"]) === 1 ? [] : [problem(`${at}.command`, parts.command?.allowed ?? "", undefined)];
  const found: Problem[] = [];
  if (count(["url", "url_file", "url_env"]) !== 1)
    found.push({ below: `${at}.url`, allowed: "one of url, url_file and url_env", found: "none or several" });
  const secrets = count(["secret_file", "secret_env"]);
  if (secrets > 1 || (type === "webhook" && secrets === 0))
    found.push({ below: `${at}.secret_file`, allowed: "one of secret_file and secret_env", found: "none or both" });
  return found;
}

/** With TLS, except on this machine: a message may hold a link that decides. */
export function isTargetUrl(value: string): boolean {
  const url = value.length <= 2048 ? URL.parse(value) : null;
  if (url === null || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

function problem(below: string, allowed: string, value: unknown): Problem {
  return { below, allowed, found: value === undefined ? "nothing" : isList(value) ? "a list" : `a ${typeof value}` };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
