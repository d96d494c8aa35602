// npm run contract -- FOLDER: checks recordings that are not in the repository. FOLDER holds one folder per agent version.
import { existsSync } from "node:fs";
import { chain } from "../../src/adapters/adapters.ts";
import { formatVersion } from "../../src/util/version.ts";
import { checkRecordings } from "./check-recordings.ts";
import { isExcused } from "./exceptions.ts";
import { versionFixtures } from "./fixtures.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined || !existsSync(folder)) {
  console.error(
    "usage: npm run contract -- FOLDER   (FOLDER holds recordings as X.Y.Z/*.ndjson, in the format of test/fixtures)",
  );
  process.exit(2);
}
const recorded = versionFixtures(folder);
if (recorded.length === 0) {
  console.error(`no folder of ${folder} is named after a version`);
  process.exit(2);
}
let surprises = 0;
for (const one of recorded) {
  const findings = checkRecordings(one, chain).filter((finding) => !isExcused(finding, one.version));
  const lines = one.transcripts.reduce((sum, transcript) => sum + transcript.lines.length, 0);
  console.log(
    `${formatVersion(one.version)}: ${one.transcripts.length} recordings, ${lines} lines, ${findings.length} surprises (${chain.at(one.version).name})`,
  );
  for (const { key, where } of findings) console.log(`  ${where}  ${key}`);
  surprises += findings.length;
}
process.exit(surprises === 0 ? 0 : 1);
