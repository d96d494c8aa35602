/** Matches the answer to a request whose id is not known: an earlier version of the daemon made it. */
export const anyId = "*";
