import { checkUp, type Finding } from "../check-up.ts";
import type { CliCommand } from "../command.ts";
import { withHome } from "../daemon-options.ts";
import { exitCodes } from "../exit-codes.ts";
import { plain, printJson, type Style, styled } from "../output.ts";

interface DoctorOptions {
  readonly home?: string;
  readonly json?: true;
}

const examples = `
Examples:
  bridle doctor
  bridle doctor --json | jq 'select(.level != "ok")'

Changes no setting and no data. Exits with 78 when something fails; warnings are no failure.`;

const styles: { readonly [L in Finding["level"]]: Style } = { ok: "green", warn: "yellow", fail: "red" };

/** `bridle doctor`: what could be wrong, and what to do. */
export const doctor: CliCommand = {
  register: (program) =>
    withHome(program.command("doctor"))
      .description("look for what could be wrong, and say what to do")
      .addHelpText("after", examples)
      .action(async ({ home, json }: DoctorOptions) => {
        for await (const finding of checkUp(home)) {
          if (finding.level === "fail") process.exitCode = exitCodes.configOrVersion;
          if (json) printJson(finding);
          else process.stdout.write(line(finding));
        }
      }),
};

function line({ what, level, message, todo }: Finding): string {
  const mark = styled(styles[level], level.padEnd(4), process.stdout);
  const next = todo === undefined ? "" : `\n      ${" ".repeat(width)}  ${plain(todo)}`;
  return `${mark}  ${what.padEnd(width)}  ${plain(message)}${next}\n`;
}

const width = 14;
