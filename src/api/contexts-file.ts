import { BridleError } from "../errors.ts";
import { locked, readPrivateFile, writePrivateFile } from "../files/private-file.ts";

/** A daemon elsewhere, by a name of the person's own. */
export interface Context {
  readonly name: string;
  /** `https://host:port` */
  readonly address: string;
  readonly token?: string;
  /** The file of the certificate that the daemon's own is checked by. */
  readonly ca?: string;
}

export interface Contexts {
  /** The one that commands mean when they name none. Undefined: the daemon of this machine. */
  readonly inUse?: string;
  readonly all: readonly Context[];
}

/** What the daemon of this machine is called among contexts. */
export const localName = "local";

/** What is in the file; nothing where there is none. Throws `invalid_option` for a file that others can read, or that is broken. */
export function readContexts(file: string): Contexts {
  const text = readPrivateFile(file);
  if (text === undefined) return { all: [] };
  const found = parsed(text);
  if (!isContexts(found)) throw broken(file);
  return found;
}

/** One change at a time, whoever makes it. */
export function changeContexts(file: string, change: (contexts: Contexts) => Contexts): void {
  locked(file, () => writePrivateFile(file, `${JSON.stringify(change(readContexts(file)), undefined, 2)}\n`));
}

/** Whether something can be called so: it is typed, and shown in tables and addresses. */
export function isContextName(name: string): boolean {
  return /^[a-z\d][a-z\d._-]{0,62}$/i.test(name) && name !== localName;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isContexts(value: unknown): value is Contexts {
  if (!isRecord(value) || !Array.isArray(value.all)) return false;
  return isOptionalText(value.inUse) && value.all.every(isContext);
}

function isContext(value: unknown): value is Context {
  return (
    isRecord(value) &&
    typeof value.name === "string" &&
    isContextName(value.name) &&
    typeof value.address === "string" &&
    isOptionalText(value.token) &&
    isOptionalText(value.ca)
  );
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null;
}

function broken(file: string): BridleError<"invalid_option"> {
  const allowed = "as bridle context add writes it";
  return new BridleError(
    "invalid_option",
    `${file} is not ${allowed}: mend it, or remove it and add the contexts again`,
    {
      option: file,
      allowed,
      found: "another form",
    },
  );
}
