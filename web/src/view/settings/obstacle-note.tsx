import type { ComponentChildren } from "preact";
import type { Obstacle } from "../../model/push-support.ts";

/** Why this device cannot be told, and what to do. */
const notes: { readonly [O in Obstacle]: { readonly why: string; readonly next: () => ComponentChildren } } = {
  insecure: {
    why: "Browsers allow notifications only on pages served over HTTPS or from this machine, and this one is not.",
    next: () => (
      <>
        Reach the daemon over HTTPS, for example through Caddy or Tailscale, or through an SSH tunnel as{" "}
        <code>localhost</code>: docs/phone.md has the steps. Then open this page there.
      </>
    ),
  },
  needs_install: {
    why: "iPhone and iPad allow notifications only for pages on the Home Screen.",
    next: () => <>Tap Share, then “Add to Home Screen”. Open Bridle from there, and come back to this page.</>,
  },
  no_push: {
    why: "This browser has no Web Push, or it is switched off (as in private windows).",
    next: () => (
      <>Use another browser, or an ordinary window. What is waiting is always on this page, and in its title.</>
    ),
  },
  denied: {
    why: "You, or the browser, blocked notifications from this page.",
    next: () => (
      <>
        Allow them in the settings of this site (beside the address, or under Site settings › Notifications), and reload
        the page.
      </>
    ),
  },
};

export function ObstacleNote({ because }: { readonly because: Obstacle }) {
  const { why, next } = notes[because];
  return (
    <>
      <p>{why}</p>
      <p class="quiet">{next()}</p>
    </>
  );
}
