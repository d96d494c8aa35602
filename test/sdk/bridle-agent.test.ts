import { join } from "node:path";
import { spokenVersion } from "../../src/adapters/spoken-version.ts";
import { oneShotSuite } from "./one-shot-suite.ts";
import type { FindAgent } from "./play-scenarios.ts";
import { sdkSuite } from "./sdk-suite.ts";

// Executed as it is, as a host would: the SDK runs a path that does not end in .js directly.
const executable = join(import.meta.dirname, "..", "..", "bin", "bridle-agent.cjs");
const find: FindAgent = async () => ({ name: "bridle-agent", version: spokenVersion, executable, executableArgs: [] });

sdkSuite("bridle-agent", find);
oneShotSuite("bridle-agent", find);
