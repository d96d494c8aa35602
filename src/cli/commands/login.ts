import type { CliCommand } from "../command.ts";
import { withClient } from "../find-daemon.ts";
import { printJson } from "../output.ts";
import { type ClientOptions, withPlace } from "../place.ts";

const examples = `
Examples:
  bridle login                  a link for this machine's browser; it works once, within ten minutes
  xdg-open "$(bridle login)"`;

/** `bridle login`: lets a browser in. */
export const login: CliCommand = {
  register: (program) =>
    withPlace(program.command("login"))
      .description("make a link that logs a browser in, once")
      .addHelpText("after", examples)
      .action((options: ClientOptions) =>
        withClient(options, async (client) => {
          const { url } = await client.daemon.createLogin({});
          if (options.json) printJson({ url });
          else process.stdout.write(`${url}\n`);
        }),
      ),
};
