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
  /** For whom the running code works. Default: the principal's account. */
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

/** Requests without a principal, such as health checks and sign-in pages. */
const ANONYMOUS = 'anonymous';
/** Work that neither a request nor an event started. */
const BACKGROUND = 'background';

/**
 * Returns for whom the running code works: the account of the request or of the event, or a name for work of no account. What is
 * scarce, such as connections and places in queues, is divided among tenants.
 */
export function currentTenant(): Tenant {
  const context = currentContext();
  if (!context) return BACKGROUND;
  return context.tenant ?? context.principal?.account_id ?? (context.request ? ANONYMOUS : BACKGROUND);
}

/**
 * Makes the rest of the request work for `tenant`. For requests whose principal belongs to no account although they work for
 * one, such as those of visitors.
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
