import type { Database, DatabaseCaller, Tenant } from '@plaudit/database';
import { currentContext, type RunningTransaction, runInContext, type RuntimeContext } from '../context';

/** Requests without a principal, such as health checks and sign-in pages. */
const ANONYMOUS = 'anonymous';
/** Work that neither a request nor an event started. */
const BACKGROUND = 'background';

/** Tells a Database for whom the running code works: the account of the request or of the event. */
export const databaseCaller: DatabaseCaller = { tenant, isInTransaction, inTransaction };

function tenant(): Tenant {
  const context = currentContext();
  if (!context) return BACKGROUND;
  return context.tenant ?? context.principal?.account_id ?? (context.request ? ANONYMOUS : BACKGROUND);
}

function isInTransaction(database: Database): boolean {
  return currentContext()?.transaction?.database === database;
}

async function inTransaction<T>(database: Database, work: () => Promise<T>): Promise<T> {
  const transaction: RunningTransaction = { database };
  try {
    return await runInContext({ ...(currentContext() as RuntimeContext), transaction }, work);
  } finally {
    // Work that the transaction started and did not wait for may use other connections now.
    transaction.database = null;
  }
}
