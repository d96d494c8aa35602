/** Longer command lines are not read. */
export const maxCommand = 65_536;
