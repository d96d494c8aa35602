import { givenByFile } from "../../daemon/config/given-settings.ts";
import { judge } from "../../daemon/config/load-settings.ts";
import { readSettingsFile } from "../../daemon/config/read-settings-file.ts";
import { ruleExamples } from "../../daemon/config/rule-examples.ts";
import { localDaemon } from "../daemon-options.ts";
import { exitCodes } from "../exit-codes.ts";
import { plain, printJson, styled } from "../output.ts";
import { readRulesFile } from "./read-rules-file.ts";

interface TestOptions {
  readonly home?: string;
  readonly json?: true;
}

/** Checks the examples of the daemon's settings, or of another such file. Throws `invalid_option` for one that no daemon takes. */
export function testRules(given: string | undefined, { home, json }: TestOptions): void {
  const file = given ?? localDaemon(home).files.settings;
  const fields = given === undefined ? readSettingsFile(file) : readRulesFile(file);
  const { permissions } = judge(givenByFile(fields, file)).settings;
  const results = ruleExamples(permissions);
  const broken = results.filter(({ problem }) => problem !== undefined).length;
  if (broken > 0) process.exitCode = exitCodes.configOrVersion;
  for (const { rule, use, shouldMatch, problem } of results) {
    if (json) printJson({ rule, [shouldMatch ? "match" : "not_match"]: use, holds: problem === undefined, problem });
    else {
      const text = `${rule} ${shouldMatch ? "matches" : "does not match"} ${plain(JSON.stringify(use))}`;
      if (problem === undefined) process.stdout.write(`ok   ${plain(text)}\n`);
      else process.stdout.write(`${styled("red", `FAIL ${text}: ${problem}`, process.stdout)}\n`);
    }
  }
  if (!json) process.stdout.write(`${results.length - broken} of ${results.length} examples hold\n`);
}
