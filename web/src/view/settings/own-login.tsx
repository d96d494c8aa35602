import { useApp } from "../app-context.ts";

/** Who this browser is to the daemon, and what it may do. */
export function OwnLogin() {
  const caller = useApp().feed.caller.value;
  if (caller === undefined) return null;
  const { name, roles, folders } = caller;
  return (
    <section class="card" aria-labelledby="own-login">
      <h2 id="own-login">This login</h2>
      <p class="quiet">
        {name} may {roles.includes("admin") ? "do everything" : roles.join(", ")}
        {folders.length === 0 ? "." : ` in ${folders.join(", ")}.`}
      </p>
    </section>
  );
}
