import type { ComponentChildren } from "preact";
import { addressOf, type Route } from "../model/route.ts";
import { useApp } from "./app-context.ts";

interface LinkProps {
  readonly to: Route;
  readonly class?: string;
  readonly label?: string;
  readonly title?: string;
  readonly isCurrent?: boolean;
  readonly children: ComponentChildren;
}

/** A link within the page: a real address, so that it can be opened elsewhere, copied and kept. */
export function Link({ to, class: className, label, title, isCurrent, children }: LinkProps) {
  const app = useApp();
  const go = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    app.go(to);
  };
  return (
    <a
      href={addressOf(to)}
      class={className}
      aria-label={label}
      title={title}
      aria-current={isCurrent ? "page" : undefined}
      onClick={go}
    >
      {children}
    </a>
  );
}
