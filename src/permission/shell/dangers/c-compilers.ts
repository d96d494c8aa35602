import type { ShellWord } from "../shell-word.ts";
import { type Danger, plainPath } from "./danger.ts";

/**
 * Compilers of C and its like. They pass options on to programs that load code, start programs from folders that they are told,
 * and take the same option under several names: what is known to do no harm is listed, and nothing else is covered.
 */
export const cCompilers: Danger = {
  unbundled: true,
  makes: ["-o", "-MF", "-MJ", "--output"],
  find: (words) => {
    const found: number[] = [];
    for (let at = 1; at < words.length; at += 1) {
      const word = words[at] as ShellWord;
      const { value, prefix } = word;
      if (!prefix.startsWith("-") || value === "-") {
        if (leaves(word)) found.push(at);
        continue;
      }
      const separate = value === undefined ? undefined : separateValues.find(([options]) => options.test(value))?.[1];
      if (separate !== undefined) {
        at += 1;
        if (!separate.test(words[at]?.value ?? "-")) found.push(at - 1, at);
      } else if (value === undefined || value.length > maxOption || !harmless.some((one) => one.test(value)))
        found.push(at, at + 1);
    }
    return found;
  },
};

const maxOption = 1_000;
const name = /^\w[\w+.,:=-]*$/;
/** What leads out is found in whichever word. */
const path = /^[^-@|]/;

/** Options that take the next word, and what that may be. */
const separateValues: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(?:-[DU]|--param|-z|-u|-e|-x|-l|-arch|-target|--target|-framework|-weak_framework|-undefined|-current_version)$/,
    name,
  ],
  [/^(?:-compatibility_version|-MT|-MQ|-install_name)$/, path],
  [/^-(?:[ILF]|isystem|iquote|idirafter|include|imacros|isysroot|o|MF|MJ)$/, path],
  [/^--output$/, path],
];

/** Options in one word. A path in them is found there. */
const harmless: readonly RegExp[] = [
  /^-(?:[cCEgHMPQrsSvw]|CC|MM|MD|MMD|MP|MG|###|pg|pipe|ansi|pedantic(?:-errors)?|undef|traditional(?:-cpp)?|d[DIMNU]|time)$/,
  /^-(?:g(?!cc)[\w-]*|O\w*|static[\w-]*|shared[\w-]*|nostdlib\+*|nostdinc\+*|nodefaultlibs|nostartfiles|rdynamic|pthreads?|pie|no-pie)$/,
  /^-(?:dumpversion|dumpfullversion|dumpmachine|dumpspecs|save-temps(?:=(?:obj|cwd))?|ObjC|dynamiclib|bundle|headerpad_max_install_names)$/,
  /^--?print-[a-z-]+(?:=[\w.+-]+)?$/,
  /^--(?:version|help(?:=[\w,^-]+)?|coverage|analyze|verbose|compile|assemble|preprocess|shared|static|debug|optimize(?:=\w+)?)$/,
  /^-{1,2}(?:std|stdlib|rtlib|unwindlib|target|param)=[\w+:.=-]+$/,
  /^-W(?!l$|a$|p$)[\w+-]*(?:=[\w.+-]+)?$/,
  /^-m(?!llvm|mlir|linker|thread-model)[\w.-]+(?:=[\w.+-]+)?$/,
  /^-f(?!plugin|pass-plugin|load|use-ld|module-mapper|self-test|offload|compare-debug)[A-Za-z][\w+-]*$/,
  /^-f(?:no-)?(?:sanitize(?:-recover|-trap)?|visibility|lto|diagnostics-[a-z-]+|color-diagnostics|max-errors|message-length|template-[a-z-]+|constexpr-[a-z-]+|tls-model|cf-protection|openmp|abi-version|fp-[a-z-]+|inline-limit|align-[a-z]+|strict-flex-arrays|zero-call-used-regs|excess-precision|patchable-function-entry|profile-update|stack-clash-protection|error-limit|objc-[a-z-]+|std|max-[a-z-]+|vect-cost-model|simd-cost-model|sched-[a-z-]+|random-seed|macro-backtrace-limit|input-charset|exec-charset|wide-exec-charset|ms-compatibility-version|clang-abi-compat)=[\w.,+-]+$/,
  /^-f(?:debug|macro|file|profile|coverage)-prefix-map=[\w./=-]+$/,
  /^-f(?:profile-(?:use|generate|dir|instr-generate|instr-use|sample-use)|auto-profile)=[\w.][\w./%-]*$/,
  /^-[DU]\w+(?:\(.*\))?(?:=.*)?$/s,
  /^-[ILFx](?![-@|]).+$/s,
  /^-l[\w:.+-]+$/,
  /^-(?:isystem|iquote|idirafter|include|imacros|isysroot)(?!.*\.\.)[\w.].*$/s,
  /^-(?:o|MF|MT|MQ|MJ|z)(?!.*\.\.)[\w.].*$/s,
  /^--output=.+$/s,
];

/** `-include/etc/x` is no option of these, and an operand has to be a plain path from here. */
function leaves({ value, prefix }: ShellWord): boolean {
  if (value === "-") return false;
  return value === undefined
    ? prefix !== "" && !plainPath.test(prefix)
    : value.startsWith("@") || !plainPath.test(value);
}
