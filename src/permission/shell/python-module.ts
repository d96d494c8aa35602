import type { ShellWord } from "./shell-word.ts";

/** Where `python -m module` names the module, which is judged as the program that it is; undefined where it names none. */
export function modulePlace(words: readonly ShellWord[]): { readonly at: number; readonly name: string } | undefined {
  for (let at = 1; at < words.length; at += 1) {
    const option = words[at]?.value;
    if (option === undefined || !option.startsWith("-")) return undefined;
    const [, given] = /^-[bBdEhiIOPqsSuvVx?]*m(.*)$/s.exec(option) ?? [];
    if (given !== undefined) {
      const index = given === "" ? at + 1 : at;
      const name = given === "" ? words[index]?.value : given;
      return name === undefined ? undefined : { at: index, name };
    }
    if (/^-[bBdEhiIOPqsSuvVx?]*[WX]$/.test(option)) at += 1;
  }
  return undefined;
}

export const pythonName = /^(?:python|pypy)[\d.]*$/;
