import { ApiError } from '@plaudit/contracts';
import { type Database, queryRows, type Tx } from './database';

/** What a repeat must share with the first request to count as its repeat; the body is not part of it. */
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
 * Answers kept for 24 h under the client's Idempotency-Key, written in the transaction of the change they answer.
 * Work that fails keeps nothing, so only 2xx answers are ever replayed.
 */
export class IdempotencyKeys {
  /** `waitMs`: how long a repeat waits for the first request to end. */
  constructor(
    private readonly database: Database,
    private readonly waitMs = 5_000,
  ) {}

  /** The kept answer, if there is one: for callers that must ask a third party before they open a transaction. */
  async find<Body>(scope: IdempotencyScope | null): Promise<ReplayableOutcome<Body> | null> {
    if (!scope) return null;
    const [kept] = await this.database.query<KeyRow>(
      `select status, body from idempotency_keys where ${SCOPE_CONDITION} and created_at > now() - interval '24 hours'`,
      parametersOf(scope),
    );
    return kept ? replay<Body>(kept) : null;
  }

  /**
   * Runs `work` once per scope. A concurrent repeat waits for the first to end and gets its answer; after 5 s it is
   * told 409 `idempotency_in_progress`. Without a scope (no key was sent) the work simply runs.
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
      // Gone between the two statements: it was about to be 24 h old.
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

  /** Forgets the answers that carry one of these ids as their `id`: what they show must not be shown again. */
  async forget(tx: Tx, subAccountId: number, ids: readonly number[]): Promise<void> {
    await queryRows(
      tx,
      `delete from idempotency_keys
       where sub_account_id = $1 and case when status > 0 then body::jsonb ->> 'id' end = any ($2::text[])`,
      [subAccountId, ids],
    );
  }

  /** Forgets answers older than 24 h; returns how many. */
  async purge(): Promise<number> {
    const gone = await this.database.query(
      "delete from idempotency_keys where created_at <= now() - interval '24 hours' returning 1 as one",
    );
    return gone.length;
  }

  /** True when the key is ours now: new, or a leftover older than 24 h that was taken over. */
  private async reserve(tx: Tx, scope: IdempotencyScope): Promise<boolean> {
    await queryRows(tx, `set local lock_timeout = ${this.waitMs}`);
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
      await queryRows(tx, 'set local lock_timeout to default');
      return reserved.length > 0;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      throw new ApiError(
        'idempotency_in_progress',
        'A request with this Idempotency-Key is still being worked on; repeat it in a few seconds.',
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
