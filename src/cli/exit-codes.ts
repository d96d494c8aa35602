/** What the `bridle` command exits with. Scripts rely on these: a number never changes its meaning. */
export const exitCodes = {
  ok: 0,
  turnFailed: 1,
  usage: 2,
  tampered: 65,
  noDaemon: 69,
  agentNotFound: 72,
  refused: 77,
  configOrVersion: 78,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodeMeanings: { readonly [K in keyof typeof exitCodes]: string } = {
  ok: "done",
  turnFailed: "the turn failed",
  usage: "the command line is wrong",
  tampered: "the audit is not as it was written",
  noDaemon: "no daemon is running",
  agentNotFound: "the agent's executable was not found",
  refused: "permission was refused",
  configOrVersion: "a setting or a version does not fit",
  interrupted: "interrupted",
};
