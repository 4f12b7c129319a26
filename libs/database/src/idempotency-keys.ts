import { ApiError } from '@plaudit/contracts';
import { type Database } from './database';
import { queryRows, type Tx } from './transaction';

/** Identifies a repeat of a request. The body is not part of it. */
export interface IdempotencyScope {
  subAccountId: number;
  method: string;
  path: string;
  /** The client's Idempotency-Key, 1 to 255 characters. */
  key: string;
}

export interface Outcome<Body> {
  /** HTTP status, 2xx. */
  status: number;
  body: Body;
}

export interface ReplayableOutcome<Body> extends Outcome<Body> {
  replayed: boolean;
}

interface KeyRow {
  status: number;
  body: string;
}

const SCOPE_CONDITION = 'sub_account_id = $1 and method = $2 and path = $3 and key = $4';
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Responses stored for 24 h under the client's Idempotency-Key, in the transaction of the change itself. Work that fails
 * stores nothing, so only 2xx responses are replayed.
 */
export class IdempotencyKeys {
  constructor(private readonly database: Database) {}

  /** Returns the stored response or null. For callers that send a request elsewhere before they open a transaction. */
  async find<Body>(scope: IdempotencyScope | null): Promise<ReplayableOutcome<Body> | null> {
    if (!scope) return null;
    const [kept] = await this.database.query<KeyRow>(
      `select status, body from idempotency_keys where ${SCOPE_CONDITION} and created_at > now() - interval '24 hours'`,
      parametersOf(scope),
    );
    return kept ? replay<Body>(kept) : null;
  }

  /**
   * Runs `work` once per scope and returns its outcome, or the stored one. A concurrent repeat waits for the first request as
   * long as its transaction waits for locks, then throws 409 `idempotency_in_progress`. With a null scope (no key was sent),
   * `work` always runs.
   */
  async run<Body>(
    tx: Tx,
    scope: IdempotencyScope | null,
    work: () => Promise<Outcome<Body>>,
  ): Promise<ReplayableOutcome<Body>> {
    if (!scope) return { ...(await work()), replayed: false };
    if (!(await this.reserve(tx, scope))) {
      const [kept] = await queryRows<KeyRow>(
        tx,
        `select status, body from idempotency_keys where ${SCOPE_CONDITION}`,
        parametersOf(scope),
      );
      // The row expired and was purged between the two statements.
      return kept ? replay<Body>(kept) : this.run(tx, scope, work);
    }
    const outcome = await work();
    await queryRows(tx, `update idempotency_keys set status = $5, body = $6 where ${SCOPE_CONDITION}`, [
      ...parametersOf(scope),
      outcome.status,
      JSON.stringify(outcome.body ?? null),
    ]);
    return { ...outcome, replayed: false };
  }

  /** Deletes the stored responses whose `id` is one of these, because their content must not be shown again. */
  async forget(tx: Tx, subAccountId: number, ids: readonly number[]): Promise<void> {
    await queryRows(
      tx,
      `delete from idempotency_keys
       where sub_account_id = $1 and case when status > 0 then body::jsonb ->> 'id' end = any ($2::text[])`,
      [subAccountId, ids],
    );
  }

  /** Deletes responses older than 24 h and returns their number. */
  async purge(): Promise<number> {
    const gone = await this.database.queryWithin(
      'background',
      "delete from idempotency_keys where created_at <= now() - interval '24 hours' returning 1 as one",
    );
    return gone.length;
  }

  /** Returns true if this request now owns the key, because it was new or older than 24 h. */
  private async reserve(tx: Tx, scope: IdempotencyScope): Promise<boolean> {
    try {
      const reserved = await queryRows(
        tx,
        `insert into idempotency_keys (sub_account_id, method, path, key, status, body)
         values ($1, $2, $3, $4, 0, '')
         on conflict (sub_account_id, method, path, key) do update set created_at = now()
           where idempotency_keys.created_at <= now() - interval '24 hours'
         returning 1 as one`,
        parametersOf(scope),
      );
      return reserved.length > 0;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      throw new ApiError(
        'idempotency_in_progress',
        'A request with this Idempotency-Key is still being processed. Repeat it in a few seconds.',
      );
    }
  }
}

function parametersOf(scope: IdempotencyScope): unknown[] {
  return [scope.subAccountId, scope.method, scope.path, scope.key];
}

function replay<Body>(kept: KeyRow): ReplayableOutcome<Body> {
  return { status: kept.status, body: JSON.parse(kept.body) as Body, replayed: true };
}
