import { ThemeChoice } from "../frame/theme-menu.tsx";
import { View } from "../frame/view.tsx";
import { Devices } from "./devices.tsx";
import { PhoneLogin } from "./phone-login.tsx";
import "../../style/settings.css";

/** What this device, and only it, does and shows; and which others are told. */
export function SettingsView() {
  return (
    <View title="Settings" about="This device, and the others that are told">
      <div class="settings">
        <Devices />
        <PhoneLogin />
        <section class="card" aria-label="Appearance">
          <ThemeChoice />
        </section>
      </div>
    </View>
  );
}
