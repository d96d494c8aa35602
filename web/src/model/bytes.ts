/** "12 bytes", "3.4 KB", "500 KB", "1.2 MB". */
export function bytes(count: number): string {
  if (count < 1000) return `${count} ${count === 1 ? "byte" : "bytes"}`;
  const [size, unit] = count < 1_000_000 ? [count / 1000, "KB"] : [count / 1_000_000, "MB"];
  return `${size.toFixed(size < 100 ? 1 : 0)} ${unit}`;
}
