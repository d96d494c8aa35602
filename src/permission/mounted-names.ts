import { bareText, type ShellWord } from "./shell/shell-word.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";

/** Names in a container, as those of the files here that are mounted there: `docker run -v ~:/x a cat /x/.ssh/id`. */
export function mountedNames({ words }: SimpleCommand): readonly string[] {
  if (!/(?:^|\/)(?:docker|podman|nerdctl)$/.test(words[0]?.value ?? "")) return none;
  const mounts = words.flatMap((word, at) => mountIn(word, words[at - 1]));
  if (mounts.length === 0) return none;
  const inside = words.flatMap((word) =>
    bareText(word)
      .slice(0, maxText)
      .split(/[\s"'`;|&<>()=,]+/, maxPieces),
  );
  return mounts
    .slice(0, maxMounts)
    .flatMap(({ here, there }) =>
      inside.flatMap((text) => (text.startsWith(there) ? [`${here}/${text.slice(there.length)}`] : [])),
    );
}

const none: readonly never[] = [];
const maxText = 4_096;
const maxPieces = 64;
const maxMounts = 8;

function mountIn(word: ShellWord, before: ShellWord | undefined): readonly { here: string; there: string }[] {
  const text = word.text.replace(/["']/g, "");
  const isVolume = /^(?:-v|--volume)$/.test(before?.value ?? "");
  const [, volume] = isVolume ? [text, text] : (/^(?:-v|--volume=)(?=[^=:]+:\/)(.*)$/.exec(text) ?? []);
  const [, here, there] = /^([^:]+):(\/[^:]*)/.exec(volume ?? "") ?? [];
  const source = here ?? /(?:^|[,=])(?:source|src)=([^,]+)/.exec(text)?.[1];
  const target = there ?? /(?:^|[,=])(?:target|dst|destination)=(\/[^,]*)/.exec(text)?.[1];
  return source === undefined || target === undefined
    ? none
    : [{ here: source, there: `${target.replace(/\/+$/, "")}/` }];
}
