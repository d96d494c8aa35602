import { BridleError } from "../../errors.ts";
import type { Effect } from "../rule.ts";
import { type JsonMember, type JsonNode, readJsonTree } from "./json-tree.ts";

/** The text of a settings file with a rule more; everything else stays as it is, to the byte. Throws on a damaged file. */
export function addRule(text: string, effect: Effect, rule: string, file: string): string {
  if (text.trim() === "") return `${JSON.stringify({ permissions: { [effect]: [rule] } }, undefined, 2)}\n`;
  const root = readStrictly(text, file);
  const permissions = member(root, "permissions");
  if (permissions === undefined) return addMember(text, root, "permissions", { [effect]: [rule] });
  const list = member(objectOf(permissions.value, file), effect)?.value;
  if (list === undefined) return addMember(text, objectOf(permissions.value, file), effect, [rule]);
  if (list.kind !== "array") throw damaged(file, `permissions.${effect} is no list`);
  if (list.items.some((item) => item.kind === "scalar" && item.value === rule)) return text;
  return addItem(text, list, rule);
}

/** The text without a rule. */
export function removeRule(text: string, effect: Effect, rule: string, file: string): string {
  if (text.trim() === "") return text;
  const permissions = member(readStrictly(text, file), "permissions")?.value;
  const list = permissions?.kind === "object" ? member(permissions, effect)?.value : undefined;
  if (list?.kind !== "array") return text;
  const at = list.items.findIndex((item) => item.kind === "scalar" && item.value === rule);
  const item = list.items[at];
  if (item === undefined) return text;
  const next = list.items[at + 1];
  const before = list.items[at - 1];
  const [from, to] = next !== undefined ? [item.start, next.start] : [before?.end ?? list.start + 1, item.end];
  const cut = text.slice(0, from) + text.slice(to);
  return removeRule(cut, effect, rule, file);
}

type ObjectNode = Extract<JsonNode, { kind: "object" }>;
type ArrayNode = Extract<JsonNode, { kind: "array" }>;

/** What is damaged must not be written over: a person has to look at it. */
function readStrictly(text: string, file: string): ObjectNode {
  const { root, errors } = readJsonTree(text);
  const [error] = errors;
  if (error !== undefined) throw damaged(file, `line ${error.line}: ${error.message}`);
  if (root === undefined) throw damaged(file, "it holds nothing");
  return objectOf(root, file);
}

function objectOf(node: JsonNode, file: string): ObjectNode {
  if (node.kind !== "object") throw damaged(file, "the settings are no object");
  return node;
}

function damaged(file: string, found: string): Error {
  const allowed = "a settings file that can be read";
  return new BridleError("invalid_option", `${file} is not changed: ${found}`, { option: file, allowed, found });
}

function member(node: ObjectNode, key: string): JsonMember | undefined {
  return node.members.findLast((one) => one.key === key);
}

function addMember(text: string, node: ObjectNode, key: string, value: unknown): string {
  const last = node.members.at(-1);
  const outer = indentAt(text, node.start);
  const inner = last === undefined ? outer + step(text) : indentAt(text, last.keyStart);
  const json = JSON.stringify(value, undefined, step(text)).replaceAll("\n", `\n${inner}`);
  const entry = `\n${inner}${JSON.stringify(key)}: ${json}`;
  if (last === undefined) return `${text.slice(0, node.start + 1)}${entry}\n${outer}${text.slice(node.end - 1)}`;
  return `${text.slice(0, last.value.end)},${entry}${endOfLast(text, last.value.end, node.end, outer)}`;
}

function addItem(text: string, list: ArrayNode, rule: string): string {
  const last = list.items.at(-1);
  const json = JSON.stringify(rule);
  if (last === undefined) {
    const outer = indentAt(text, list.start);
    return `${text.slice(0, list.start + 1)}\n${outer}${step(text)}${json}\n${outer}${text.slice(list.end - 1)}`;
  }
  const before = text.slice(list.start, last.start);
  const sameLine = !before.includes("\n");
  return `${text.slice(0, last.end)},${sameLine ? " " : `\n${indentAt(text, last.start)}`}${json}${text.slice(last.end)}`;
}

/** The rest of the file; a closing brace that stood on the line of its last entry gets a line of its own. */
function endOfLast(text: string, from: number, end: number, indent: string): string {
  const between = text.slice(from, end - 1);
  return between.includes("\n") ? text.slice(from) : `\n${indent}${text.slice(end - 1)}`;
}

/** The white space that the line of an offset begins with. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** What this file indents with. */
function step(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
}
