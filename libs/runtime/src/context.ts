import type { Principal } from '@plaudit/contracts';
import { type EventContext, eventContext } from '@plaudit/events';

/** What surrounds the running code: which service, which request or event led to it, and who asks. */
export interface RuntimeContext extends EventContext {
  service: string;
  /** The token as it arrived, passed on with questions to neighbours. */
  principalToken?: string;
  principal?: Principal;
}

/** Incomplete only where libs/events is used without the runtime. */
export function currentContext(): Partial<RuntimeContext> | undefined {
  return eventContext.current();
}

export function runInContext<T>(context: RuntimeContext, work: () => T): T {
  return eventContext.run(context, work);
}
