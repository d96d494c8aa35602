import type { MessageShape } from "@bufbuild/protobuf";
import type { DaemonService } from "../../api/gen/bridle/v1/daemon_service_pb.js";
import type { Caller } from "../access/caller.ts";

type Methods = (typeof DaemonService)["method"];

/** The calls about the daemon itself. Logins are the server's own matter. */
export type DaemonCalls = {
  readonly [M in Exclude<keyof Methods, "createLogin">]: (
    request: MessageShape<Methods[M]["input"]>,
    caller: Caller,
  ) => Promise<MessageShape<Methods[M]["output"]>>;
};
