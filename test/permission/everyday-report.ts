/** biome-ignore-all lint/suspicious/noConsole: it is a report */
import { writeFileSync } from "node:fs";
import { why } from "../../src/exports/permission.ts";
import { everydayProjects } from "./everyday-projects.ts";
import { askReal, compareAll, readRecording, recordedVersion, recordingFile } from "./everyday-verdicts.ts";

/**
 * `node test/permission/everyday-report.ts` prints how often whom is asked; with `--record` it asks the real CLI anew, with
 * `--record-new` only about projects that are not recorded.
 */
if (process.argv.some((arg) => /^--record(?:-new)?$/.test(arg))) {
  const recording: { [project: string]: unknown } = process.argv.includes("--record-new") ? { ...readRecording() } : {};
  for (const project of everydayProjects) recording[project.title] ??= await askReal(project);
  writeFileSync(recordingFile, `${JSON.stringify(recording, undefined, 2)}\n`);
}

const all = compareAll();
const count = (test: (one: (typeof all)[number]) => boolean): number => all.filter(test).length;
const rules = everydayProjects.reduce((sum, project) => sum + project.rules.length, 0);
console.log(`${all.length} commands, ${rules} rules`);
console.log(`asked by Claude Code ${recordedVersion}: ${count(({ real }) => real !== "allow")}`);
console.log(`asked by us: ${count(({ ours }) => ours.effect !== "allow")}`);
for (const [title, only] of [
  ["only by us", "allow"],
  ["only by it", "ask"],
] as const) {
  const found = all.filter(({ real, ours }) => real === only && (ours.effect === "allow") !== (only === "allow"));
  console.log(`\n${title}: ${found.length}`);
  for (const { command, ours } of found)
    console.log(`  ${JSON.stringify(command)}  ${only === "allow" ? why(ours) : ""}`);
}
