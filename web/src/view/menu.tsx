import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useApp } from "./app-context.ts";
import { Icon, type IconName } from "./icon.tsx";

interface MenuProps {
  readonly label: string;
  readonly icon: IconName;
  readonly class?: string;
  /** Beside the icon. */
  readonly word?: string;
  /** Made when it is opened. */
  readonly children: (close: () => void) => ComponentChildren;
}

/** Between the button and the menu, and between the menu and the edge of the screen. */
const gapPx = 4;

/** A button that opens a panel above everything else. Escape, a tap elsewhere, another place and `close` shut it. */
export function Menu({ label, icon, class: className, word, children }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = (): void => panel.current?.hidePopover();
  const { route } = useApp();
  // With the place itself: a moment later it would shut what was opened at the new one.
  useLayoutEffect(close, [route.value]);
  return (
    <>
      <button
        ref={button}
        type="button"
        class={className ?? "icon-button"}
        popovertarget={id}
        aria-label={word === undefined ? label : undefined}
        title={label}
        aria-expanded={isOpen}
      >
        <Icon name={icon} />
        {word !== undefined && <span>{word}</span>}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        class="menu"
        onToggle={(event) => {
          const isOpened = event.newState === "open";
          setOpen(isOpened);
          // What is in it has to be there before it can be measured.
          if (isOpened) requestAnimationFrame(() => putBeside(button.current, panel.current));
        }}
      >
        {isOpen && children(close)}
      </div>
    </>
  );
}

/** Below the button, or above where there is more room; within the screen, whatever comes into it later. */
function putBeside(button: HTMLElement | null, panel: HTMLElement | null): void {
  if (button === null || panel === null) return;
  const from = button.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const left = from.left + width > innerWidth - gapPx ? from.right - width : from.left;
  const [above, below] = [from.top - 2 * gapPx, innerHeight - from.bottom - 2 * gapPx];
  const isBelow = height <= below || below >= above;
  panel.style.left = `${Math.max(gapPx, left)}px`;
  panel.style.maxHeight = `${isBelow ? below : above}px`;
  if (isBelow) panel.style.top = `${from.bottom + gapPx}px`;
  else panel.style.bottom = `${innerHeight - from.top + gapPx}px`;
  panel.style[isBelow ? "bottom" : "top"] = "auto";
  panel.dataset.placed = "true";
}
