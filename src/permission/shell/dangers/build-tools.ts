import type { ShellWord } from "../shell-word.ts";
import { type DangerTable, list } from "./danger.ts";

/** Properties that choose what is tested or left out. */
const plainMavenProperty =
  /^-[DP](?:skip\w*|test|it\.test|groups|excludedGroups|\w*[fF]ail\w*|maven\.test\.\w+|[\w.-]*\.(?:skip|failIfNo\w+|active|color)|[\w-]+(?=$|=(?:true|false|\d+)$))(?:=[\w.#*,+!:$-]*)?$/;

/** Programs that build projects of the JVM; running the project's own code is what they are allowed for. */
export const buildTools: DangerTable = {
  "mvn mvnw": {
    unabbreviated: true,
    wholeWords: true,
    words: list("-s --settings -gs --global-settings -t --toolchains -gt --global-toolchains -b --builder"),
    inside: ["-f", "--file"],
    makes: ["-l", "--log-file"],
    pieces: ["exec:", "antrun:", "dependency:get"],
    find: (words) => definitions(words, plainMavenProperty),
  },
  "gradle gradlew": {
    unabbreviated: true,
    wholeWords: true,
    words: list("-I --init-script -c --settings-file -b --build-file --include-build"),
    inside: ["-p", "--project-dir"],
    makes: ["--project-cache-dir"],
    find: (words) => definitions(words, /^-P[\w.]+(?:=[\w.-]*)?$/),
  },
  "ant sbt lein bazel": {
    long: list("file= build-file= project-dir= run_under= override_repository="),
    short: "fsIbpcDP",
    pieces: ["exec:", "! ", "eval"],
  },
};

function definitions(words: readonly ShellWord[], plain: RegExp): number[] {
  return words.flatMap(({ value, prefix }, at) =>
    at > 0 && /^-[DP]/.test(prefix) && !(value !== undefined && value.length < 1_000 && plain.test(value)) ? [at] : [],
  );
}
