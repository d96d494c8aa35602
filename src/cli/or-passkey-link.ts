import { isBridleError } from "../errors.ts";
import type { ClientOptions } from "./daemon-options.ts";
import { exitCodes } from "./exit-codes.ts";
import { plain, printJson } from "./output.ts";

/** Does it; where it needs a passkey, which no terminal has, prints where in the page it is done, and exits with 77. */
export async function orPasskeyLink({ json }: ClientOptions, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!isBridleError(error, "needs_passkey")) throw error;
    process.exitCode = exitCodes.refused;
    const { code, message, data } = error;
    if (json) return printJson({ error: { code, message }, url: data.url });
    process.stderr.write(`bridle: ${plain(message)}\n`);
    process.stdout.write(`${data.url}\n`);
  }
}
