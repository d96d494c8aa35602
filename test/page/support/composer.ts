import type { Locator, Page } from "playwright-core";

/** A picture of 10 by 10. */
export const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAoElEQVR4nA3JwQAAQAhFwTTSSCONIN4lja+RRhqZ7M51zAw3wkijjDZkjLHGGWaOO+GkU047csZZ5/x34EEEGVTQgYIJNrj4nXgSSSaVdKJkkk0ufxdeRJFFFV2omGKLq9+NN9FkU003aqbZ5vq3cBEiRYkWEiNWnH4PPsSQQw09aJhhh5vfiy+x5FJLL1pm2eX29+FHHHnU0YeOOfa44wHnzIbFlubA+gAAAABJRU5ErkJggg==";

export function fieldOf(page: Page): Locator {
  return page.getByRole("textbox", { name: "Write to the agent" });
}

/** Puts a picture on the browser's clipboard, and pastes it as a person does. */
export async function pastePicture(page: Page): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob("${png}"), (one) => one.charCodeAt(0));
    await navigator.clipboard.write([new ClipboardItem({ "image/png": new Blob([bytes], { type: "image/png" }) })]);
  })()`);
  await fieldOf(page).focus();
  await page.keyboard.press("Control+v");
}

/** Drops files onto the composer; their content in base64. */
export async function dropFiles(
  page: Page,
  files: readonly { readonly name: string; readonly type: string; readonly base64: string }[],
): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    for (const { name, type, base64 } of ${JSON.stringify(files)}) {
      const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type }));
    }
    return transfer;
  })()`);
  await fieldOf(page).dispatchEvent("dragover", { dataTransfer });
  await fieldOf(page).dispatchEvent("drop", { dataTransfer });
}
