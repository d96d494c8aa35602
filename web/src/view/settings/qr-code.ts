import { encode } from "uqr";

/** A QR code as the path of an SVG: the page's policy lets no other way of drawing one through. */
interface Code {
  readonly size: number;
  readonly path: string;
}

export function qrCode(text: string): Code {
  const { data, size } = encode(text, { ecc: "L", border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join("") };
}
