import { baseName } from "../../path/absolute-path.ts";
import { archives } from "./archives.ts";
import { buildTools } from "./build-tools.ts";
import { builtins } from "./builtins.ts";
import { compilers } from "./compilers.ts";
import { containers } from "./containers.ts";
import type { Danger, DangerTable } from "./danger.ts";
import { dataTools } from "./data-tools.ts";
import { databases } from "./databases.ts";
import { fileTools } from "./file-tools.ts";
import { git } from "./git.ts";
import { networkTools } from "./network-tools.ts";
import { packageManagers } from "./package-managers.ts";
import { processes } from "./processes.ts";
import { shells } from "./shells.ts";
import { taskRunners } from "./task-runners.ts";
import { testRunners } from "./test-runners.ts";

/** What is known of a program, whatever folder, version or target its word names: `/usr/bin/python3.12` is python, `aarch64-linux-gnu-gcc-12` gcc. */
export function dangerOf(program: string): Danger | undefined {
  const own = table.get(program);
  if (own !== undefined) return own;
  const name = baseName(program);
  // No system has a longer name.
  if (name.length > 255) return undefined;
  const whole = name.endsWith(".exe") ? name.slice(0, -4) : name;
  const plain = isVersioned(whole) ? whole.replace(/-?[\d.]+$/, "") : whole;
  const dash = plain.indexOf("-");
  const tool = dash === -1 || dash === plain.lastIndexOf("-") ? undefined : ofTarget.exec(plain)?.[1];
  return table.get(plain) ?? (tool === undefined ? undefined : table.get(tool));
}

/** Asked of every program: what a look at the last character tells needs no pattern. */
function isVersioned(name: string): boolean {
  const last = name.charCodeAt(name.length - 1);
  return last === 0x2e || (last >= 0x30 && last <= 0x39);
}

const ofTarget = /^\w+-[\w.-]*-(gcc|g\+\+|cc|c\+\+|clang|clang\+\+|ld|as|pkg-config)$/;

const tables: readonly DangerTable[] = [
  builtins,
  shells,
  git,
  fileTools,
  archives,
  dataTools,
  processes,
  networkTools,
  databases,
  containers,
  compilers,
  packageManagers,
  buildTools,
  taskRunners,
  testRunners,
];

const table = new Map<string, Danger>(tables.flatMap((dangers) => [...byName(dangers)]));

const spread = new WeakMap<object, ReadonlyMap<string, Danger>>();

/** The entry of a subcommand. */
export function named(of: DangerTable, name: string): Danger | undefined {
  let names = spread.get(of);
  if (names === undefined) {
    names = byName(of);
    spread.set(of, names);
  }
  return name === "" ? undefined : names.get(name);
}

function byName(dangers: DangerTable): Map<string, Danger> {
  return new Map(
    Object.entries(dangers).flatMap(([names, danger]) => names.split(" ").map((name) => [name, danger] as const)),
  );
}
