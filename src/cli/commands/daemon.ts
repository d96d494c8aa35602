import type { Command } from "commander";
import type { CliCommand } from "../command.ts";
import type { LogFlags } from "../daemon/logs.ts";
import type { StartFlags } from "../daemon/start.ts";
import type { StopFlags } from "../daemon/stop.ts";
import { type ClientOptions, withDaemonOptions, withHome } from "../daemon-options.ts";
import { remoteAddress } from "../daemon-target.ts";
import { allOptions, several, usage, whole } from "../read-argument.ts";

const examples = `
Examples:
  bridle daemon start                                  in the background; back when it is ready
  bridle daemon start --foreground                     here, until Ctrl-C
  bridle daemon start --agent claude                   refuse to start without a Claude Code that fits
  bridle daemon start --set daemon.port=0              a setting for this time (bridle config lists them)
  bridle daemon status --json
  bridle daemon logs -f
  bridle daemon restart                                agents go on; after an upgrade, or a change of settings
  bridle daemon stop --keep-agents                     agents go on; the next daemon finds them
  bridle daemon unit > ~/.config/systemd/user/bridle.service

Starting a daemon that runs, and stopping one that does not, is no failure: it is as was asked for. status exits with 69 when none
runs; start with 2 when no agent has the name, with 72 when the agent is not there, with 78 when a setting, a version or the database does
not fit. restart checks all of that before it stops anything.`;

/** `bridle daemon`: the process itself. */
export const daemon: CliCommand = {
  register: (program) => {
    const command = program
      .command("daemon")
      .description("start, stop and look after the daemon")
      .addHelpText("after", examples);
    start(command);
    withDaemonOptions(command.command("stop"))
      .description("end the daemon, and its agents")
      .option("--keep-agents", "leave the agents to the next daemon")
      .action(async (options: StopFlags) => (await import("../daemon/stop.ts")).stopDaemon(options));
    restart(command);
    withDaemonOptions(command.command("status"))
      .description("what the daemon is doing")
      .action(async (options: ClientOptions) => (await import("../daemon/status.ts")).showStatus(options));
    withHome(command.command("logs"))
      .description("the daemon's log; with --json its lines as they are")
      .option("-f, --follow", "stay, and show what comes")
      .option("-n, --lines <count>", "how many lines", whole, 50)
      .action(async (options: LogFlags) => (await import("../daemon/logs.ts")).showLogs(options));
    withHome(command.command("unit"))
      .description("print a unit for systemd's user manager")
      .action(async (_: object, sub: Command) => (await import("../daemon/unit.ts")).printUnit(allOptions(sub)));
  },
};

function restart(command: Command): void {
  withSettings(withHome(command.command("restart")))
    .description("end the daemon and start it again; its agents go on")
    .action(async (options: StartFlags, sub: Command) => {
      if (remoteAddress(options) !== undefined)
        return usage(
          sub,
          "a daemon elsewhere is meant, by BRIDLE_ADDRESS or a context: restart it there; --home names one of this machine",
        );
      const [{ endDaemon }, { checkedStart, startInBackground }] = await Promise.all([
        import("../daemon/stop.ts"),
        import("../daemon/start.ts"),
      ]);
      await checkedStart(options);
      await endDaemon(options, true);
      return startInBackground(options);
    });
}

function withSettings(command: Command): Command {
  return command
    .option("--agent <name>", "the agent of sessions that name none; it must be there and fit")
    .option("--set <key=value>", "a setting, above file and environment", several);
}

function start(command: Command): void {
  const sub = withSettings(
    withHome(command.command("start"))
      .description("start the daemon; back when it is ready")
      .option("--foreground", "here, until Ctrl-C"),
  );
  // How a daemon in the background tells the command that started it.
  sub.addOption(sub.createOption("--tell-ready").hideHelp());
  sub.addOption(sub.createOption("--end-with-starter").hideHelp());
  sub.action(async (options: StartFlags) => {
    if (options.foreground) {
      const { runDaemon } = await import("../daemon/foreground.ts");
      return runDaemon(options, options.tellReady === true);
    }
    const { startInBackground } = await import("../daemon/start.ts");
    return startInBackground(options);
  });
}
