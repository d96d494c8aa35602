import { serveTwin } from "./serve-twin.ts";

// `bridle-twin`. Not awaited here: a launcher of an older Node requires it.
void serveTwin();
