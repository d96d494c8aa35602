import { baseName } from "../path/absolute-path.ts";
import type { ShellWord } from "./shell-word.ts";
import type { SimpleCommand } from "./simple-command.ts";

/**
 * A rule that spells an address, `curl https://api.example.com/*`, is about that host: its wildcard stands for no other one,
 * neither as a further word nor as what the address becomes with a user or a longer name (`…com@evil.com`, `…com.evil.com`).
 */
export function leavesSpelledHost(pattern: string, { words }: SimpleCommand): boolean {
  const spelled = [...pattern.matchAll(address)].map(([, scheme, host]) => `${scheme}://${host}`);
  if (spelled.length === 0) return false;
  const isSpelled = (text: string): boolean =>
    spelled.includes(/^\w+:\/\/[^/?#:\\]*/.exec(text)?.[0] ?? "") && isPlain(text);
  return words.some((word, at) => {
    if (at === 0) return false;
    const text = word.value ?? word.prefix;
    if (text.includes("://")) return !isSpelled(text.slice(Math.max(0, text.search(/[a-z][\w+.-]{0,64}:\/\//i))));
    return mayBeAddress(words, at, word);
  });
}

const address = /\b([a-z][\w+.-]{0,64}):\/\/([^/\s*?#:@]+)/gi;

/** No user in front of the host, no other way to write one. */
function isPlain(text: string): boolean {
  return /^\w+:\/\/[\w.-]+(?::\d*)?(?:[/?#].*)?$/s.test(text);
}

/** curl and wget take any further word for an address. */
function mayBeAddress(words: readonly ShellWord[], at: number, { value, prefix }: ShellWord): boolean {
  if (!/^(?:curl|wget)$/.test(baseName(words[0]?.value ?? "")) || prefix.startsWith("-")) return false;
  return value === undefined || !takesValue.test(words[at - 1]?.value ?? "");
}

const takesValue =
  /^(?:-[a-zA-Z]*[HXdoOwuAebmTU]|--(?:header|request|data(?:-raw|-binary|-urlencode)?|json|output|write-out|user|user-agent|referer|cookie|max-time|connect-timeout|retry|method|timeout|tries|post-data|body-data))$/;
