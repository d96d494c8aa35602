import { signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark" | "contrast";

/** As web/public/theme.js has it, which sets the theme before anything is drawn. */
const storedAs = "bridle-theme";

export const theme = signal<Theme>(stored());

/** Counts how often the system went over to other colours: for what is drawn once, in the colours of then. */
export const systemChanges = signal(0);
for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"])
  globalThis.matchMedia?.(query).addEventListener("change", () => {
    systemChanges.value += 1;
  });

/** For this browser, from now on. */
export function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  const root = document.documentElement;
  if (chosen === "system") delete root.dataset.theme;
  else root.dataset.theme = chosen;
  try {
    if (chosen === "system") localStorage.removeItem(storedAs);
    else localStorage.setItem(storedAs, chosen);
  } catch {
    // A browser that stores nothing: until the page is closed.
  }
}

function stored(): Theme {
  const chosen = globalThis.document?.documentElement.dataset.theme;
  return chosen === "light" || chosen === "dark" || chosen === "contrast" ? chosen : "system";
}
