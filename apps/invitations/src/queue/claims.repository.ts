import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';
import type { InviteType, RenderedMessage } from '../requests/request';
import type { RequestRow } from '../requests/request-rows';
import { RequestsRepository } from '../requests/requests.repository';
import { LanesRepository } from './lanes.repository';
import { QueuePlacesRepository } from './queue-places.repository';

/** Longer than any conversation, together with the wait for a free connection. */
export const LEASE_SECONDS = 600;
const MAX_ROWS_PER_LANE = 32;
const MAX_LANES_PER_CLAIM = 16;
const MAX_RECOVERED = 500;

/** A message that is leased to a worker. */
export type Lease = Pick<RequestRow, 'id' | 'lease_id'>;

/** A lease of a first message or of a reminder. */
type SequenceLease = Lease & Pick<RequestRow, 'parent_id'>;

/** What a message was frozen to. */
export interface Frozen {
  id: number;
  rendered: RenderedMessage;
  messageId: string | null;
  segments: number | null;
}

/** A frozen message and the local day that counts it. */
export interface Counted extends Frozen {
  day: string;
}

interface Released extends RequestRow {
  /** The local day that counted it before. */
  day_before: string | null;
}

export interface Release {
  lease: Lease;
  /** The message is due again after this time. */
  delayMs: number;
}

/** Leases of due messages. Only the holder of a lease may send its message or record what became of it. */
@Injectable()
export class ClaimsRepository {
  constructor(
    private readonly database: Database,
    private readonly places: QueuePlacesRepository,
    private readonly requests: RequestsRepository,
    private readonly lanes: LanesRepository,
  ) {}

  /** Returns the milliseconds until the next message of a type is due. Null if none waits. */
  nextDueMs(type: InviteType): Promise<number | null> {
    return this.lanes.nextDueMs(`l.type = '${type}'`);
  }

  /** Leases at most `rows` due messages of a type, lane by lane. Returns them in the order of their ids. */
  async claim(type: InviteType, rows: number): Promise<RequestRow[]> {
    return this.database.queryWithin<RequestRow>(
      'background',
      'select * from claim_requests($1, $2, $3, $4, $5)',
      [type, rows, MAX_ROWS_PER_LANE, MAX_LANES_PER_CLAIM, LEASE_SECONDS],
    );
  }

  /**
   * Leases one pending message because a client has it sent at once. Returns null if the sub account has none with this id, or if it is
   * not pending.
   */
  async claimOne(tx: Tx, { sub_account_id }: Tenant, id: number): Promise<RequestRow | null> {
    const [row] = await queryRows<RequestRow>(
      tx,
      `update requests
       set status = 'sending', manual = true, due_at = null, lease_id = gen_random_uuid(), prepared_at = null,
         started_at = null, lease_until = clock_timestamp() + make_interval(secs => $3), version = version + 1,
         updated_on = clock_timestamp()
       where sub_account_id = $1 and id = $2 and status = 'pending' and deleted_on is null
       returning *`,
      [sub_account_id, id, LEASE_SECONDS],
    );
    return row ?? null;
  }

  /**
   * Locks those of these messages that are still leased to the caller, in the order of their ids. A reminder is locked after its first
   * message, as by everybody who changes a whole sequence.
   */
  async lockLeased(tx: Tx, leases: readonly SequenceLease[]): Promise<RequestRow[]> {
    const first = leases.flatMap(({ parent_id }) => parent_id ?? []);
    if (first.length > 0) await this.requests.lock(tx, [...leases.map(({ id }) => id), ...first]);
    return queryRows<RequestRow>(
      tx,
      `select r.* from requests r
       join unnest($1::bigint[], $2::uuid[]) as mine (id, lease_id) on mine.id = r.id and mine.lease_id = r.lease_id
       where r.status = 'sending' order by r.id for update of r`,
      columnsOf(leases),
    );
  }

  /** Stores what these messages will be, for this attempt and every further one, and their days. The caller holds their locks. */
  async freeze(tx: Tx, messages: readonly Counted[]): Promise<void> {
    if (messages.length === 0) return;
    const given = messages.map(({ id, rendered, messageId, segments, day }) => ({
      id,
      rendered,
      message_id: messageId,
      segments,
      counted_day: day,
    }));
    await queryRows(
      tx,
      `update requests r
       set rendered = given.rendered, message_id = given.message_id, segments = given.segments,
         counted_day = given.counted_day, prepared_at = clock_timestamp(), version = r.version + 1
       from jsonb_to_recordset($1::jsonb) as given (id bigint, rendered jsonb, message_id text, segments smallint,
         counted_day text)
       where r.id = given.id`,
      [JSON.stringify(given)],
    );
  }

  /**
   * Begins an attempt of each message, unless it must not be sent any more: the lease has ended, or the person has unsubscribed, was
   * suppressed or wrote a review since it was prepared. Returns the ids of those that begin. A conversation may begin only after
   * this is committed.
   */
  async begin(leases: readonly Lease[]): Promise<Set<number>> {
    const rows = await this.database.queryWithin<{ id: number }>('background', BEGIN, [
      ...columnsOf(leases),
      LEASE_SECONDS,
    ]);
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Gives back messages whose conversation did not begin or did not reach the server. They keep the attempt that they had begun, and
   * their days do not count them any more. Returns how many were still leased to the caller.
   */
  async release(tx: Tx, releases: readonly Release[]): Promise<number> {
    if (releases.length === 0) return 0;
    const rows = await queryRows<Released>(tx, RELEASE, [
      ...columnsOf(releases.map(({ lease }) => lease)),
      releases.map(({ delayMs }) => delayMs),
    ]);
    return this.released(tx, rows);
  }

  /** Does the same in a transaction of its own. */
  async releaseAll(releases: readonly Release[]): Promise<number> {
    return this.database.transaction((tx) => this.release(tx, releases), 'background');
  }

  /** Makes messages due again whose worker was lost before their conversation began. Returns how many there were. */
  async recoverUnbegun(): Promise<number> {
    return this.database.transaction(async (tx) => {
      const rows = await queryRows<Released>(tx, RECOVER);
      return this.released(tx, rows);
    }, 'background');
  }

  /** Makes messages wait again. Returns how many there are. */
  private async released(tx: Tx, rows: readonly Released[]): Promise<number> {
    await this.places.update(
      tx,
      rows,
      rows.map(({ sub_account_id, day_before }) => ({ sub_account_id, counted_day: day_before })),
    );
    return rows.length;
  }

  /** Returns messages whose worker was lost after their conversation had begun, without locking them. */
  async begunAndLost(): Promise<RequestRow[]> {
    return this.database.queryWithin<RequestRow>(
      'background',
      `select * from requests where lease_until < statement_timestamp() and started_at is not null and status = 'sending'
       order by id limit ${MAX_RECOVERED}`,
    );
  }
}

/** Returns the statement that makes leased messages wait again. `mine` selects and locks them, and says how long they wait, in ms. */
const waitAgain = (mine: string): string => `
  with mine as (${mine})
  update requests r
  set status = 'pending', due_at = clock_timestamp() + make_interval(secs => mine.delay / 1000),
    attempts = r.attempts - (r.started_at is not null)::int, lease_id = null, lease_until = null,
    prepared_at = null, started_at = null, counted_day = null, version = r.version + 1, updated_on = clock_timestamp()
  from mine where r.id = mine.id
  returning r.*, mine.counted_day as day_before`;

const COUNTED_DAY = 'case when r.prepared_at is not null then r.counted_day end as counted_day';

const RELEASE = waitAgain(`
  select r.id, ${COUNTED_DAY}, given.delay from requests r
  join unnest($1::bigint[], $2::uuid[], $3::float8[]) as given (id, lease_id, delay)
    on given.id = r.id and given.lease_id = r.lease_id
  where r.status = 'sending' order by r.id for update of r`);

const RECOVER = waitAgain(`
  select r.id, ${COUNTED_DAY}, 0::float8 as delay from requests r
  where r.lease_until < statement_timestamp() and r.started_at is null and r.status = 'sending'
  order by r.id limit ${MAX_RECOVERED} for update skip locked`);

/**
 * A reminder is no longer sent after its first message was clicked, reviewed, unsubscribed or deleted. The rows are locked in the order
 * of their ids, as by everybody who takes messages from their workers.
 */
const BEGIN = `
  with mine as (
    select r.id from requests r
    join unnest($1::bigint[], $2::uuid[]) as given (id, lease_id) on given.id = r.id and given.lease_id = r.lease_id
    where r.status = 'sending' order by r.id for update of r
  )
  update requests r
  set started_at = clock_timestamp(), attempts = r.attempts + 1,
    lease_until = clock_timestamp() + make_interval(secs => $3)
  from mine
  where r.id = mine.id and r.status = 'sending' and r.prepared_at is not null
    and r.started_at is null and r.lease_until > clock_timestamp()
    and r.deleted_on is null and r.reviewed_on is null and r.unsubscribed_on is null
    and not exists (
      select from suppressions s
      where s.sub_account_id = r.sub_account_id and s.type = r.type and s.recipient_key = r.recipient_key)
    and not exists (
      select from requests root
      where root.id = r.parent_id
        and coalesce(root.clicked_on, root.reviewed_on, root.unsubscribed_on, root.deleted_on) is not null)
  returning r.id`;

function columnsOf(leases: readonly Lease[]): [number[], (string | null)[]] {
  return [leases.map(({ id }) => id), leases.map(({ lease_id }) => lease_id)];
}
