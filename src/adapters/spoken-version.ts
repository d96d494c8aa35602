/** The version of Claude Code whose words our own agent speaks: the newest there is an adapter for. */
export const spokenVersion = "2.1.325";
