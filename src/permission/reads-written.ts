import { programOf } from "./file-words.ts";
import { baseName } from "./path/absolute-path.ts";
import type { FileTarget, SimpleCommand } from "./shell/simple-command.ts";
import { plainPrograms } from "./text-arguments.ts";

/** Does a command read a file that its line writes, and follow what that says: a script, an `#include`, an `\input`? */
export function readsWritten({ words }: SimpleCommand, writes: readonly FileTarget[]): boolean {
  if (writes.length === 0) return false;
  const program = programOf(words);
  if (plainPrograms.has(program) || followsNothing.test(program)) return false;
  const names = new Set(words.map(({ value }) => baseName(nameOf(value ?? ""))));
  const byDefault = defaults.find(([programs]) => programs.test(program))?.[1];
  return writes.some(({ path, of }) => {
    if (path === undefined || of?.words === words) return false;
    const name = baseName(path);
    return names.has(name) || byDefault?.test(name) === true;
  });
}

/** `-xfile.sh`, `@file.txt`, `-f=file.mk`: without what is before the name. */
function nameOf(word: string): string {
  return word.includes(".") ? word.replace(/^[@-]\w*=?/, "") : word;
}

/** They show a file, keep it, or change how it is laid out. */
const followsNothing =
  /^(?:cat|tee|git|gh|glab|less|more|bat|head|tail|wc|grep|rg|sed|awk|jq|yq|ls|stat|diff|cmp|sort|test|\[|echo|printf|prettier|biome|eslint|dprint|black|ruff|isort|gofmt|goimports|rustfmt|shfmt|shellcheck|markdownlint|yamllint|jsonlint|actionlint|hadolint|taplo)$/;

/** What a program reads without being told its name. */
const defaults: readonly (readonly [RegExp, RegExp])[] = [
  [/^g?make$/, /^(?:GNU)?[Mm]akefile$|\.mk$/],
  [/^just$/, /^\.?justfile$/i],
  [/^(?:cmake|ctest)$/, /^CMakeLists\.txt$|\.cmake$/],
  [/^(?:docker|podman|buildah)$/, /^(?:Docker|Container)file|compose\.ya?ml$/],
  [/^(?:pytest|python\d?(?:\.\d+)?)$/, /^(?:conftest|sitecustomize)\.py$/],
  [/^(?:npm|pnpm|yarn|bun|npx|node)$/, /^package\.json$|\.config\.[cm]?[jt]s$/],
];
