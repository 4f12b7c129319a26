import type { Database, DatabaseCaller } from '@plaudit/database';
import {
  currentContext,
  currentTenant,
  type RunningTransaction,
  runInContext,
  type RuntimeContext,
} from '../context';

/** Tells a Database for whom the running code works: the account of the request or of the event. */
export const databaseCaller: DatabaseCaller = {
  tenant: currentTenant,
  isInTransaction,
  inTransaction,
};

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
