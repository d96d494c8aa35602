import { closeSync, writeSync } from "node:fs";
import { parseArgs } from "node:util";
import { Holder } from "./holder.ts";

/** Who started us waits here for one line, and nothing else ties us to them. */
const readyDescriptor = 3;

const { values } = parseArgs({
  options: {
    folder: { type: "string" },
    "spool-folder": { type: "string" },
    "grace-ms": { type: "string", default: "10000" },
    /** Tell on descriptor 3 when the socket is there, or why not. */
    "tell-ready": { type: "boolean", default: false },
  },
});

process.on("SIGHUP", () => {});

try {
  const { folder = "", "spool-folder": spoolFolder = `${folder}/spool`, "grace-ms": graceMs } = values;
  const holder = await Holder.open({ folder, spoolFolder, graceMs: Number(graceMs) });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => holder.stop());
  report({ pid: process.pid });
  await holder.ended;
  // Time for the last words on the socket; nothing else is open.
  setTimeout(() => process.exit(0), 500).unref();
} catch (error) {
  const { code, message } = error as { code?: string; message: string };
  if (!report({ code, message })) process.stderr.write(`bridle-holder: ${message}\n`);
  process.exit(1);
}

function report(line: object): boolean {
  if (!values["tell-ready"]) return false;
  try {
    writeSync(readyDescriptor, `${JSON.stringify(line)}\n`);
    closeSync(readyDescriptor);
    return true;
  } catch {
    // They are gone; we serve whoever comes.
    return false;
  }
}
