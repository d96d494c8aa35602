/** The paths a file of instructions imports by `@path`. What stands in code is only spoken of. */
export function instructionImports(text: string): readonly string[] {
  const found = withoutCode(text).matchAll(/(?:^|\s)@((?:[^\s\\]|\\ )+)/g);
  const paths = Array.from(found, ([, path = ""]) => path.replaceAll("\\ ", " ").replace(/#.*$|[.,;:!?)]+$/g, ""));
  return [...new Set(paths.filter((path) => path !== ""))];
}

/** Is it meant as a file, or may it be a name: `@param`, `@scope/package`? */
export function looksLikePath(path: string): boolean {
  return /^(\.{0,2}|~)\//.test(path) || /\.\w{1,8}$/.test(path);
}

function withoutCode(text: string): string {
  const prose: string[] = [];
  let fence: string | undefined;
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
    } else if (mark !== undefined) fence = mark;
    else prose.push(line);
  }
  // A span ends with as many backticks as it begins with, in the same paragraph.
  return prose.join("\n").replace(/(?<!`)(`+)(?!`)(?:(?!\n\n)[\s\S])*?(?<!`)\1(?!`)/g, "");
}
