/** 128 random bits as hex. Not `crypto.randomUUID`: a page that came by plain HTTP from another machine has none. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
