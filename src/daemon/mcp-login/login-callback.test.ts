import assert from "node:assert/strict";
import { test } from "node:test";
import { BridleError, isBridleError } from "../../errors.ts";
import { checkCallback, withoutParameters } from "./login-callback.ts";

const callback = "http://localhost:5000/callback";
const login = `https://a.example/authorize?redirect_uri=${encodeURIComponent(callback)}&state=s1`;
const code = "a-code-that-nobody-may-see";

test("U3 the address that a person brings has to be that of the login that waits", () => {
  checkCallback(login, `${callback}?code=${code}&state=s1`);
  checkCallback(login, `${callback}?error=access_denied&state=s1`);
  // A login whose address says nothing of its end: the agent decides.
  checkCallback("https://a.example/authorize", `https://b.example/?code=${code}`);
  const wrong = [
    ["", /no address/],
    [code, /no address/],
    [`${callback}?state=s1`, /no code/],
    [`http://localhost:5001/callback?code=${code}&state=s1`, /begins with http:\/\/localhost:5000\/callback/],
    [`http://localhost:5000/other?code=${code}&state=s1`, /begins with/],
    [`${callback}?code=${code}&state=s2`, /another login/],
    [`${callback}?code=${code}`, /another login/],
  ] as const;
  for (const [pasted, said] of wrong)
    assert.throws(
      () => checkCallback(login, pasted),
      (error) =>
        isBridleError(error, "invalid_option") &&
        said.test(error.message) &&
        !JSON.stringify([error.message, error.data]).includes(code),
      pasted,
    );
});

test("U3 what a server says against a login is told without the code in it", () => {
  const address = `${callback}?code=${code}%2F&state=s1`;
  const reason = `bad code ${code}/ (${code}%2F) at ${address}`;
  const refused = new BridleError("refused", `the agent refused it: ${reason}`, {
    ...{ subtype: "mcp_oauth_callback_url", reason, errorCode: undefined },
  });
  const told = withoutParameters(refused, address);
  assert.ok(isBridleError(told, "refused"));
  assert.equal(told.data.reason, "bad code … (…) at …");
  assert.ok(!told.message.includes(code));
  const other = new Error("timeout");
  assert.equal(withoutParameters(other, address), other);
});
