/** `bridle/testing`: a scripted agent with faults, and recordings played again, for whoever tests a host of Claude Code. */

import { requireNode } from "../util/require-node.ts";

export { BridleError, type ErrorCode, type ErrorData, isBridleError } from "../errors.ts";
export type * from "../record/recorded-line.ts";
export { Recording } from "../record/recording.ts";
export { Replayer } from "../record/replayer.ts";
export type * from "../script/script.ts";
export type { Exit, OutputSink, Transport } from "../transport/transport.ts";
export type * from "../twin/fault.ts";
export { type TwinExecutable, twinExecutable } from "../twin/twin-executable.ts";
export { type TwinScript, twinPrompt } from "../twin/twin-script.ts";
export { type TwinOptions, twin } from "../twin/twin-transport.ts";
export type { Fields } from "../wire/fields.ts";

requireNode("bridle/testing");
