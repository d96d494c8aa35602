import type { Session } from "../session/session.ts";
import type { Work } from "../store/work.ts";

/** The answer is stored with what it answers. */
export async function stored<A>(session: Session, work: Work, answer: A): Promise<A> {
  session.store(work);
  await session.flush();
  return answer;
}
