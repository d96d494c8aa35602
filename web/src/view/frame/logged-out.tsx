import { Empty } from "./empty.tsx";

export function LoggedOut() {
  return (
    <main class="alone">
      <h1 class="unseen">Bridle</h1>
      <Empty icon="shield" title="This browser is not logged in">
        <p class="quiet">A link that logs it in, once. In a terminal:</p>
        <pre class="command">bridle login</pre>
      </Empty>
    </main>
  );
}
