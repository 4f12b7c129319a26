import type { IncomingMessage } from 'node:http';
import type { Principal } from '@plaudit/contracts';
import { type EventContext, eventContext } from '@plaudit/events';
import type { OpenSpan } from './tracing/span';

/** The context of the running code: its service, the request or event that started it, and the caller. */
export interface RuntimeContext extends EventContext {
  service: string;
  /** The HTTP request that started the running code. */
  request?: IncomingMessage;
  /** The span of that request. Absent if tracing is off. */
  serverSpan?: OpenSpan;
  /** The principal token as it arrived. The ServiceClient sends it on with requests to other services. */
  principalToken?: string;
  principal?: Principal;
}

/** Returns the current context. It is incomplete only if libs/events runs without libs/runtime. */
export function currentContext(): Partial<RuntimeContext> | undefined {
  return eventContext.current();
}

export function runInContext<T>(context: RuntimeContext, work: () => T): T {
  return eventContext.run(context, work);
}
