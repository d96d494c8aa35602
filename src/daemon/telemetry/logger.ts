import { pino } from "pino";
import type { Settings } from "../config/settings.ts";
import { errorFields } from "./error-fields.ts";
import { humanLine } from "./human-line.ts";
import type { LogFields } from "./log-fields.ts";
import { safeFields } from "./safe-fields.ts";

export type LogLevel = Settings["daemon"]["logLevel"];

/** Where whole lines go. Must not throw. */
export interface LogDestination {
  write(line: string): void;
}

interface LoggerOptions {
  readonly level: LogLevel;
  /** JSON lines. */
  readonly file: LogDestination;
  /** In the foreground: short lines for a person. */
  readonly terminal?: LogDestination;
}

/** The daemon's log. `event` says what happened in a few fixed words. */
export class Logger {
  readonly #pino: pino.Logger;

  constructor({ level, file, terminal }: LoggerOptions) {
    const write = (line: string): void => {
      file.write(line);
      terminal?.write(humanLine(line));
    };
    const options: pino.LoggerOptions = {
      level,
      base: { pid: process.pid },
      messageKey: "event",
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    };
    this.#pino = pino(options, { write });
  }

  debug(event: string, fields: LogFields = {}): void {
    this.log("debug", event, fields);
  }

  info(event: string, fields: LogFields = {}): void {
    this.log("info", event, fields);
  }

  warn(event: string, fields: LogFields = {}): void {
    this.log("warn", event, fields);
  }

  /** Of an error come its name, code and stack; its message only where it is known to hold no content. */
  error(event: string, error?: unknown, fields: LogFields = {}): void {
    this.log("error", event, error === undefined ? fields : { ...errorFields(error), ...fields });
  }

  log(level: LogLevel, event: string, fields: LogFields = {}): void {
    if (this.#pino.isLevelEnabled(level)) this.#pino[level](safeFields(fields), event);
  }
}
