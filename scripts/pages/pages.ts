import { compatibilityPage } from "./compatibility.ts";
import { deprecationsPage } from "./deprecations.ts";
import { protocolPage } from "./protocol.ts";
import { settingsPage, settingsSchemaFile } from "./settings.ts";

export const generatedPages: { readonly [path: string]: () => string } = {
  "docs/protocol.md": protocolPage,
  "docs/compatibility.md": compatibilityPage,
  "docs/deprecations.md": deprecationsPage,
  "docs/settings.md": settingsPage,
  "schema/settings.schema.json": settingsSchemaFile,
};
