import { useEffect, useState } from "preact/hooks";
import { messageOf } from "../model/message-of.ts";

/** What a call of the daemon came to. What was there before stays until the next answer. */
export type Answer<T> =
  | { readonly at: "loading" }
  | { readonly at: "there"; readonly value: T }
  | { readonly at: "failed"; readonly why: string };

/** Calls when it is first shown and whenever what the call is about changes; an answer that was overtaken is dropped. */
export function useAnswer<T>(call: () => Promise<T>, about: readonly unknown[]): Answer<T> {
  const [answer, set] = useState<Answer<T>>({ at: "loading" });
  useEffect(() => {
    let isOvertaken = false;
    call().then(
      (value) => isOvertaken || set({ at: "there", value }),
      (error) => isOvertaken || set({ at: "failed", why: messageOf(error) }),
    );
    return () => {
      isOvertaken = true;
    };
  }, about);
  return answer;
}
