import { isLoopback } from "../../util/is-loopback.ts";
import type { CliCommand } from "../command.ts";
import { type ClientOptions, withDaemonOptions } from "../daemon-options.ts";
import { withClient } from "../find-daemon.ts";
import { printJson, styled } from "../output.ts";

interface LoginOptions extends ClientOptions {
  readonly qr?: true;
}

const examples = `
Examples:
  bridle login                  a link for this machine's browser; it works once, within ten minutes
  bridle login --qr             the same to point a phone's camera at
  xdg-open "$(bridle login)"

The link begins with daemon.public_url where that is set: docs/phone.md says how a phone gets to the daemon.`;

/** `bridle login`: lets a browser in. */
export const login: CliCommand = {
  register: (program) =>
    withDaemonOptions(program.command("login"))
      .description("make a link that logs a browser in, once")
      .option("--qr", "draw it as a QR code, too, on a terminal")
      .addHelpText("after", examples)
      .action((options: LoginOptions) =>
        withClient(options, async (client) => {
          const { url } = await client.daemon.createLogin({});
          if (options.qr) await drawCode(url);
          if (options.json) printJson({ url });
          else process.stdout.write(`${url}\n`);
        }),
      ),
};

/** Beside what was asked for, the link: so on stderr, and on a terminal only. */
async function drawCode(url: string): Promise<void> {
  const { stderr } = process;
  if (!stderr.isTTY) return;
  const { qrLines } = await import("../qr-lines.ts");
  stderr.write(`${qrLines(url, stderr.hasColors())}\n`);
  if (isLoopback(new URL(url).hostname))
    stderr.write(
      styled("dim", "This address works on this machine only. For a phone set daemon.public_url: docs/phone.md\n"),
    );
}
