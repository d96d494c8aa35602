import type { PushSubscription as Device } from "../../../../src/api/gen/bridle/v1/push_service_pb.js";
import { useApp } from "../app-context.ts";
import { ago } from "../text/ago.ts";
import { ObstacleNote } from "./obstacle-note.tsx";
import { SwitchList, switchedOn } from "./switch-list.tsx";
import { type DevicesState, useDevices } from "./use-devices.ts";

export function Devices() {
  const state = useDevices();
  return (
    <>
      <section class="card" aria-labelledby="notifications" data-at={state.here.at}>
        <h2 id="notifications">Notifications on this device</h2>
        <ThisDevice state={state} />
        <p class={state.said.isTrouble ? "outcome" : "outcome said"} role="status">
          {state.said.text}
        </p>
      </section>
      {state.others.length > 0 && <OtherDevices state={state} />}
    </>
  );
}

function ThisDevice({ state }: { readonly state: DevicesState }) {
  const { here, isBusy } = state;
  switch (here.at) {
    case "loading":
      return <p class="quiet">Checking …</p>;
    case "unavailable":
      return <ObstacleNote because={here.because} />;
    case "off":
      return (
        <>
          <p class="quiet">
            Get notified here when an agent is waiting for you, is done or fails, even while this page is closed. Nobody
            in between can read it.
          </p>
          <button type="button" class="allow" disabled={isBusy} onClick={state.turnOn}>
            Turn on
          </button>
        </>
      );
    case "on":
      return <ThisDeviceOn device={here.device} state={state} />;
  }
}

function ThisDeviceOn({ device, state }: { readonly device: Device; readonly state: DevicesState }) {
  const { client } = useApp();
  const { id } = device;
  return (
    <>
      <label class="field">
        <span class="label">Device name</span>
        <input
          type="text"
          class="search"
          value={device.name}
          maxLength={60}
          onChange={({ currentTarget }) => {
            const name = currentTarget.value.trim();
            state.act(() => client.push.updatePushSubscription({ id, name }));
          }}
        />
      </label>
      <SwitchList
        switches={device.switches}
        isBusy={state.isBusy}
        change={(switches) => state.act(() => client.push.updatePushSubscription({ id, switches }))}
      />
      {device.failure !== "" && <p class="outcome">The last notification was not sent: {device.failure}.</p>}
      <div class="device-actions">
        <button
          type="button"
          disabled={state.isBusy}
          onClick={() => state.act(() => client.push.sendTestPush({ id }), "Sent. It should arrive in a moment.")}
        >
          Send a test
        </button>
        <button type="button" class="quiet-button" disabled={state.isBusy} onClick={() => state.turnOff(device)}>
          Turn off
        </button>
      </div>
    </>
  );
}

function OtherDevices({ state }: { readonly state: DevicesState }) {
  const { client } = useApp();
  return (
    <section class="card" aria-labelledby="others">
      <h2 id="others">Other devices</h2>
      <ul class="devices">
        {state.others.map((device) => (
          <li key={device.id}>
            <div class="device-names">
              <p>{device.name}</p>
              <p class="label">
                {device.loggedIn
                  ? `Notified about ${switchedOn(device.switches)}`
                  : "Not notified: its login has expired"}
                {device.sentMs > 0n && ` · last notified ${ago(Number(device.sentMs))}`}
              </p>
              {device.failure !== "" && <p class="outcome">The last notification was not sent: {device.failure}.</p>}
            </div>
            <button
              type="button"
              class="quiet-button"
              aria-label={`Remove ${device.name}`}
              disabled={state.isBusy}
              onClick={() => state.act(() => client.push.deletePushSubscription({ id: device.id }))}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
