import { useApp } from "../app-context.ts";
import { Menu } from "../menu.tsx";
import { barDestinations, isOffered, moreDestinations } from "./destinations.ts";
import { NavLink } from "./nav-link.tsx";
import { ThemeChoice } from "./theme-menu.tsx";

/** The navigation of a phone. A session has none: its own controls are there, and a way back at its head. */
export function BottomBar() {
  const app = useApp();
  const { view } = app.route.value;
  if (view === "session") return null;
  return (
    <nav class="bottom-bar" aria-label="Page">
      {barDestinations
        .filter((one) => isOffered(one, app))
        .map((destination) => (
          <NavLink key={destination.word} {...destination} />
        ))}
      <Menu label="More" word="More" icon="more" class="nav-link">
        {() => (
          <>
            {moreDestinations.map((destination) => (
              <NavLink key={destination.word} {...destination} />
            ))}
            <ThemeChoice />
          </>
        )}
      </Menu>
    </nav>
  );
}
