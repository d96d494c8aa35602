/** The ask that a notification is of; undefined for others. Apart from what the service worker knows: it shares no code with the page. */
export function askOfTag(tag: string): string | undefined {
  return /^ask (.+)$/.exec(tag)?.[1];
}
