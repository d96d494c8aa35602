import { create } from "@bufbuild/protobuf";
import { Code, ConnectError, type ServiceImpl } from "@connectrpc/connect";
import {
  type Health,
  HealthCheckResponseSchema,
  HealthCheckResponse_ServingStatus as Status,
} from "../../api/gen/grpc/health/v1/health_pb.js";
import type { Readiness } from "./readiness.ts";

/** `grpc.health.v1`: the daemon as a whole (no name), and each of its services, which live and die with it. */
export function healthRoutes(readiness: Readiness, services: readonly string[]): ServiceImpl<typeof Health> {
  const isKnown = (service: string): boolean => service === "" || services.includes(service);
  const status = (service: string): Status => {
    if (!isKnown(service)) return Status.SERVICE_UNKNOWN;
    return readiness.ready ? Status.SERVING : Status.NOT_SERVING;
  };
  return {
    check({ service }) {
      if (!isKnown(service)) throw new ConnectError(`there is no service ${service}`, Code.NotFound);
      return create(HealthCheckResponseSchema, { status: status(service) });
    },
    async *watch({ service }, { signal }) {
      let wake: (() => void) | undefined;
      const stop = readiness.onChange(() => wake?.());
      signal.addEventListener(
        "abort",
        () => {
          stop();
          wake?.();
        },
        { once: true },
      );
      let last: Status | undefined;
      while (!signal.aborted) {
        const now = status(service);
        if (now !== last) yield create(HealthCheckResponseSchema, { status: now });
        last = now;
        if (status(service) === last && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
      }
      // A server that goes down says so rather than ending well.
      if (signal.reason instanceof ConnectError) throw signal.reason;
    },
  };
}
