import { bridleAgent } from "./bridle-agent.ts";
import { suite } from "./live-suite.ts";

suite("bridle-agent", async () => bridleAgent);
