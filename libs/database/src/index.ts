import { CreateIdempotencyKeys1763000000000 } from './migrations/1763000000000-create-idempotency-keys';
import { EncryptResponses1765300000000 } from './migrations/1765300000000-encrypt-responses';
import { IndexResponses1765300000001 } from './migrations/1765300000001-index-responses';
import { CreateAccessReductions1767500000000 } from './migrations/1767500000000-create-access-reductions';
import { CreateChores1769000010000 } from './migrations/1769000010000-create-chores';
import type { MigrationClass } from './data-source';

export { firstBatches } from './background/first-batches';
export { type ArrayElement, arrayLiteral } from './array-literal';
export { buildIndex, dropIndex } from './build-index';
export { readArguments } from './cli/arguments';
export { UsageError } from './cli/usage-error';
export {
  createDataSource,
  type DataSourceSettings,
  type EntityClass,
  type MigrationClass,
} from './data-source';
export { DatabaseClient } from './database-client';
export { type Account, FairQueue, type Tenant } from './fair-queue';
export { FairSemaphore, type SemaphoreLimits } from './fair-semaphore';
export {
  Database,
  type DatabaseCaller,
  type DatabaseOptions,
  isUniqueViolation,
  type PoolUsage,
} from './database';
export { afterCommit, beforeCommit, queryRows, SqlParameters, type Tx } from './transaction';
export {
  type DatabaseTrouble,
  isPoolExhausted,
  thrownTrouble,
  troubleOf,
} from './troubles/database-troubles';
export {
  type Creation,
  IdempotencyKeys,
  type IdempotencyScope,
  type ResponseSeal,
  unrepeated,
} from './idempotency-keys';
export { entityColumns, type EntityColumn, entityTable } from './entity-columns';
export { type EntityStatement, insertedId, insertRows, type RowChange, updateRows } from './entity-rows';
export { drift, migrate, type MigrationStep } from './migrate';
export { type OutageLines, OutageLog } from './troubles/outage-log';
export { roleLimits, STATEMENT_LIMITS_MS, type StatementLimit, statementLimitMs } from './statement-limits';
export { type StatementSpan, type StatementTrace } from './statement-trace';
export { checkRoleSettings, roleSettings, setStatements } from './provisioning/role-settings';
export { assertMakerStands, noteAccessReduction, type AccessReduction } from './access-reductions';
export { settledChanges } from './settled-changes';
export { resolvedEnvironment, resolveSettings } from './settings/resolve-settings';
export { SECRET_SETTINGS } from './settings/secret-settings';
export { fileProblem, pemProblem } from './settings/setting-files';
export { isDatabaseUnavailable, isServerFull } from './troubles/unavailable';
export { untilReachable, type WaitLines } from './troubles/until-reachable';
export { type BytesColumn, rewriteColumn } from './rewrite-column';
export { provisionDatabase, roleOf, serviceDatabaseUrl, type ServiceRole } from './provisioning/provision';

/** The migrations of tables that every service's schema has. */
export const databaseMigrations: readonly MigrationClass[] = [
  CreateIdempotencyKeys1763000000000,
  EncryptResponses1765300000000,
  IndexResponses1765300000001,
  CreateAccessReductions1767500000000,
  CreateChores1769000010000,
];
