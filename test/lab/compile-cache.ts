/** For the environment of a program of ours: what it does is not changed by it, only how long it takes to start. */
export function compileCache(): { readonly [name: string]: string } {
  const { NODE_COMPILE_CACHE: folder } = process.env;
  return folder ? { NODE_COMPILE_CACHE: folder } : {};
}
