import type { IncomingMessage } from 'node:http';
import type { Principal } from '@plaudit/contracts';
import type { Tenant } from '@plaudit/database';
import { type EventContext, eventContext } from '@plaudit/events';
import type { OpenSpan } from './tracing/span';

/** A signed-in user has no key, and may see several sub accounts. */
export type AccessCaller = Pick<Principal, 'account_id'> &
  Partial<Pick<Principal, 'sub_account_id' | 'key_id' | 'user_id'>>;

/** What the code that handles a request knows about it. It is added to the request's line in the access log. */
export interface AccessNotes {
  /** The route without values of the request. Replaces the pattern by which the service found its handler. */
  route?: string;
  /** What the request was forwarded to. */
  upstream?: string;
  /** The `host:port` of the replica that responded. */
  replica?: string;
  /** On whose behalf the request was sent. Replaces the principal of the context. */
  caller?: AccessCaller;
}

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
  /** Whose database connections the running code takes. Default: those of the principal's account. */
  tenant?: Tenant;
  /** The transaction that the running code is a part of. */
  transaction?: RunningTransaction;
  /** What the access log says about the request beyond what it reads from it. */
  access?: AccessNotes;
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

/** Adds to what the line of the current request says. Does nothing outside of a request. */
export function noteAccess(notes: AccessNotes): void {
  const context = currentContext();
  if (context) context.access = context.access ? Object.assign(context.access, notes) : notes;
}
