import { useApp } from "../app-context.ts";
import { Icon } from "../icon.tsx";
import { Link } from "../link.tsx";
import type { Destination } from "./destinations.ts";

export function NavLink({ to, word, icon, shortcut }: Destination) {
  const { route, asks } = useApp();
  const waiting = to.view === "asks" ? asks.open.value.length : 0;
  return (
    <Link to={to} class="nav-link" isCurrent={route.value.view === to.view} title={`${word} (${shortcut})`}>
      <Icon name={icon} />
      <span>{word}</span>
      {waiting > 0 && <span class="badge">{waiting}</span>}
    </Link>
  );
}
