import { compatibilityPage } from "./compatibility.ts";
import { protocolPage } from "./protocol.ts";

export const generatedPages: { readonly [path: string]: () => string } = {
  "docs/protocol.md": protocolPage,
  "docs/compatibility.md": compatibilityPage,
};
