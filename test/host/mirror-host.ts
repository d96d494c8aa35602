// A host whose stderr the test reads: it mirrors an agent's.
import { complains, openTwin } from "./open-twin.ts";

const { session } = await openTwin(complains, { stderr: "mirror" });
const turn = await session.send("go");
await turn.result;
await session.close();
