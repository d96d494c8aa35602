// npm run contract -- FOLDER: checks recordings that are not in the repository. FOLDER holds one folder per agent version.
import { existsSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { chain } from "../../src/adapters/adapters.ts";
import { formatVersion, parseVersion } from "../../src/util/version.ts";
import { checkRecordings } from "./check-recordings.ts";
import { isExcused } from "./exceptions.ts";
import { versionFixtures } from "./fixtures.ts";

const usage =
  "usage: npm run contract -- FOLDER   (FOLDER holds recordings as X.Y.Z/*.ndjson, in the format of test/fixtures, or is one X.Y.Z)";
const [argument] = process.argv.slice(2);
if (argument === undefined) fail(usage);
// npm runs scripts in the project's root; a relative path is meant from where the user is.
const folder = resolve(process.env.INIT_CWD ?? ".", argument);
if (!existsSync(folder) || !statSync(folder).isDirectory()) fail(`${folder} is not a folder\n${usage}`);

const one = parseVersion(basename(folder)) === undefined ? undefined : basename(folder);
const recorded = versionFixtures(one === undefined ? folder : dirname(folder)).filter(
  ({ name }) => one === undefined || name === one,
);
if (recorded.length === 0) fail(`no folder of ${folder} is named after a version\n${usage}`);
let surprises = 0;
for (const fixtures of recorded) {
  const { version, transcripts } = fixtures;
  if (transcripts.length === 0) fail(`${fixtures.name} holds no recordings (*.ndjson)`);
  const findings = checkRecordings(fixtures, chain).filter((finding) => !isExcused(finding, version));
  const lines = transcripts.reduce((sum, transcript) => sum + transcript.lines.length, 0);
  console.log(
    `${formatVersion(version)}: ${transcripts.length} recordings, ${lines} lines, ${findings.length} surprises (${chain.at(version).name})`,
  );
  for (const { key, where } of findings) console.log(`  ${where}  ${key}`);
  surprises += findings.length;
}
process.exit(surprises === 0 ? 0 : 1);

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
