// Runs ranges of seeds for the process that started it.
import { runSeeds, type SeedRange } from "./run-seeds.ts";

// Nobody reads the stacks of the errors that calls are answered with.
Error.stackTraceLimit = 0;
process.on("message", (range: SeedRange) => process.send?.(runSeeds(range)));
