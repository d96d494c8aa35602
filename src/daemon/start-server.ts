import { join } from "node:path";
import { isBridleError } from "../errors.ts";
import type { LoadedSettings } from "./config/load-settings.ts";
import type { DaemonFolder } from "./daemon-folder.ts";
import { packageFile } from "./package-file.ts";
import { ApiServer, type ApiServerOptions } from "./server/api-server.ts";
import { ensureDefaultToken } from "./server/default-token.ts";
import { readTlsFiles } from "./server/tls-files.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";

/** What is served: the rest is in the settings. */
type Served = Pick<
  ApiServerOptions,
  | "calls"
  | "daemon"
  | "services"
  | "log"
  | "view"
  | "reach"
  | "readiness"
  | "tokens"
  | "answerLink"
  | "allowAt"
  | "pageUrl"
>;

/** A port that nobody chose and somebody else has is no reason not to start: the command line needs only the socket. */
export async function startServer(
  loaded: LoadedSettings,
  folder: DaemonFolder,
  telemetry: Telemetry,
  served: Served,
): Promise<ApiServer> {
  ensureDefaultToken(served.tokens, join(folder.folders.config, "token"));
  const { host, port, tlsCert, tlsKey } = loaded.settings.daemon;
  const tcp = { host, port, tls: tlsCert === "" ? undefined : readTlsFiles(tlsCert, tlsKey) };
  const options = { ...served, ...optionsOf(loaded, folder, telemetry), tcp };
  const wanted = `${host}:${port}`;
  try {
    return await ApiServer.start(options);
  } catch (error) {
    const isPort = isBridleError(error, "busy") && error.data.what === wanted;
    if (!isPort || loaded.given.has("daemon.port")) throw error;
    telemetry.log.warn("the port is in use, another one is taken", { wanted, setting: "daemon.port" });
    return ApiServer.start({ ...options, tcp: { ...tcp, port: 0 } });
  }
}

function optionsOf(
  { settings }: LoadedSettings,
  { files }: DaemonFolder,
  telemetry: Telemetry,
): Omit<ApiServerOptions, keyof Served | "tcp"> {
  const { allowedHosts, publicUrl, maxRequestBytes, callsPerMinute } = settings.daemon;
  return {
    metrics: () => telemetry.metrics.text(),
    hosts: { allowedHosts, publicUrl: publicUrl || undefined },
    socketPath: files.socket,
    webFolder: packageFile("./web", "../web", "../../dist/web"),
    limits: { readMaxBytes: maxRequestBytes, callsPerSecond: callsPerMinute / 60, callBurst: callsPerMinute },
    trace: telemetry.server,
  };
}
