import { create, type DescFile, type DescMethod, type DescService, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { Code, type ServiceImpl } from "@connectrpc/connect";
import {
  ServerReflection,
  type ServerReflectionRequest,
  type ServerReflectionResponse,
  ServerReflectionResponseSchema,
} from "../../api/gen/grpc/reflection/v1/reflection_pb.js";

/** The same service under its first name, which many tools still ask for. The messages are the same on the wire. */
export const ServerReflectionAlpha = renamed(ServerReflection, "grpc.reflection.v1alpha.ServerReflection");

/** Tells clients what this server speaks, from the generated descriptors. */
export function reflectionRoutes(services: readonly DescService[]): ServiceImpl<typeof ServerReflection> {
  const files = withImports(services.map(({ file }) => file));
  const bySymbol = new Map([...files.values()].flatMap((file) => symbols(file).map((name) => [name, file] as const)));

  const answer = (request: ServerReflectionRequest): ServerReflectionResponse["messageResponse"] => {
    const { case: kind, value } = request.messageRequest;
    switch (kind) {
      case "listServices":
        return { case: "listServicesResponse", value: list([...services].map(({ typeName }) => typeName)) };
      case "fileByFilename":
        return fileAnswer(files.get(value));
      case "fileContainingSymbol":
        return fileAnswer(bySymbol.get(value));
      default:
        return failed(Code.NotFound, "there are no extensions here");
    }
  };
  return {
    async *serverReflectionInfo(requests) {
      for await (const request of requests) {
        yield create(ServerReflectionResponseSchema, {
          validHost: request.host,
          originalRequest: request,
          messageResponse: answer(request),
        });
      }
    },
  };
}

function list(names: readonly string[]) {
  const service = names.map((name) => ({ $typeName: "grpc.reflection.v1.ServiceResponse" as const, name }));
  return { $typeName: "grpc.reflection.v1.ListServiceResponse" as const, service };
}

/** The file and all it imports, so that a client needs to ask once. */
function fileAnswer(file: DescFile | undefined): ServerReflectionResponse["messageResponse"] {
  if (file === undefined) return failed(Code.NotFound, "nothing of that name is here");
  const fileDescriptorProto = [...withImports([file]).values()].map(({ proto }) =>
    toBinary(FileDescriptorProtoSchema, proto),
  );
  return {
    case: "fileDescriptorResponse",
    value: { $typeName: "grpc.reflection.v1.FileDescriptorResponse", fileDescriptorProto },
  };
}

function failed(errorCode: Code, errorMessage: string): ServerReflectionResponse["messageResponse"] {
  return {
    case: "errorResponse",
    value: { $typeName: "grpc.reflection.v1.ErrorResponse", errorCode, errorMessage },
  };
}

function withImports(roots: readonly DescFile[]): Map<string, DescFile> {
  const found = new Map<string, DescFile>();
  const visit = (file: DescFile): void => {
    if (found.has(file.proto.name)) return;
    found.set(file.proto.name, file);
    file.dependencies.forEach(visit);
  };
  roots.forEach(visit);
  return found;
}

function symbols(file: DescFile): string[] {
  const types = [...file.messages, ...file.enums].map(({ typeName }) => typeName);
  const nested = file.messages.flatMap((message) => [...message.nestedMessages, ...message.nestedEnums]);
  const methods = file.services.flatMap((service) => [
    service.typeName,
    ...service.methods.map(({ name }) => `${service.typeName}.${name}`),
  ]);
  return [...types, ...nested.map(({ typeName }) => typeName), ...methods];
}

function renamed<S extends DescService>(service: S, typeName: string): S {
  const copy = { ...service, typeName, methods: [] as DescMethod[], method: {} as { [name: string]: DescMethod } };
  for (const method of service.methods) {
    const moved = { ...method, parent: copy } as unknown as DescMethod;
    copy.methods.push(moved);
    copy.method[method.localName] = moved;
  }
  return copy as unknown as S;
}
