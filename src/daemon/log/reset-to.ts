import { BridleError } from "../../errors.ts";

/** For a cursor on what is no longer kept, or never was. */
export function resetTo(firstSeq: number): BridleError<"reset"> {
  return new BridleError("reset", `the log begins at event ${firstSeq}: read it from there`, { firstSeq });
}
