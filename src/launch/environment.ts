/** Variables of an agent we may be running in ourselves: they would make the new one think it is a part of the old. */
const inherited =
  /^(CLAUDECODE$|CLAUDE_CODE_(ENTRYPOINT|SSE_PORT|SESSION_ID|CHILD|PARENT|REMOTE|ENVIRONMENT|EXECPATH|AGENT)|CLAUDE_AGENT_SDK_)/;

export function agentEnvironment(base: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(base).filter(([name]) => !inherited.test(name));
  return { ...Object.fromEntries(kept), CLAUDE_CODE_ENTRYPOINT: "sdk-bridle" };
}
