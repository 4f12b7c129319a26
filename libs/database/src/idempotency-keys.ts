import { ApiError } from '@plaudit/contracts';
import { type Database } from './database';
import { queryRows, type Tx } from './transaction';

/** Identifies a request and its repeats. The body is not part of it. */
export interface IdempotencyScope {
  subAccountId: number;
  /** Who sent the request. Nobody else gets its response, which may contain a secret. */
  caller: string;
  method: string;
  /** Decoded, so that each operation has one path. */
  path: string;
  /** The client's Idempotency-Key, 1 to 255 characters. */
  key: string;
}

/** A response, and whether it is the stored one of an earlier request. */
export interface Replayable<Body> {
  body: Body;
  replayed: boolean;
}

/**
 * Makes what a request asks for, once for all repeats of the request. `Made` is what the work returns, `Body` the response to
 * it.
 */
export interface Creation<Made, Body = Made> {
  /** Runs `make` in the transaction and returns the response. A repeat gets the response of the first request instead. */
  once(tx: Tx, make: () => Promise<Made>): Promise<Body>;
}

/** Encrypts and decrypts the stored responses. Each opens only in the row with its id. */
export interface ResponseSeal {
  encrypt(text: string, rowId: number): Buffer;
  decrypt(encrypted: Buffer, rowId: number): string;
}

interface StoredRow {
  id: number;
  response: Buffer;
}

const SCOPE_CONDITION = 'sub_account_id = $1 and method = $2 and path = $3 and key = $4';
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Successful responses, stored for 24 h under the client's Idempotency-Key, in the transaction of the change itself. Work that
 * fails stores nothing. All responses are encrypted, because some contain an API key or a webhook's secret.
 */
export class IdempotencyKeys {
  constructor(
    private readonly database: Database,
    private readonly seal: ResponseSeal,
  ) {}

  /** Returns the body of the stored response as `{ body }`, or null if there is none. */
  async find(scope: IdempotencyScope): Promise<{ body: unknown } | null> {
    const [kept] = await this.database.query<StoredRow>(
      `select id, response from idempotency_keys
       where ${SCOPE_CONDITION} and response is not null and created_at > now() - interval '24 hours'`,
      parametersOf(scope),
    );
    return kept ? { body: this.open(kept) } : null;
  }

  /**
   * Runs `work` once per scope and returns the response that it makes, or the stored one. A concurrent repeat waits for the first
   * request as long as its transaction waits for locks, then throws 409 `idempotency_in_progress`. With a null scope (no key was
   * sent), `work` always runs.
   */
  async run<Body>(
    tx: Tx,
    scope: IdempotencyScope | null,
    work: () => Promise<Body>,
  ): Promise<Replayable<Body>> {
    if (!scope) return { body: await work(), replayed: false };
    const rowId = await this.reserve(tx, scope);
    if (rowId === null) {
      const [kept] = await queryRows<StoredRow>(
        tx,
        `select id, response from idempotency_keys where ${SCOPE_CONDITION}`,
        parametersOf(scope),
      );
      // Without a row, it expired and was purged between the two statements.
      return kept ? { body: this.open(kept) as Body, replayed: true } : this.run(tx, scope, work);
    }
    const body = await work();
    await queryRows(
      tx,
      'update idempotency_keys set status = 200, response = $2, record_id = $3 where id = $1',
      [rowId, this.seal.encrypt(JSON.stringify(body ?? null), rowId), recordIdOf(body)],
    );
    return { body, replayed: false };
  }

  /**
   * Deletes the stored responses of this path whose `id` is one of these, because their content must not be shown again. The
   * records that other paths make have the same ids.
   */
  async forget(
    tx: Tx,
    { subAccountId, path }: Pick<IdempotencyScope, 'subAccountId' | 'path'>,
    ids: readonly number[],
  ): Promise<void> {
    await queryRows(
      tx,
      'delete from idempotency_keys where sub_account_id = $1 and path = $2 and record_id = any ($3::bigint[])',
      [subAccountId, path, ids],
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

  /** Returns the id of the row if this request now owns the key, because it was new or older than 24 h, or else null. */
  private async reserve(tx: Tx, scope: IdempotencyScope): Promise<number | null> {
    try {
      const [reserved] = await queryRows<{ id: number }>(
        tx,
        `insert into idempotency_keys (sub_account_id, method, path, key, status)
         values ($1, $2, $3, $4, 0)
         on conflict (sub_account_id, method, path, key) do update set created_at = now()
           where idempotency_keys.created_at <= now() - interval '24 hours'
         returning id`,
        parametersOf(scope),
      );
      return reserved?.id ?? null;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      throw new ApiError(
        'idempotency_in_progress',
        'A request with this Idempotency-Key is still being processed. Repeat it in a few seconds.',
      );
    }
  }

  private open({ id, response }: StoredRow): unknown {
    return JSON.parse(this.seal.decrypt(response, id)) as unknown;
  }
}

/** For creations that no client repeats, such as those of a command. */
export function unrepeated<Made>(): Creation<Made> {
  return { once: (_tx, make) => make() };
}

/** The column `key` also has the caller, because the primary key is older than callers. */
function parametersOf({ subAccountId, caller, method, path, key }: IdempotencyScope): unknown[] {
  return [subAccountId, method, path, `${caller} ${key}`];
}

function recordIdOf(body: unknown): number | null {
  const { id } = (body ?? {}) as { id?: unknown };
  return Number.isSafeInteger(id) ? (id as number) : null;
}
