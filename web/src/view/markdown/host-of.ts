/** Where a link leads: the host as it is looked up, so letters that only look like others are seen. Undefined for a place in the page. */
export function hostOf(href: string): string | undefined {
  try {
    const { protocol, host, pathname } = new URL(href);
    return protocol === "mailto:" ? pathname : host;
  } catch {
    return undefined;
  }
}
