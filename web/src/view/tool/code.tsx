import { useEffect, useRef } from "preact/hooks";
import { highlight } from "../markdown/highlight.ts";
import { visible } from "../text/visible.ts";

export function Code({ text, language }: { readonly text: string; readonly language: string }) {
  const code = useRef<HTMLElement>(null);
  const shown = visible(text);
  useEffect(() => {
    if (code.current === null) return;
    code.current.textContent = shown;
    void highlight(code.current, language);
  }, [shown, language]);
  return (
    <pre class="code">
      <code ref={code}>{shown}</code>
    </pre>
  );
}
