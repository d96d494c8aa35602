import { BridleError, isBridleError } from "../../errors.ts";

/** Throws `invalid_option` for an address that cannot be the end of this login. Its words hold nothing of the address, which has a code. */
export function checkCallback(loginAddress: string, pasted: string): void {
  const found = parsed(pasted);
  if (found === undefined) throw wrong("this is no address: give the whole address of the page the browser ended on");
  const { searchParams } = found;
  if (!searchParams.has("code") && !searchParams.has("error"))
    throw wrong("this address has no code: give the whole address of the page the browser ended on");
  const asked = parsed(loginAddress)?.searchParams;
  const wanted = parsed(asked?.get("redirect_uri") ?? "");
  if (wanted !== undefined && (wanted.origin !== found.origin || wanted.pathname !== found.pathname))
    throw wrong(`this is another address: the one of this login begins with ${wanted.origin}${wanted.pathname}`);
  const state = asked?.get("state") ?? undefined;
  if (state !== undefined && searchParams.get("state") !== state)
    throw wrong("this address is of another login: begin again, and use the page that opens then");
}

function wrong(message: string): BridleError<"invalid_option"> {
  const data = { option: "callback_url", allowed: "the address that the browser ended on", found: "another" };
  return new BridleError("invalid_option", message, data);
}

/** What an agent refused, without what was in the address: a server may repeat it in its error. */
export function withoutParameters(error: unknown, address: string): unknown {
  if (!isBridleError(error, "refused")) return error;
  const { subtype, reason, errorCode } = error.data;
  const values = [...(parsed(address)?.searchParams.values() ?? [])].filter(({ length }) => length >= shortestSecret);
  const hidden = (text: string): string =>
    [address, ...values.flatMap((value) => [value, encodeURIComponent(value)])].reduce(
      (rest, secret) => rest.replaceAll(secret, "…"),
      text,
    );
  return new BridleError("refused", hidden(error.message), { subtype, reason: hidden(reason), errorCode });
}

/** Shorter values are words such as those of an error. */
const shortestSecret = 16;

function parsed(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}
