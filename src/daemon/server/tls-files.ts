import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { BridleError } from "../../errors.ts";

/** What HTTPS is served with, as PEM. */
export interface TlsFiles {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
}

/** Reads both. Throws `invalid_option`, without any of their text, where they cannot be read or do not fit each other. */
export function readTlsFiles(certFile: string, keyFile: string): TlsFiles {
  const tls = { cert: read("daemon.tls_cert", certFile), key: read("daemon.tls_key", keyFile) };
  try {
    createSecureContext(tls);
    return tls;
  } catch {
    const files = `${certFile} and ${keyFile}`;
    throw unusable("daemon.tls_cert", "a certificate and its key, as PEM", files, "no such pair is in");
  }
}

function read(option: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unknown";
    throw unusable(option, "a file that can be read", file, `${code}:`);
  }
}

function unusable(option: string, allowed: string, file: string, why: string): BridleError {
  return new BridleError("invalid_option", `${option} must be ${allowed}; ${why} ${file}`, {
    option,
    allowed,
    found: file,
  });
}
