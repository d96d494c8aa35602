import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { create, createFileRegistry, type DescService, fromBinary } from "@bufbuild/protobuf";
import { type FileDescriptorProto, FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { Health, HealthCheckResponse_ServingStatus as Status } from "../../../src/api/gen/grpc/health/v1/health_pb.js";
import {
  ServerReflection,
  type ServerReflectionResponse,
} from "../../../src/api/gen/grpc/reflection/v1/reflection_pb.js";
import { ServerReflectionAlpha } from "../../../src/daemon/server/reflection-routes.ts";
import { StubDaemon } from "./stub-daemon.ts";

let daemon: StubDaemon;
before(async () => {
  daemon = await new StubDaemon().start();
});
after(() => daemon.stop());

function clientOf<S extends DescService>(service: S) {
  const header = { authorization: `Bearer ${daemon.token}` };
  const transport = createGrpcTransport({
    baseUrl: daemon.url,
    idleConnectionTimeoutMs: 10,
    interceptors: [
      (next) => (request) => {
        request.header.set("authorization", header.authorization);
        return next(request);
      },
    ],
  });
  return createClient(service, transport);
}

type Asked = { case: "listServices" | "fileContainingSymbol" | "fileByFilename"; value: string };

async function reflect(
  service: typeof ServerReflection,
  asked: Asked,
): Promise<ServerReflectionResponse["messageResponse"]> {
  async function* requests() {
    yield { messageRequest: asked };
  }
  for await (const { messageResponse } of clientOf(service).serverReflectionInfo(requests())) return messageResponse;
  throw new Error("no answer");
}

test("D6 reflection tells all services, under its name of today and that of before", async () => {
  for (const service of [ServerReflection, ServerReflectionAlpha]) {
    const answer = await reflect(service, { case: "listServices", value: "" });
    assert.equal(answer.case, "listServicesResponse");
    const names = answer.case === "listServicesResponse" ? answer.value.service.map(({ name }) => name) : [];
    assert.deepEqual(names.sort(), [
      "bridle.v1.ConversationService",
      "bridle.v1.DaemonService",
      "bridle.v1.SessionService",
      "grpc.health.v1.Health",
      "grpc.reflection.v1.ServerReflection",
    ]);
  }
});

test("D6 reflection gives files from which a client can build all messages", async () => {
  const answer = await reflect(ServerReflection, {
    case: "fileContainingSymbol",
    value: "bridle.v1.ConversationService.Watch",
  });
  assert.equal(answer.case, "fileDescriptorResponse");
  const parts = answer.case === "fileDescriptorResponse" ? answer.value.fileDescriptorProto : [];
  const file = parts.map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes));
  const ordered = new Set<FileDescriptorProto>();
  const visit = (name: string | undefined): void => {
    const found = file.find((other) => other.name === name);
    assert.ok(found, `${name} is there`);
    found.dependency.forEach(visit);
    ordered.add(found);
  };
  visit("bridle/v1/conversation_service.proto");
  const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: [...ordered] }));
  assert.ok(registry.getService("bridle.v1.ConversationService")?.methods.some(({ name }) => name === "Watch"));
  assert.ok(registry.getMessage("bridle.v1.Ask")?.fields.some(({ name }) => name === "digest"));
  const none = await reflect(ServerReflection, { case: "fileByFilename", value: "nothing.proto" });
  assert.equal(none.case, "errorResponse");
});

test("D6 grpc.health.v1 answers for the daemon and its services, and tells of changes", async () => {
  const health = clientOf(Health);
  assert.equal((await health.check({})).status, Status.SERVING);
  assert.equal((await health.check({ service: "bridle.v1.SessionService" })).status, Status.SERVING);
  await assert.rejects(health.check({ service: "nothing" }), /not_found/);
  const stop = new AbortController();
  const watched = health.watch({}, { signal: stop.signal })[Symbol.asyncIterator]();
  assert.equal((await watched.next()).value?.status, Status.SERVING);
  daemon.readiness.set("storage is full");
  assert.equal((await watched.next()).value?.status, Status.NOT_SERVING);
  assert.equal((await health.check({})).status, Status.NOT_SERVING);
  daemon.readiness.set(undefined);
  assert.equal((await watched.next()).value?.status, Status.SERVING);
  stop.abort();
});
