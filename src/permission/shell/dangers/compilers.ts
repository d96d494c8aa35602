import type { ShellWord } from "../shell-word.ts";
import { type DangerTable, plainPath } from "./danger.ts";
import { plainVariable } from "./task-runners.ts";

/** `-DNAME=ON`, `-D NAME:BOOL=ON`: no path and no program. */
const plainDefinition = /^[\w-]+(?::\w+)?=(?:ON|OFF|TRUE|FALSE|YES|NO|\d+|Release|Debug|RelWithDebInfo|MinSizeRel)$/i;

/** Compilers, and what configures and drives them. Building the project's own code is what they are allowed for. */
export const compilers: DangerTable = {
  "make gmake mingw32-make": {
    // Text that is a makefile, or takes the place of one.
    long: ["file=", "makefile=", "eval=", "include-dir=", "environment-overrides"],
    short: "fEI",
    flags: "e",
    valued: "jlWo",
    inside: ["-C", "--directory"],
    // An expansion may become an assignment.
    find: (words) =>
      placesOf(words, ({ value, prefix }) =>
        value === undefined ? !prefix.startsWith("-") : /^[^-].*[=;&|<>]/s.test(value) && !plainVariable.test(value),
      ),
  },
  cmake: {
    unbundled: true,
    words: ["-P", "-E", "--install", "--open"],
    inside: ["-S", "-C", "--build", "--toolchain"],
    makes: ["-B", "--graphviz", "--trace-redirect", "--profiling-output"],
    checked: { "-D": plainDefinition },
    // Behind `--` stand arguments of the program that builds.
    find: (words) => {
      const end = words.findIndex(({ value }) => value === "--");
      return end === -1
        ? []
        : placesOf(words, ({ value }) => !/^-[jkv]\d*$/.test(value ?? "")).filter((at) => at > end);
    },
  },
  ctest: {
    unbundled: true,
    words: [
      "-S",
      "-SP",
      "--script",
      "--script-new-process",
      "--build-and-test",
      "--build-makeprogram",
      "-D",
      "--dashboard",
      "--overwrite",
      "--build-options",
    ],
    inside: ["--test-dir"],
    makes: ["-O", "--output-log", "--output-junit"],
  },
  ninja: { inside: ["-C", "-f"], words: ["-t"] },
  "gcc g++ cc c++ clang clang++": {
    unbundled: true,
    pieces: [
      "-wrapper",
      "-specs",
      "-fplugin",
      "-fpass-plugin",
      "-fmodule-mapper",
      "-config",
      "-mllvm",
      "-ccc-",
      "-cc1",
      "-gcc-toolchain",
      "-Wl,",
      "-Wp,",
      "-Xpreprocessor",
      "-Wa,",
      "-Xlinker",
      "-Xassembler",
      "-Xclang",
      "-load",
      "-ld-path",
      "-fuse-ld",
      "@",
    ],
    words: ["-B", "-T"],
    makes: ["-o", "-MF", "-dumpdir", "--output"],
    find: (words) => placesOf(words, leaves),
  },
  "ld as": { all: true },
  rustc: {
    unbundled: true,
    words: ["-C", "--codegen", "-Z", "--extern", "--sysroot", "-L"],
    makes: ["-o", "--out-dir"],
    pieces: ["@", "linker", "-C", "-Z"],
  },
  javac: {
    wholeWords: true,
    pieces: ["-J", "@", "-Xplugin", "-processor", "-A"],
    makes: ["-d", "-h", "-s"],
    words: ["-processor", "-processorpath"],
  },
};

function placesOf(words: readonly ShellWord[], dangerous: (word: ShellWord) => boolean): number[] {
  return words.flatMap((word, at) => (at > 0 && dangerous(word) ? [at] : []));
}

/** An operand that is no plain path from here. */
function leaves({ value, prefix }: ShellWord): boolean {
  if (prefix.startsWith("-")) return false;
  return value === undefined ? prefix !== "" && !plainPath.test(prefix) : !plainPath.test(value);
}
