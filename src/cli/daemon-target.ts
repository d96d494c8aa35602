import { type Context, localName, readContexts } from "../api/contexts-file.ts";
import { BridleError } from "../errors.ts";
import { type DaemonOptions, localDaemon } from "./daemon-options.ts";

/** The daemon that a command is for. */
export type DaemonTarget =
  | { readonly kind: "local"; readonly home: string | undefined }
  | {
      readonly kind: "remote";
      /** Of its context. */
      readonly name?: string;
      readonly address: string;
      readonly token: string | undefined;
      /** A file. */
      readonly ca?: string;
    };

/** What the command line says beats the environment, and that beats the context in use. Throws `invalid_option`. */
export function daemonTarget(options: DaemonOptions): DaemonTarget {
  const { address, context, home, token } = options;
  if (address !== undefined) {
    if (context !== undefined) throw invalid("context", "given without --address", context);
    return atAddress(address, token);
  }
  if (context !== undefined) return named(context, options);
  // A folder on the command line beats what the environment names.
  if (home !== undefined) return { kind: "local", home };
  const { BRIDLE_ADDRESS, BRIDLE_CONTEXT } = process.env;
  if (BRIDLE_ADDRESS) return atAddress(BRIDLE_ADDRESS, token);
  if (BRIDLE_CONTEXT) return named(BRIDLE_CONTEXT, options);
  const { inUse } = readContexts(localDaemon(home).files.contexts);
  return inUse === undefined ? { kind: "local", home } : named(inUse, options);
}

/** The daemon of this machine, and those of all contexts. */
export function allTargets(home: string | undefined): readonly (DaemonTarget & { readonly name: string })[] {
  const { all } = readContexts(localDaemon(home).files.contexts);
  return [{ kind: "local", home, name: localName }, ...all.map((context) => atContext(context, undefined))];
}

/** Undefined: the daemon of this machine is meant. */
export function remoteAddress(options: DaemonOptions): string | undefined {
  const target = daemonTarget(options);
  return target.kind === "remote" ? target.address : undefined;
}

function named(name: string, { home, token }: DaemonOptions): DaemonTarget {
  if (name === localName) return { kind: "local", home };
  const { all } = readContexts(localDaemon(home).files.contexts);
  const context = all.find((one) => one.name === name);
  if (context !== undefined) return atContext(context, token);
  const names = [localName, ...all.map((one) => one.name)].join(", ");
  throw invalid("context", `one of ${names}; bridle context add makes another`, name);
}

/** The token of the environment is for the address in it: no other daemon gets to see it. */
function atContext(
  { name, address, token: kept, ca }: Context,
  token: string | undefined,
): DaemonTarget & { readonly name: string } {
  return { kind: "remote", name, address, token: token ?? kept, ...(ca !== undefined && { ca }) };
}

function atAddress(given: string, token: string | undefined): DaemonTarget {
  return { kind: "remote", address: urlOf(given), token: token ?? (process.env.BRIDLE_TOKEN || undefined) };
}

/** Throws `invalid_option` for what is no address of a daemon. */
export function urlOf(given: string): string {
  const address = bareAddress.test(given) ? `${schemeOf(given)}://${given}` : given;
  if (/^https?:$/.test(URL.parse(address)?.protocol ?? "")) return address;
  throw invalid("address", "a URL such as http://127.0.0.1:4747", given);
}

const bareAddress = /^([\w.-]+|\[[\da-f:]+\]):\d+$/i;

/** A daemon that other machines reach has TLS, and no token goes there without. */
function schemeOf(bare: string): string {
  return /^(127(\.\d+){3}|localhost|\[::1\]):/i.test(bare) ? "http" : "https";
}

function invalid(option: string, allowed: string, found: string): BridleError<"invalid_option"> {
  return new BridleError("invalid_option", `--${option} must be ${allowed}; found ${found}`, {
    option,
    allowed,
    found,
  });
}
