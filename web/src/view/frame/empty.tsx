import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../icon.tsx";

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  /** It is all that the view has to say. */
  readonly isHeading?: boolean;
  /** What to do next. */
  readonly children?: ComponentChildren;
}

/** Where there is nothing to show, or something went wrong: what is so, and the next step. */
export function Empty({ icon, title, isHeading = false, children }: EmptyProps) {
  return (
    <div class="empty">
      <span class="empty-icon">
        <Icon name={icon} />
      </span>
      {isHeading ? <h1 class="empty-title">{title}</h1> : <p class="empty-title">{title}</p>}
      {children}
    </div>
  );
}
