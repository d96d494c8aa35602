import { type Command, InvalidArgumentError } from "commander";
import { parseAgentVersion } from "../../adapters/agent-version.ts";
import { type Compatibility, compatibilityOf } from "../../adapters/compatibility.ts";
import { features } from "../../adapters/features.ts";
import { releases, supportedRange } from "../../adapters/matrix.ts";
import { matrixRows } from "../../adapters/matrix-rows.ts";
import { compatibilityNotice } from "../../adapters/startup-notice.ts";
import { detectVersion } from "../../launch/detect-version.ts";
import { formatRange, formatVersion, type Version } from "../../util/version.ts";
import { bridleVersion } from "../bridle-version.ts";
import type { CliCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { table } from "../output.ts";

interface CompatOptions {
  readonly agent?: string;
  readonly json?: true;
}

const examples = `
Examples:
  bridle compat                   the matrix: which agent versions, by which adapter, how verified
  bridle compat 2.0.76            how well Bridle and Claude Code 2.0.76 fit
  bridle compat --agent claude    ask an executable for its version first
  bridle compat --json | jq       for programs

Exits with 78 when the version asked about is too old, 72 when the executable is not found.`;

/** `bridle compat`: the compatibility matrix, or one version's place in it. */
export const compat: CliCommand = {
  register: (program) =>
    program
      .command("compat")
      .description("which agent versions work with this Bridle, and how that was verified")
      .argument("[version]", "an agent version, as X.Y.Z or as `claude --version` prints it", readVersion)
      .option("--agent <executable>", "ask this executable for its version")
      .option("--json", "print JSON")
      .addHelpText("after", examples)
      .action(run),
};

function readVersion(text: string): Version {
  const version = parseAgentVersion(text);
  if (version === undefined) throw new InvalidArgumentError("Expected a version such as 2.1.325.");
  return version;
}

async function run(version: Version | undefined, options: CompatOptions, command: Command): Promise<void> {
  if (version !== undefined && options.agent !== undefined)
    command.error("error: name a version or --agent, not both", { exitCode: exitCodes.usage });
  if (version === undefined && options.agent === undefined) return printMatrix(options);
  const { version: found, problem } =
    options.agent === undefined ? { version, problem: undefined } : await detectVersion(options.agent);
  const compatibility = compatibilityOf(found);
  if (options.json) console.log(JSON.stringify({ ...asJson(compatibility), problem: problem ?? null }, undefined, 2));
  else console.log(compatibilityNotice(compatibility, bridleVersion).message);
  if (problem !== undefined && !options.json) console.error(`bridle: ${options.agent} --version ${problem}`);
  if (compatibility.level === "INCOMPATIBLE") process.exitCode = exitCodes.configOrVersion;
}

function printMatrix(options: CompatOptions): void {
  if (options.json)
    return console.log(
      JSON.stringify(
        { bridle: bridleVersion, supported: formatRange(supportedRange), releases, rows: matrixRows() },
        undefined,
        2,
      ),
    );
  console.log(
    `Bridle ${bridleVersion} supports Claude Code ${formatRange(supportedRange)}. Tested are the versions listed as verified.\n`,
  );
  const rows = matrixRows().map(({ bridle, from, to, adapter, level, verified, notes }) => [
    bridle,
    `[${from}, ${to})`,
    adapter,
    level,
    verified.map((verification) => verification.version).join(" "),
    notes,
  ]);
  console.log(table([["bridle", "agent", "adapter", "level", "verified with", "notes"], ...rows]));
  console.log(`\n${verifications()}`);
}

/** When and how, once: a table of thirty equal dates tells nothing. */
function verifications(): string {
  const how = new Set(releases[0].verified.map(({ on, how: means }) => `${on}, ${means}`));
  return `Verified ${[...how].join("; ")}.`;
}

function asJson({ level, version, adapter, missing, tested, message }: Compatibility): object {
  return {
    bridle: bridleVersion,
    version: version === undefined ? null : formatVersion(version),
    apiVersion: version?.apiVersion ?? null,
    level,
    tested,
    adapter: adapter.name,
    features: Object.fromEntries(features.map(({ name, word }) => [name, adapter.has(word)])),
    missing: missing.map(({ name, workaround }) => ({ name, workaround })),
    message,
  };
}
