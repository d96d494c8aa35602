/**
 * Whether a word gives somebody a program or code to run, by the name of its option or setting: `--vettool=x`, `--init-hook=x`,
 * `core.pager=x`, `execArgv`. Programs get new options all the time, and most say in their names what they do.
 */
export function namesProgram(word: string): boolean {
  const names = word.slice(0, maxLength).split("=");
  // Without `=`, only an option is a name.
  if (names.length > 1) names.pop();
  else if (!/^-{1,2}[A-Za-z]/.test(word)) return false;
  return names.some((name) => !/^--?no-/.test(name) && running.test(segmented(name)));
}

const maxLength = 1_000;

/** `--poolOptions.forks.execArgv` to `pool-options-forks-exec-argv` */
function segmented(name: string): string {
  return name
    .replace(/^-+/, "")
    .replace(/([a-z\d])([A-Z])/g, "$1-$2")
    .replace(/[._:[\]]+/g, "-")
    .toLowerCase();
}

/** As the whole name, or at its end; `exec` anywhere. */
const running =
  /(?:^|-)(?:exec(?:ute|utables?|utor|-?arg\w*)?|toolexec|vettool|eval|commands?|cmd|shell|program|interpreter|wrapper|launcher|pager|editor|askpass|linker|hook|script|preload|credential-process|proxy-command|loader|code)$|(?:^|-)exec(?:utable)?-/;
