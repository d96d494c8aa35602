import { encode } from "uqr";

/** A QR code of half blocks, black on white whatever the terminal's colours are; two rows of it in each line. */
export function qrLines(text: string, hasColours: boolean): string {
  const { data } = encode(text, { ecc: "L", border: 2 });
  const lines: string[] = [];
  for (let y = 0; y < data.length; y += 2) {
    const line = (data[y] ?? [])
      .map((isDark, x) => blocks[Number(isDark) + 2 * Number(data[y + 1]?.[x] ?? false)])
      .join("");
    lines.push(hasColours ? `\x1b[30;107m${line}\x1b[0m` : line);
  }
  return lines.join("\n");
}

/** By what is dark: nothing, the upper half, the lower half, both. */
const blocks = [" ", "▀", "▄", "█"];
