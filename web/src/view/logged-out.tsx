export function LoggedOut() {
  return (
    <main class="empty" id="main">
      <h1>This browser is not logged in</h1>
      <p>
        A link that logs it in, once: <code>bridle login</code>
      </p>
    </main>
  );
}
