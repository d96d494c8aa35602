import { bridleAgent } from "../live/bridle-agent.ts";
import { clientSuite } from "./client-suite.ts";

clientSuite("G2 clients of bridle-agent", async () => bridleAgent);
