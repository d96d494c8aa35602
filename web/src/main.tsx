import { render } from "preact";
import { App } from "./app.ts";
import { openFeed } from "./live/open-feed.ts";
import "./style/tokens.css";
import "./style/base.css";
import "./style/frame.css";
import "./style/sessions.css";
import "./style/transcript.css";
import "./style/markdown.css";
import "./style/tools.css";
import "./style/asks.css";
import "./style/composer.css";
import "./style/phone.css";
import { Page } from "./view/page.tsx";

const app = new App(await openFeed());
const root = document.getElementById("page");
if (root !== null) render(<Page app={app} />, root);
