import { BridleError } from "../../errors.ts";

/** Throws `invalid_option` for what no request can be sent to. The value is not shown: it may hold a password. */
export function checkBaseUrl(name: string, env: NodeJS.ProcessEnv): void {
  const value = env[name];
  if (!value || /^https?:$/.test(URL.parse(value)?.protocol ?? "")) return;
  const allowed = "an address that begins with http:// or https://";
  throw new BridleError("invalid_option", `${name} has to be ${allowed}`, {
    option: name,
    allowed,
    found: "another text",
  });
}
