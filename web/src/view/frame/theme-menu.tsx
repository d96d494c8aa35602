import { Icon, type IconName } from "../icon.tsx";
import { Menu } from "../menu.tsx";
import { chooseTheme, type Theme, theme } from "./theme.ts";

const choices: readonly { readonly theme: Theme; readonly word: string; readonly icon: IconName }[] = [
  { theme: "system", word: "Match the system", icon: "screen" },
  { theme: "light", word: "Light", icon: "sun" },
  { theme: "dark", word: "Dark", icon: "moon" },
  { theme: "contrast", word: "High contrast", icon: "contrast" },
];

export function ThemeMenu() {
  const icon = choices.find((choice) => choice.theme === theme.value)?.icon ?? "screen";
  return (
    <Menu label="Appearance" icon={icon}>
      {() => <ThemeChoice />}
    </Menu>
  );
}

/** For the settings, too. */
export function ThemeChoice() {
  return (
    <fieldset class="choices">
      <legend class="label">Appearance</legend>
      {choices.map(({ theme: one, word, icon }) => (
        <label key={one} class="choice">
          <input type="radio" name="theme" checked={theme.value === one} onChange={() => chooseTheme(one)} />
          <Icon name={icon} />
          {word}
        </label>
      ))}
    </fieldset>
  );
}
