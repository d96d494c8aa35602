/** Waits for something that has no event of its own; gives up after five seconds. */
export async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 5000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error("it never became so");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
