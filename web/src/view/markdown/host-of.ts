/** Where a link leads: the host as it is looked up, so letters that only look like others are seen. Undefined for a place in the page. */
export function hostOf(href: string): string | undefined {
  try {
    const { protocol, host, pathname } = new URL(href);
    return protocol === "mailto:" ? pathname : host;
  } catch {
    return undefined;
  }
}

/** The words of a link are its address already, from the host on. */
export function isNamedIn(words: string, host: string): boolean {
  const rest = words.replace(/^https?:\/\/|^mailto:/, "");
  return rest.startsWith(host) && /^(?:[/?#:]|$)/.test(rest.slice(host.length));
}
