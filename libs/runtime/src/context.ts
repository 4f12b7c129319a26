import type { IncomingMessage } from 'node:http';
import type { Principal } from '@plaudit/contracts';
import type { Tenant } from '@plaudit/database';
import { type EventContext, eventContext } from '@plaudit/events';

/** The context of the running code: its service, the request or event that started it, and the caller. */
export interface RuntimeContext extends EventContext {
  service: string;
  /** The HTTP request that started the running code. */
  request?: IncomingMessage;
  /** The principal token as it arrived. The ServiceClient sends it on with requests to other services. */
  principalToken?: string;
  principal?: Principal;
  /** Whose database connections the running code takes. Default: those of the principal's account. */
  tenant?: Tenant;
  /** The transaction that the running code is a part of. */
  transaction?: RunningTransaction;
}

/** `database` is what the transaction runs on. It is null once the transaction has ended. */
export interface RunningTransaction {
  database: unknown;
}

/** Returns the current context. It is incomplete only if libs/events runs without libs/runtime. */
export function currentContext(): Partial<RuntimeContext> | undefined {
  return eventContext.current();
}

export function runInContext<T>(context: RuntimeContext, work: () => T): T {
  return eventContext.run(context, work);
}

/**
 * Makes the rest of the request take the database connections of `tenant`. For requests whose principal belongs to no account
 * although they work for one, such as those of visitors.
 */
export function worksFor(tenant: Tenant): void {
  const context = currentContext();
  if (context) context.tenant = tenant;
}
