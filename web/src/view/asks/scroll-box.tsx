import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../icon.tsx";

interface ScrollBoxProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/** All of something long, in a box that scrolls, with a sign while there is more below. */
export function ScrollBox({ label, children }: ScrollBoxProps) {
  const box = useRef<HTMLElement>(null);
  const [hiddenPx, setHidden] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = (): void => setHidden(Math.round(element.scrollHeight - element.clientHeight - element.scrollTop));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    element.addEventListener("scroll", measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, []);
  const isMore = hiddenPx > 2;
  return (
    <div class="ask-body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section ref={box} class="ask-scroll" aria-label={label} tabIndex={0}>
        <div class="ask-content">{children}</div>
      </section>
      {isMore && (
        <button
          type="button"
          class="ask-more"
          onClick={() => box.current?.scrollBy({ top: box.current.clientHeight - 40 })}
        >
          <Icon name="arrowDown" /> More below
        </button>
      )}
    </div>
  );
}
