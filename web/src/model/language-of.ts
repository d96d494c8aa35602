/** The highlighter's name for what a file is written in; its ending where nothing else is known. */
export function languageOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  if (/^(dockerfile|containerfile)/.test(name)) return "docker";
  if (/^(gnu)?makefile$/.test(name)) return "make";
  const ending = name.includes(".") ? name.slice(name.lastIndexOf(".") + 1) : "";
  return endings[ending] ?? ending;
}

const endings: { readonly [ending: string]: string } = {
  cjs: "js",
  mjs: "js",
  cts: "ts",
  mts: "ts",
  h: "c",
  cc: "c",
  cpp: "c",
  hpp: "c",
  htm: "html",
  svg: "xml",
  jsonc: "json",
  json5: "json",
  conf: "ini",
  cfg: "ini",
  mk: "make",
  pm: "pl",
};
