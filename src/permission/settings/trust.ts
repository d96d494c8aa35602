import { type JsonNode, readJsonTree } from "./json-tree.ts";

/** Whose word the settings in a folder are. What nobody has vouched for only restricts. */
export interface FolderTrust {
  readonly project: boolean;
  readonly local: boolean;
}

export const noTrust: FolderTrust = { project: false, local: false };

/** Whether Claude Code's own `.claude.json` says that a person has trusted this very folder. */
export function isTrusted(claudeJson: string, folder: string): boolean {
  const { root, errors } = readJsonTree(claudeJson);
  if (root === undefined || errors.length > 0) return false;
  const project = member(member(root, "projects"), folder);
  return scalar(member(project, "hasTrustDialogAccepted")) === true;
}

/** What a person has vouched for, as Bridle keeps it. */
export interface Trusted {
  /** Their settings count, whatever becomes of them. */
  readonly folders: readonly string[];
  /** Whose they were then, by number: in a place where everybody may write, somebody else may have made another one since. */
  readonly owners: { readonly [folder: string]: number };
  /** Files that the agent wrote a person's answers into, and the digest of what they said then. */
  readonly written: { readonly [file: string]: string };
}

export const nothingTrusted: Trusted = { folders: [], owners: {}, written: {} };

/** Undefined for a text that is damaged: it must not be written over. */
export function readTrusted(text: string): Trusted | undefined {
  const { root, errors } = readJsonTree(text);
  if (root?.kind !== "object" || errors.length > 0) return undefined;
  const [folders, owners, written] = ["folders", "owners", "written"].map((key) => member(root, key));
  return {
    folders: folders?.kind === "array" ? folders.items.map(scalar).filter((folder) => typeof folder === "string") : [],
    owners: scalars(owners, (value): value is number => typeof value === "number"),
    written: scalars(written, (value): value is string => typeof value === "string"),
  };
}

function scalars<T>(node: JsonNode | undefined, is: (value: unknown) => value is T): { [key: string]: T } {
  const members = node?.kind === "object" ? node.members : [];
  return Object.fromEntries(
    members.flatMap(({ key, value }) => {
      const one = scalar(value);
      return is(one) ? [[key, one]] : [];
    }),
  );
}

export function formatTrusted({ folders, owners, written }: Trusted): string {
  const listed = [...new Set(folders)].sort();
  const kept = Object.fromEntries(
    listed.flatMap((folder) => (Object.hasOwn(owners, folder) ? [[folder, owners[folder]]] : [])),
  );
  return `${JSON.stringify({ folders: listed, owners: kept, written }, undefined, 2)}\n`;
}

function member(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return node?.kind === "object" ? node.members.findLast((one) => one.key === key)?.value : undefined;
}

function scalar(node: JsonNode | undefined): unknown {
  return node?.kind === "scalar" ? node.value : undefined;
}
