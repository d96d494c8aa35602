import { inRange, type Version, type VersionRange, version } from "../../src/util/version.ts";
import type { Finding } from "./check-recordings.ts";

/** A finding that is right as it is. One that no recording shows any more fails the test: take it out. */
export interface Exception {
  readonly finding: RegExp;
  readonly scenario: RegExp;
  readonly versions?: VersionRange;
  readonly reason: string;
}

export const exceptions: readonly Exception[] = [
  {
    finding: /^(unknown word|refused to send): controls interrupt$/,
    scenario: /./,
    versions: { from: version("1.0.60"), to: version("1.0.77") },
    reason:
      "1.0.64 acknowledges an interrupt and goes on with the turn, so it is refused until 1.0.77, where it works again",
  },
  ...Object.entries({
    hooks: "1.0.85",
    sdkMcpServers: "1.0.123",
    jsonSchema: "2.0.50",
    systemPrompt: "2.0.76",
    promptSuggestions: "2.1.59",
    title: "2.1.150",
    forwardSubagentText: "2.1.150",
  }).map(([field, since]) => ({
    finding: new RegExp(`^refused to send: controls initialize\\.${field}$`),
    scenario: /^(d2|i2|l1|l2|r10|r12)-/,
    versions: { from: version("1.0.60"), to: version(since) },
    reason: `the recorder sent initialize.${field} to versions that ignore it; Bridle tells its caller instead`,
  })),
  {
    finding: /^refused to send: controls rewind_files\.dry_run$/,
    scenario: /^k1-/,
    versions: { from: version("2.0.70"), to: version("2.1.0") },
    reason: "2.0.70 ignores dry_run and changes the files, so it is not sent",
  },
  {
    finding: /^refused to send: inputs allow_without_input$/,
    scenario: /^f3-/,
    reason: "an incomplete answer on purpose: the agent took the line and denied the tool",
  },
  {
    finding: /^(not a command: (frobnicate|assistant|system|update_environment_variables)|sent with another meaning)$/,
    scenario: /^(o4|o17|r1)-/,
    reason: "words on purpose that the agent ignores; Bridle never sends them",
  },
  {
    finding: /^unreadable: not_json/,
    scenario: /^r8-/,
    reason: "the recorder cut this 5 MB line",
  },
];

/** True for the findings that an exception is about. */
export function covers(exception: Exception, { key, where }: Finding, at: Version): boolean {
  const scenario = where.split("/")[1] ?? "";
  if (exception.versions !== undefined && !inRange(exception.versions, at)) return false;
  return exception.finding.test(key) && exception.scenario.test(scenario);
}

export function isExcused(finding: Finding, at: Version): boolean {
  return exceptions.some((exception) => covers(exception, finding, at));
}
