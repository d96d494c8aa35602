import { execFile } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Client, Errand, Outcome } from "./client.ts";
import type { DriverErrand } from "./drivers/errand.ts";

const run = promisify(execFile);

/** A library, which a driver of ours imports in a process of its own. */
export function libraryClient(library: Omit<Client, "play"> & { readonly driver: string }): Client {
  const { driver, ...client } = library;
  return { ...client, play: (errand) => play(driver, client.way, errand) };
}

async function play(driver: string, way: string | undefined, errand: Errand): Promise<Outcome> {
  const { entry, command, place, prompts, verdict } = errand;
  const told: DriverErrand = { entry, command, cwd: place.cwd, prompts, verdict, ...(way !== undefined && { way }) };
  const env = { ...place.env, PATH: [dirname(command), place.env.PATH].join(delimiter) };
  const program = join(import.meta.dirname, "drivers", driver);
  const options = { cwd: place.cwd, env, timeout: 45_000, killSignal: "SIGKILL", maxBuffer: 2 ** 24 } as const;
  const { stdout } = await run(process.execPath, [program, JSON.stringify(told)], options);
  // Some print, too.
  return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as Outcome;
}
