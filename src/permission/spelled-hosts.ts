import { hostOf, meantHost } from "./domain-pattern.ts";

/** A host that stands in a text. */
interface SpelledHost {
  readonly host: string;
  /** In an address with a scheme; else it may as well be the name of a file. */
  readonly isAddress: boolean;
}

/** The hosts of addresses in a text, and of `host`, `host:80`, `user@host:path` that stand between blanks, quotes or signs. */
export function spelledHosts(text: string): readonly SpelledHost[] {
  const found = new Map<string, SpelledHost>();
  const add = (host: string | undefined, isAddress: boolean): void => {
    if (host !== undefined && (isAddress || !found.has(host))) found.set(host, { host, isAddress });
  };
  for (const piece of decoded(text.slice(0, maxText)).split(between, maxPieces)) {
    const scheme = piece.includes(":") ? /^[^:/]*?([a-z][a-z0-9+.-]*:[/\\]{2}.*)$/is.exec(piece)?.[1] : undefined;
    if (scheme !== undefined) add(hostOf(scheme) ?? meantHost(scheme), true);
    // An address may be handed on inside of another.
    if (piece.includes("://"))
      for (const [inner] of piece.matchAll(/(?<=.)https?:\/\/[^/?#&]+/gi)) add(hostOf(inner) ?? meantHost(inner), true);
    if (scheme !== undefined || !piece.includes(".")) continue;
    const socket = /^\/dev\/(?:tcp|udp)\/([^/]+)/.exec(piece)?.[1];
    const bare = /^(?:[\w.+-]*@)?([a-z0-9_-]+(?:\.[a-z0-9_-]+)+)\.?(?:[:/].*)?$/i.exec(socket ?? piece)?.[1];
    add(bare?.toLowerCase(), socket !== undefined);
  }
  return [...found.values()];
}

const maxText = 65_536;
const maxPieces = 2_000;
const between = /[\s"'`<>()[\]{},;=|]+/;

function decoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
