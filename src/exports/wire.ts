/**
 * `bridle/wire`: bytes to frames to canonical messages, and commands to lines,
 * for every supported agent version. Pure: no I/O, no timers, runs in a browser.
 */
export { adapterFor, dialects } from "../adapters/adapters.ts";
export { parseAgentVersion } from "../adapters/agent-version.ts";
export type { Word } from "../adapters/change.ts";
export {
  type Compatibility,
  type CompatibilityLevel,
  compatibilityOf,
  parseModeOf,
} from "../adapters/compatibility.ts";
export { correctAdapter, type SelfDescription } from "../adapters/correct.ts";
export type { DegradationCounters } from "../adapters/degradation.ts";
export { type Deprecation, DeprecationWarnings, deprecations } from "../adapters/deprecations.ts";
export type { Expectations } from "../adapters/features.ts";
export type { Notice } from "../adapters/notice.ts";
export type { ProtocolAdapter, UnknownHandling } from "../adapters/protocol-adapter.ts";
export { readCommand } from "../adapters/read-command.ts";
export { compatibilityNotice } from "../adapters/startup-notice.ts";
export { Decoder, type DecoderOptions } from "../codec/decoder.ts";
export { FrameReader, type FrameReaderOptions } from "../codec/frame-reader.ts";
export type { Limits } from "../codec/limits.ts";
export { BridleError, type ErrorCode, type ErrorData, isBridleError } from "../errors.ts";
export type { Version, VersionRange } from "../util/version.ts";
export type * from "../wire/canonical.ts";
export type * from "../wire/command.ts";
export {
  type Answer,
  checkPayload,
  controlRow,
  controls,
  type Direction,
  type Request,
  type Subtype,
} from "../wire/controls.ts";
export { dispatch, type HandlerContext, type Handlers } from "../wire/dispatch.ts";
export { encodeLine } from "../wire/encode-line.ts";
export type { Fields } from "../wire/fields.ts";
export type * from "../wire/frame.ts";
export { type MessageOf, type MessageWord, messages } from "../wire/messages.ts";
