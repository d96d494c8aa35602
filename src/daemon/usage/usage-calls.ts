import { create } from "@bufbuild/protobuf";
import {
  type GetUsageRequest,
  type GetUsageResponse,
  GetUsageResponseSchema,
} from "../../api/gen/bridle/v1/daemon_service_pb.js";
import { invalidOption } from "../../errors.ts";
import { usageOf } from "../events/kind-of-event.ts";
import type { StoreReader } from "../store/store-reader.ts";
import type { UsageSums } from "../store/usage-table.ts";
import { daysOf } from "./days-of.ts";

const maxSessions = 100;
/** As long as a chart makes sense, and the answer stays small. */
const maxRangeMs = 400 * 24 * 3_600_000;

/** What sessions used, day by day. */
export async function getUsage(
  reader: StoreReader,
  request: GetUsageRequest,
  among: readonly string[] | undefined,
): Promise<GetUsageResponse> {
  const [sinceMs, untilMs] = [Number(request.sinceMs), Number(request.untilMs || BigInt(Date.now()))];
  if (sinceMs < 0 || sinceMs > untilMs || untilMs - sinceMs > maxRangeMs)
    throw invalidOption("since_ms", "a time before until_ms, at most 400 days", `${sinceMs} to ${untilMs}`);
  const { quarters, sessions } = await reader.usage({ sinceMs, untilMs, maxSessions, among });
  return create(GetUsageResponseSchema, {
    days: daysOf(quarters, request.timeZone).map(({ day, cwd, model, ...sums }) => ({
      day,
      cwd,
      model,
      sums: sumsOf(sums),
    })),
    sessions: sessions.map(({ sessionId, title, cwd, agent, ...sums }) => ({
      sessionId,
      title,
      cwd,
      agent,
      sums: sumsOf(sums),
    })),
  });
}

function sumsOf({ turns, costUsd, durationMs, ...tokens }: UsageSums) {
  return { turns, costUsd, durationMs: BigInt(durationMs), usage: usageOf(tokens) };
}
