import { isSecretMark, splitAtMarks } from "./secret-mark.ts";

/**
 * What stands live for the marks of a recording. A mark matches itself, as a
 * side that only hands it on gives it back, or one secret, the same everywhere.
 */
export class SecretMap {
  readonly #live = new Map<string, string>();

  matches(recorded: string, live: string): boolean {
    if (recorded === live) return true;
    const parts = splitAtMarks(recorded);
    const last = parts.at(-1) ?? "";
    if (parts.length === 1 || !live.startsWith(parts[0] ?? "") || !live.endsWith(last)) return false;
    let at = parts[0]?.length ?? 0;
    for (let index = 1; index < parts.length; index += 2) {
      const isLast = index === parts.length - 2;
      const after = isLast ? live.length - last.length : this.#next(live, at + 1, parts[index + 1] ?? "");
      if (after <= at || !this.#bind(parts[index] ?? "", live.slice(at, after))) return false;
      at = after + (parts[index + 1]?.length ?? 0);
    }
    return at === live.length;
  }

  /** Recorded text with the secrets the other side is known to have. */
  live(recorded: string): string {
    if (!recorded.includes("[secret:")) return recorded;
    return splitAtMarks(recorded)
      .map((part, index) => (index % 2 === 1 ? (this.#live.get(part) ?? part) : part))
      .join("");
  }

  #next(live: string, from: number, text: string): number {
    return text === "" ? -1 : live.indexOf(text, from);
  }

  #bind(mark: string, secret: string): boolean {
    if (secret === mark) return true;
    if (isSecretMark(secret)) return false;
    const bound = this.#live.get(mark) ?? secret;
    this.#live.set(mark, bound);
    return bound === secret;
  }
}
