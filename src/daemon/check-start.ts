import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { daemonFiles, daemonFolders } from "../api/daemon-folders.ts";
import { loadSettings } from "./config/load-settings.ts";
import type { Settings } from "./config/settings.ts";
import type { DaemonOptions } from "./daemon.ts";
import { listenTcp } from "./server/listen.ts";
import { readTlsFiles } from "./server/tls-files.ts";
import { findAgents } from "./startup/daemon-agents.ts";
import { inspectDatabase } from "./store/open-database.ts";

/**
 * Rejects with what `Daemon.start` would refuse, and starts nothing: for whoever is about to end a daemon that works.
 * `address`: where that one listens, so in use by nobody else.
 */
export async function checkStart(options: DaemonOptions, address: string | undefined): Promise<void> {
  const { env, home, bridleVersion, agent: asked } = options;
  const files = daemonFiles(daemonFolders(env, home));
  const { settings } = loadSettings({ file: files.settings, env, flags: options.set ?? [] });
  await checkListening(settings, address);
  if (existsSync(files.database)) inspectDatabase(files.database);
  await findAgents({ settings, env, bridleVersion, asked });
}

async function checkListening({ daemon }: Settings, address: string | undefined): Promise<void> {
  const { host, port, tlsCert, tlsKey } = daemon;
  const hasTls = tlsCert !== "";
  if (hasTls) readTlsFiles(tlsCert, tlsKey);
  const server = createServer();
  try {
    await listenTcp(server, host, isPortOf(address, port) ? 0 : port, hasTls);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

function isPortOf(address: string | undefined, port: number): boolean {
  return address !== undefined && URL.canParse(address) && new URL(address).port === String(port);
}
