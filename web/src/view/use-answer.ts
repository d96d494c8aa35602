import { useEffect, useState } from "preact/hooks";

/** What a call of the daemon came to. What was there before stays until the next answer. */
export type Answer<T> =
  | { readonly at: "loading" }
  | { readonly at: "there"; readonly value: T }
  | { readonly at: "failed"; readonly reason: string };

/** Calls when it is first shown and whenever what the call is about changes; an answer that was overtaken is dropped. */
export function useAnswer<T>(call: () => Promise<T>, about: readonly unknown[]): Answer<T> {
  const [answer, set] = useState<Answer<T>>({ at: "loading" });
  useEffect(() => {
    let isOvertaken = false;
    call().then(
      (value) => isOvertaken || set({ at: "there", value }),
      (error) => isOvertaken || set({ at: "failed", reason: reasonOf(error) }),
    );
    return () => {
      isOvertaken = true;
    };
  }, about);
  return answer;
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
