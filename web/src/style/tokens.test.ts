import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const css = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8");

type Colours = { readonly [name: string]: readonly [light: string, dark: string] };

/** The pairs of colours of the rule that begins with this selector. */
function coloursOf(selector: string): Colours {
  const start = css.indexOf(`${selector} {`);
  assert.ok(start >= 0, selector);
  const rule = css.slice(start, css.indexOf("}", start));
  const pairs = rule.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g);
  return Object.fromEntries([...pairs].map(([, name, light, dark]) => [name, [light, dark]]));
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const plain = ["ground", "surface", "raised"];
/** What is written on what. */
const written: { readonly [text: string]: readonly string[] } = {
  foreground: [...plain, "added", "removed", "accent-soft", "waiting-soft", "failed-soft"],
  quiet: [...plain, "added", "removed", "accent-soft", "waiting-soft", "failed-soft"],
  accent: [...plain, "accent-soft"],
  waiting: [...plain, "waiting-soft"],
  failed: [...plain, "failed-soft"],
  done: plain,
  "code-word": plain,
  "code-text": plain,
  "code-number": plain,
  "on-accent": ["accent"],
  "on-waiting": ["waiting"],
  "on-failed": ["failed"],
};

function tooWeak(colours: Colours, least: number, onWhat = written): string[] {
  return Object.entries(onWhat).flatMap(([text, grounds]) =>
    grounds.flatMap((ground) =>
      [0, 1].flatMap((theme) => {
        const ratio = contrast(colours[text]?.[theme] ?? "", colours[ground]?.[theme] ?? "");
        return ratio >= least ? [] : [`${text} on ${ground}, ${["light", "dark"][theme]}: ${ratio.toFixed(2)}`];
      }),
    ),
  );
}

test("U3 every colour of text is readable on what it stands on (AA), and in the contrast theme easily (AAA)", () => {
  assert.deepEqual(tooWeak(coloursOf(":root"), 4.5), []);
  assert.deepEqual(tooWeak(coloursOf(':root[data-theme="contrast"]'), 7), []);
});

test("U3 the edge of what can be used stands out (3:1)", () => {
  const edges = { edge: ["ground", "surface"] };
  assert.deepEqual(tooWeak(coloursOf(":root"), 3, edges), []);
  assert.deepEqual(tooWeak(coloursOf(':root[data-theme="contrast"]'), 4.5, edges), []);
});

test("U3 a system that wants more contrast gets the contrast theme", () => {
  assert.deepEqual(coloursOf(":root:not([data-theme])"), coloursOf(':root[data-theme="contrast"]'));
});
