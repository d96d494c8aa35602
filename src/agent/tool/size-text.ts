/** `19.1MB`, `64MB`, `12KB`: as Claude Code writes sizes. */
export function sizeText(bytes: number): string {
  let size = bytes;
  let unit = "bytes";
  for (const next of ["KB", "MB", "GB"]) {
    if (size < 1024) break;
    size /= 1024;
    unit = next;
  }
  const digits = size.toFixed(1).replace(/\.0$/, "");
  return unit === "bytes" ? `${digits} ${unit}` : `${digits}${unit}`;
}
