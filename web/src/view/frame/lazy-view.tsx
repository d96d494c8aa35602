import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Empty } from "./empty.tsx";

interface LazyViewProps {
  /** For example `() => import("../usage/usage-view.tsx").then(({ UsageView }) => UsageView)`. */
  readonly load: () => Promise<ComponentType>;
}

type Loading =
  | { readonly at: "loading" }
  | { readonly at: "there"; readonly View: ComponentType }
  | { readonly at: "failed" };

/** A view whose code is loaded when it is first looked at. */
export function LazyView({ load }: LazyViewProps) {
  const [loading, set] = useState<Loading>({ at: "loading" });
  useEffect(() => {
    load().then(
      (View) => set({ at: "there", View }),
      () => set({ at: "failed" }),
    );
  }, []);
  switch (loading.at) {
    case "loading":
      return <p class="unseen">Loading …</p>;
    case "there":
      return <loading.View />;
    case "failed":
      // Mostly a page of an older version, whose files are gone.
      return (
        <Empty icon="pulse" title="This part of the page could not be loaded.">
          <p class="quiet">The daemon may have been updated, or is not running.</p>
          <button type="button" onClick={() => location.reload()}>
            Reload the page
          </button>
        </Empty>
      );
  }
}
