import type { ComponentChildren } from "preact";

interface ViewProps {
  readonly title: string;
  /** In a line, below the title. */
  readonly about?: ComponentChildren;
  /** Beside the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A view that is a document: a head that stays, and a body that scrolls, of a width that can be read. */
export function View({ title, about, actions, children }: ViewProps) {
  return (
    <section class="view" aria-label={title}>
      <header class="session-head">
        <div class="session-names">
          <h1>{title}</h1>
          {about !== undefined && <p class="label">{about}</p>}
        </div>
        {actions}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <div class="view-body" tabIndex={0}>
        {children}
      </div>
    </section>
  );
}
