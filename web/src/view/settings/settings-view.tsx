import { ThemeChoice } from "../frame/theme-menu.tsx";
import { View } from "../frame/view.tsx";
import { Devices } from "./devices.tsx";
import { OwnLogin } from "./own-login.tsx";
import { Passkeys } from "./passkeys.tsx";
import { PhoneLogin } from "./phone-login.tsx";
import "../../style/settings.css";

/** What this device is told and shows, and which others there are. */
export function SettingsView() {
  return (
    <View title="Settings" about="Notifications, other devices, appearance">
      <div class="settings">
        <Passkeys />
        <Devices />
        <PhoneLogin />
        <OwnLogin />
        <section class="card" aria-label="Appearance">
          <ThemeChoice />
        </section>
      </div>
    </View>
  );
}
