/** Never searched, as globs. */
export const versionControlFolders: readonly string[] = ["!.git", "!.svn", "!.hg", "!.bzr", "!.jj", "!.sl"];
