import { Empty } from "./empty.tsx";

export function LoggedOut() {
  return (
    <main class="alone">
      <h1 class="unseen">Bridle</h1>
      <Empty icon="shield" title="This browser is not logged in">
        <p class="quiet">Get a one-time login link in a terminal:</p>
        <pre class="command">bridle login</pre>
      </Empty>
    </main>
  );
}
