import { compareVersions, parseVersion } from "../util/version.ts";
import { adapterFor } from "./adapters.ts";
import { capabilityWords } from "./capabilities.ts";
import type { Word } from "./change.ts";
import type { ClaudeAdapter, Corrections } from "./claude-adapter.ts";

/** What an agent said of itself, from `system/init`, the answer to `initialize` and refused requests. */
export interface SelfDescription {
  readonly agentVersion?: string | undefined;
  /** Of `system/init`: a complete list, so what it lacks is lost. */
  readonly capabilities?: readonly string[] | undefined;
  /** Of the answer to `initialize`: only part of them, so it can only add. */
  readonly someCapabilities?: readonly string[] | undefined;
  /** Control requests it called unsupported. */
  readonly refused?: readonly string[] | undefined;
}

/** The adapter the agent's own words call for: its version beats the probed one, its capabilities beat its version. */
export function correctAdapter(adapter: ClaudeAdapter, said: SelfDescription): ClaudeAdapter {
  const version = parseVersion(said.agentVersion ?? "");
  const chosen =
    version === undefined || compareVersions(version, adapter.version) === 0 ? adapter : adapterFor(version);
  const corrections = learned(adapter.corrections, said);
  const nothingNew =
    chosen === adapter &&
    same(corrections.gained, adapter.corrections.gained) &&
    same(corrections.lost, adapter.corrections.lost);
  return nothingNew || corrections.gained.size + corrections.lost.size === 0 ? chosen : chosen.corrected(corrections);
}

function learned(
  before: Corrections,
  { capabilities, someCapabilities = [], refused = [] }: SelfDescription,
): Corrections {
  const gained = wordsOf([...(capabilities ?? []), ...someCapabilities]);
  const missing =
    capabilities === undefined ? [] : Object.keys(capabilityWords).filter((name) => !capabilities.includes(name));
  const lost = [...wordsOf(missing), ...refused.map((subtype): Word => `controls ${subtype}`)].filter(
    (word) => !gained.includes(word),
  );
  return {
    gained: new Set([...before.gained, ...gained].filter((word) => !lost.includes(word))),
    lost: new Set([...before.lost, ...lost].filter((word) => !gained.includes(word))),
  };
}

function wordsOf(capabilities: readonly string[]): readonly Word[] {
  return capabilities.flatMap((name) => (Object.hasOwn(capabilityWords, name) ? (capabilityWords[name] ?? []) : []));
}

function same(a: ReadonlySet<Word>, b: ReadonlySet<Word>): boolean {
  return a.size === b.size && [...a].every((word) => b.has(word));
}
