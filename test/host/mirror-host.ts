// A host whose stderr the test reads: it mirrors an agent's.
import { openAgent } from "./open-agent.ts";

const { session } = await openAgent("stderr-flood", { stderr: "mirror" });
const turn = await session.send("go");
await turn.result;
await session.close();
