import type { Version } from "../util/version.ts";
import { AdapterChain } from "./adapter-chain.ts";
import { parseAgentVersion } from "./agent-version.ts";
import type { Change } from "./change.ts";
import type { ClaudeAdapter } from "./claude-adapter.ts";
import { seed001 } from "./dialects/seed-001.ts";
import type { ProtocolAdapter } from "./protocol-adapter.ts";
import { v1_0_24 } from "./versions/v1-0-24.ts";
import { v1_0_60 } from "./versions/v1-0-60.ts";
import { v1_0_64 } from "./versions/v1-0-64.ts";
import { v1_0_77 } from "./versions/v1-0-77.ts";
import { v1_0_85 } from "./versions/v1-0-85.ts";
import { v1_0_93 } from "./versions/v1-0-93.ts";
import { v1_0_95 } from "./versions/v1-0-95.ts";
import { v1_0_109 } from "./versions/v1-0-109.ts";
import { v1_0_115 } from "./versions/v1-0-115.ts";
import { v1_0_123 } from "./versions/v1-0-123.ts";
import { v1_0_128 } from "./versions/v1-0-128.ts";
import { v2_0_25 } from "./versions/v2-0-25.ts";
import { v2_0_37 } from "./versions/v2-0-37.ts";
import { v2_0_50 } from "./versions/v2-0-50.ts";
import { v2_0_70 } from "./versions/v2-0-70.ts";
import { v2_0_72 } from "./versions/v2-0-72.ts";
import { v2_0_76 } from "./versions/v2-0-76.ts";
import { v2_1_0 } from "./versions/v2-1-0.ts";
import { v2_1_15 } from "./versions/v2-1-15.ts";
import { v2_1_30 } from "./versions/v2-1-30.ts";
import { v2_1_45 } from "./versions/v2-1-45.ts";
import { v2_1_59 } from "./versions/v2-1-59.ts";
import { v2_1_70 } from "./versions/v2-1-70.ts";
import { v2_1_80 } from "./versions/v2-1-80.ts";
import { v2_1_89 } from "./versions/v2-1-89.ts";
import { v2_1_90 } from "./versions/v2-1-90.ts";
import { v2_1_101 } from "./versions/v2-1-101.ts";
import { v2_1_110 } from "./versions/v2-1-110.ts";
import { v2_1_150 } from "./versions/v2-1-150.ts";
import { v2_1_197 } from "./versions/v2-1-197.ts";
import { v2_1_250 } from "./versions/v2-1-250.ts";
import { v2_1_300 } from "./versions/v2-1-300.ts";
import { v2_1_325 } from "./versions/v2-1-325.ts";

/** Every version of Claude Code that changed a word, oldest first. A new one is a file and a row here. */
export const changes: readonly Change[] = [
  v1_0_24,
  v1_0_60,
  v1_0_64,
  v1_0_77,
  v1_0_85,
  v1_0_93,
  v1_0_95,
  v1_0_109,
  v1_0_115,
  v1_0_123,
  v1_0_128,
  v2_0_25,
  v2_0_37,
  v2_0_50,
  v2_0_70,
  v2_0_72,
  v2_0_76,
  v2_1_0,
  v2_1_15,
  v2_1_30,
  v2_1_45,
  v2_1_59,
  v2_1_70,
  v2_1_80,
  v2_1_89,
  v2_1_90,
  v2_1_101,
  v2_1_110,
  v2_1_150,
  v2_1_197,
  v2_1_250,
  v2_1_300,
  v2_1_325,
];

export const chain = new AdapterChain(changes);

/** The adapter of a Claude Code version, also as text (`2.1.325 (Claude Code)`). Unknown: the newest. Older than the first: the first. */
export function adapterFor(version: Version | string | undefined): ClaudeAdapter {
  return chain.at(typeof version === "string" ? parseAgentVersion(version) : version);
}

/** Dialects other than Claude Code's (docs/dialects.md), which no version tells apart. */
export const dialects = { "seed-001": seed001 } satisfies { readonly [name: string]: ProtocolAdapter };

export type Dialect = keyof typeof dialects;

/** What an agent speaks: another dialect where it was named, else Claude Code's as its version has it. */
export function adapterOf(dialect: Dialect | undefined, version: Version | string | undefined): ProtocolAdapter {
  return dialect === undefined ? adapterFor(version) : dialects[dialect];
}
