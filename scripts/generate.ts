// npm run generate: writes the pages that follow from tables. A test fails when one of them is out of date.
import { writeFileSync } from "node:fs";
import { generatedPages } from "./pages/pages.ts";

for (const [path, page] of Object.entries(generatedPages)) writeFileSync(path, page());
