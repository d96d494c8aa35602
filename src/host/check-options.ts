import { statSync } from "node:fs";
import { dialects } from "../adapters/adapters.ts";
import { checkLimits } from "../codec/limits.ts";
import { invalidOption } from "../errors.ts";
import { toDraft07 } from "../launch/draft-07.ts";
import { isUuid } from "../util/uuid.ts";
import { describeKind } from "./describe-kind.ts";
import { checkHooks } from "./hooks.ts";
import { checkOptionKinds } from "./option-kinds.ts";
import type { OpenOptions } from "./options.ts";

/** What a timer can wait for: more would be taken for nothing. */
const maxNumber = 2 ** 31 - 1;

/** Refuses wrong options before anything is started. */
export function checkOptions(options: OpenOptions): void {
  checkOptionKinds(options);
  const { cwd, sessionId, resume, fork, hooks = {}, timeoutMs, maxQueuedBytes } = options;
  if (cwd !== undefined && !statSync(cwd, { throwIfNoEntry: false })?.isDirectory())
    invalid("cwd", "a folder that exists", cwd);
  if (options.dialect !== undefined) checkDialect(options, options.dialect);
  else checkUuids({ sessionId, resume });
  exclude(options, "resume", "continue");
  if (sessionId !== undefined && (resume !== undefined || options.continue) && !fork) {
    invalid("sessionId", "left out together with resume or continue, unless fork is set", sessionId);
  }
  if (fork && resume === undefined && !options.continue)
    invalid("fork", "used together with resume or continue", "fork alone");
  checkLimits(options);
  if (options.jsonSchema !== undefined) toDraft07(options.jsonSchema);
  checkHooks(hooks);
  for (const [flag, value] of Object.entries(options.extraArgs ?? {}))
    if (typeof value !== "string" && value !== true)
      invalid(
        "extraArgs",
        "a string for each flag, or true for one without a value",
        `${describeKind(value)} for ${flag}`,
      );
  for (const [name, value] of Object.entries({
    timeoutMs,
    maxQueuedBytes,
    controlTimeoutMs: options.controlTimeoutMs,
    initializeTimeoutMs: options.initializeTimeoutMs,
  })) {
    if (value !== undefined && !(value > 0 && value <= maxNumber)) {
      invalid(name, `a positive number up to ${maxNumber}`, String(value));
    }
  }
}

function checkUuids(ids: { readonly [option: string]: string | undefined }): void {
  for (const [name, value] of Object.entries(ids)) {
    if (value !== undefined && !isUuid(value)) invalid(name, "a UUID", value);
  }
}

function checkDialect({ executable, transport, agentVersion }: OpenOptions, dialect: string): void {
  if (!Object.hasOwn(dialects, dialect)) invalid("dialect", `one of ${Object.keys(dialects).join(", ")}`, dialect);
  if (executable === undefined && transport === undefined)
    invalid("executable", "named together with dialect: claude does not speak it", "nothing");
  if (agentVersion !== undefined) invalid("agentVersion", "left out together with dialect", agentVersion);
}

function exclude(options: OpenOptions, one: keyof OpenOptions, other: keyof OpenOptions): void {
  if (options[one] && options[other])
    invalid(one, `left out together with ${other}: they exclude each other`, `both ${one} and ${other}`);
}

function invalid(option: string, allowed: string, found: string): never {
  throw invalidOption(option, allowed, found);
}
