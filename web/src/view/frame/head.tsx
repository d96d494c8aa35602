import { Link } from "../link.tsx";
import { ThemeMenu } from "./theme-menu.tsx";

export function Head() {
  return (
    <header class="head">
      <Link to={{ view: "sessions" }} class="brand" label="Bridle, all sessions">
        <img src="/icon.svg" alt="" width="24" height="24" />
        Bridle
      </Link>
      <ThemeMenu />
    </header>
  );
}
