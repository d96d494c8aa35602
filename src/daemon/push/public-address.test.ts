import assert from "node:assert/strict";
import { test } from "node:test";
import { isPublicAddress } from "./public-address.ts";

test("only addresses of the public Internet are public", () => {
  for (const address of ["1.1.1.1", "142.250.1.1", "172.32.0.1", "2a00:1450:4001::1", "2620:149:a44::1"])
    assert.ok(isPublicAddress(address), address);
  for (const address of [
    ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "169.254.169.254", "172.16.0.1"],
    ...["172.31.255.255", "192.168.1.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"],
    ...["::", "::1", "::ffff:10.0.0.1", "::ffff:8.8.8.8", "64:ff9b::a00:1", "fe80::1", "fc00::1", "fd12::1", "ff02::1"],
    ...["2001:db8::1", "2002:a00:1::1", "2001:0:1::1", "fe80::1%eth0", "", "localhost", "1.1.1"],
  ])
    assert.ok(!isPublicAddress(address), address);
});
