/** Drawn on 24 by 24, with lines alone. */
const shapes = {
  archive: "M3 4h18v5H3zM5 9v11h14V9M10 13h4",
  arrowDown: "M12 5v14M6 13l6 6 6-6",
  book: "M6 3h13v18H6a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM8 8h7M8 12h7",
  chart: "M4 20V10M10 20V4M16 20v-7M21 20H3",
  check: "M5 12.5l4.5 4.5L19 7.5",
  chevron: "M9 6l6 6-6 6",
  close: "M6 6l12 12M18 6L6 18",
  contrast: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 3v18M12 7h4.5M12 12h8M12 17h4.5",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  diff: "M12 4v8M8 8h8M8 17h8M4 21h16",
  down: "M6 9l6 6 6-6",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  filter: "M4 6h16M7 12h10M10 18h4",
  folder: "M3 6h6l2 2h10v11H3z",
  fork: "M6 4v16M6 13a8 8 0 0 0 8-8M14 5h4M18 5l-2-2M18 5l-2 2",
  gear: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M4.2 7.5l2.6 1.5M17.2 15l2.6 1.5M4.2 16.5L6.8 15M17.2 9l2.6-1.5",
  hand: "M12 3a6 6 0 0 0-6 6v4l-2 3h16l-2-3V9a6 6 0 0 0-6-6zM10 20h4",
  keyboard: "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2",
  list: "M9 6h12M9 12h12M9 18h12M4 6h.01M4 12h.01M4 18h.01",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  more: "M5 12h.5M11.75 12h.5M18.5 12h.5",
  plus: "M12 5v14M5 12h14",
  power: "M12 3v9M6.5 6.5a8 8 0 1 0 11 0",
  pulse: "M3 12h4l3-7 4 14 3-7h4",
  screen: "M3 5h18v11H3zM9 20h6M12 16v4",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20 20",
  shield: "M12 3l8 3v5c0 5-3.4 8.4-8 10-4.6-1.6-8-5-8-10V6z",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5",
  undo: "M9 7L4 12l5 5M4 12h10a5 5 0 0 1 0 10h-2",
  up: "M6 15l6-6 6 6",
} as const;

export type IconName = keyof typeof shapes;

/** Says nothing to who listens: what it stands for is written beside it, or is the label of its button. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
    </svg>
  );
}
