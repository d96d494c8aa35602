import { namesProgram } from "./names-program.ts";
import type { ShellWord } from "./shell-word.ts";

/** What a word may lead to, beside what is in the folder: as far as it can be seen in its text. */
interface Reach {
  /** Paths that are absolute, begin at the home folder or climb; `~` for the home folder, whichever way it is written. */
  readonly places: readonly string[];
  /** It may be any path, or run something: an expansion decides, or it has the form in which programs are named in options. */
  readonly anything: boolean;
}

/**
 * Every text in a word that may be a path to elsewhere, whatever the program makes of it: the word itself, and what stands
 * behind a character that separates or is glued to the letters of an option.
 */
export function reachOfWord(word: ShellWord, unbundled: boolean): Reach {
  const isLiteral = word.value !== undefined;
  if (word.value !== undefined && saysNothing.test(word.value)) return nowhere;
  const text = word.value ?? withKnownPlaces(word.text);
  const here = withoutAddresses(text);
  const anything = isLiteral ? looksLikeProgram(text) || /%2[ef]/i.test(here) : isUnknown(text) || mayClimb(text);
  const places = new Set<string>();
  for (const piece of here.split(separators)) {
    const path = leadingPart(piece, unbundled);
    if (path !== undefined) places.add(path);
  }
  return { places: [...places], anything };
}

/** A plain word, or an option of one letter. */
const saysNothing = /^(?:-\w|\w*)$/;
const nowhere: Reach = { places: [], anything: false };

const separators = /[=:,@;|&<>("'\s{[#^%\\]+/;

/** A pattern or a list in braces of which one is `..`: some shells find it by `.*`. */
function mayClimb(text: string): boolean {
  return text
    .split("/")
    .some((part) => /^\.[?*[]/.test(part) || (part.includes("{") && part.includes(".") && /[{,]\.*[,}]/.test(part)));
}

/** What xargs adds is not known either. */
function isUnknown(text: string): boolean {
  return /[$`]|<\(|>\(/.test(text) || text === "…";
}

/** The part of a text from where it is absolute, begins at the home folder or climbs. */
function leadingPart(piece: string, unbundled: boolean): string | undefined {
  const path = gluedPart(piece, unbundled) ?? piece;
  if (path.startsWith("/") || /^~(?:$|[\w+-]*(?:\/|$))/.test(path)) return path;
  return /(?:^|\/)\.\.(?:\/|$)/.test(path) ? path : undefined;
}

/** `-o/x`, `-xzf/etc/x`; in `-osrc/x` the letter is the first one, as far as nobody knows better. */
function gluedPart(piece: string, unbundled: boolean): string | undefined {
  const [, letters = "", path] = /^-+(?!-)([\w.-]*?)((?:[/~]|\.\.\/|\.\.$).*)$/s.exec(piece) ?? [];
  return letters.length < 2 || (!unbundled && topFolders.test(path ?? "")) ? path : undefined;
}

/** Where a system keeps what is not the project's. */
const topFolders =
  /^(?:[^/]|\/+(?:bin|boot|dev|etc|home|lib\w*|media|mnt|opt|proc|root|run|s?bin|srv|sys|tmp|usr|var|Users|Volumes|Library|System|Applications|private|nix|snap)(?:\/|$))/;

/** `http://host/path` is no path here, as long as it does not climb: some program may take it for one all the same. */
function withoutAddresses(text: string): string {
  if (!text.includes("://")) return text;
  return text.replace(/\b([a-z][a-z\d+.-]{0,30}):\/\/[\w.@%[\]-][^\s,;"'<>|]*/gi, (address, scheme: string) =>
    /^(?:file|fileb|unix|npipe|data|fd)$/i.test(scheme) || /\/\.\.(?:\/|$)/.test(address) ? address : "",
  );
}

/** The home folder and the current one have names that only the shell makes a path of. */
function withKnownPlaces(text: string): string {
  return text
    .replace(/["'\\]/g, "")
    .replace(/\$(?:HOME\b|\{HOME\})/g, "~")
    .replace(/\$(?:PWD\b|\{PWD\})/g, ".")
    .replace(/\$(?:[?#!$]|\{#?[?#]\})/g, "0");
}

/** `@file`: many programs read further words from there. `@scope/name` is a package. */
const takesWordsFrom = /^@(?![\w.-]+\/[\w.@^~-]+$)./s;

/** `|cmd`, `=|cmd`, `alias=!cmd`, `$(cmd)` and its old form, code in an address: something else than this shell may run it. */
function looksLikeProgram(text: string): boolean {
  return /^\||=\s*[|!]|\$\(|`|\bdata:\w+\//i.test(text) || takesWordsFrom.test(text) || namesProgram(text);
}
