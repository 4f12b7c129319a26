import type { DomainEvent } from '@plaudit/contracts';
import { type Database, queryRows, type Tx } from '@plaudit/database';
import type { FailedMessage } from '../dead-letters/dead-letter-writer';
import { kindOf } from '../consume/event-handlers';

/**
 * Why an event is parked: its handler failed, this build does not know its kind, or processes died while it was in
 * flight.
 */
export type ParkedState = 'failed' | 'unknown' | 'suspect';

interface Parking {
  state: ParkedState;
  reason: string;
  attempts: number;
  delayMs: number;
  /** The durable's number of parked events, from which on no more are taken. */
  limit: number;
}

interface Failure {
  state: 'failed' | 'suspect';
  reason: string;
  delayMs: number;
}

/** An event that this process has claimed. */
export interface ParkedEvent {
  id: number;
  durable: string;
  state: ParkedState;
  kind: string;
  event_id: string;
  stream: string;
  sequence: number;
  subject: string;
  message_id: string;
  payload: Buffer;
  reason: string;
  attempts: number;
  /** How often a process died while it handled this event alone. */
  crashes: number;
  lease_id: string;
}

export interface ParkedCount {
  durable: string;
  parked: number;
  oldestSeconds: number;
}

interface Claim {
  kinds: readonly string[];
  durables: readonly string[];
  leaseMs: number;
}

/** An arbitrary fixed number. A claim of a suspect takes this lock of the schema. */
const SUSPECT_LOCK = 7_214_003;
const RETAIN_DAYS = 14;
const EXPIRE_BATCH = 100;
const MAX_REASON_LENGTH = 1_000;

/** An event of an unknown kind that no replica handles. */
const EXPIRES = "state = 'unknown' and lease_until is null";
const HELD = 'id = any($1::bigint[]) and lease_id = any($2::uuid[])';
const NO_SUSPECT_RUNS =
  "not exists (select from parked_events where state = 'suspect' and lease_until >= clock_timestamp())";
/** Returns the time after the milliseconds in `parameter`, by the clock of the database. */
const after = (parameter: string): string =>
  `clock_timestamp() + make_interval(secs => ${parameter}::float8 / 1000)`;
const LEASE = `lease_id = gen_random_uuid(), lease_until = ${after('$3')}`;
const NO_LEASE = 'lease_id = null, lease_until = null';

/**
 * The table of events that wait outside NATS for another attempt, so that they do not stop those behind them. An event
 * is deleted when it has been handled or is a dead letter.
 */
export class ParkedEvents {
  constructor(private readonly database: Database) {}

  /** Stores an event. Storing it again changes nothing. Returns false if the durable has no place left. */
  async add(message: FailedMessage, event: DomainEvent, parking: Parking): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (!(await hasPlace(tx, message.durable, parking))) return false;
      await queryRows(
        tx,
        `insert into parked_events
           (durable, state, kind, event_id, stream, sequence, subject, message_id, payload, reason, attempts, due_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, ${after('$12')})
         on conflict (durable, kind, event_id) do nothing`,
        [
          message.durable,
          parking.state,
          kindOf(event),
          event.id,
          message.stream,
          message.sequence,
          message.subject,
          message.messageId,
          Buffer.from(message.data),
          reasonText(parking.reason),
          parking.attempts,
          parking.delayMs,
        ],
      );
      return true;
    }, 'background');
  }

  /** Claims due events that are no suspects. */
  async claim({ kinds, durables, leaseMs }: Claim, batch: number): Promise<ParkedEvent[]> {
    return this.database.queryWithin<ParkedEvent>(
      'background',
      `with due as (
         select id from parked_events
         where kind = any($1::text[]) and durable = any($2::text[]) and state <> 'suspect'
           and due_at <= clock_timestamp() and lease_until is null
         order by due_at limit $4 for update skip locked
       )
       update parked_events parked set ${LEASE} from due where parked.id = due.id returning parked.*`,
      [kinds, durables, leaseMs, batch],
    );
  }

  /**
   * Claims one suspect, unless one is being handled by any replica. Records the attempt before it begins, so that an
   * event that ends the process is counted.
   */
  async claimSuspect({ kinds, durables, leaseMs }: Claim): Promise<ParkedEvent | undefined> {
    const [suspect] = await this.database.transaction(async (tx) => {
      await queryRows(tx, 'select pg_advisory_xact_lock($1, hashtext(current_schema()))', [SUSPECT_LOCK]);
      return queryRows<ParkedEvent>(
        tx,
        `with due as (
           select id from parked_events
           where kind = any($1::text[]) and durable = any($2::text[]) and state = 'suspect'
             and due_at <= clock_timestamp()
             and ${NO_SUSPECT_RUNS}
           order by crashes, due_at limit 1
         )
         update parked_events parked set ${LEASE}, crashes = crashes + 1 from due where parked.id = due.id
         returning parked.*`,
        [kinds, durables, leaseMs],
      );
    }, 'background');
    return suspect;
  }

  async isEmpty(): Promise<boolean> {
    const found = await this.database.query('select 1 as one from parked_events limit 1');
    return found.length === 0;
  }

  /** Returns true if a suspect waits that this build knows, and no replica handles one. */
  async hasSuspects({ kinds, durables }: Claim): Promise<boolean> {
    const found = await this.database.query(
      `select 1 as one from parked_events
       where kind = any($1::text[]) and durable = any($2::text[]) and state = 'suspect'
         and due_at <= clock_timestamp() and ${NO_SUSPECT_RUNS} limit 1`,
      [kinds, durables],
    );
    return found.length > 0;
  }

  /** Makes suspects of the events whose process died while it handled them beside others. */
  async suspectAbandoned(): Promise<void> {
    await this.database.queryWithin(
      'background',
      `update parked_events set state = 'suspect', ${NO_LEASE}
       where lease_until < clock_timestamp() and state <> 'suspect'`,
    );
  }

  async renew(events: readonly ParkedEvent[], leaseMs: number): Promise<void> {
    await this.database.query(
      `update parked_events set lease_until = ${after('$3')}
       where ${HELD}`,
      [...leasesOf(events), leaseMs],
    );
  }

  async remove({ id, lease_id }: ParkedEvent): Promise<void> {
    await this.database.queryWithin(
      'background',
      'delete from parked_events where id = $1 and lease_id = $2',
      [id, lease_id],
    );
  }

  /** Counts a failed attempt and sets the time of the next one. A suspect stays one if it broke its connection. */
  async fail({ id, lease_id }: ParkedEvent, { state, reason, delayMs }: Failure): Promise<void> {
    await this.database.queryWithin(
      'background',
      `update parked_events set state = $5, attempts = attempts + 1, crashes = 0, reason = $3,
         ${NO_LEASE}, due_at = ${after('$4')}
       where id = $1 and lease_id = $2`,
      [id, lease_id, reasonText(reason), delayMs, state],
    );
  }

  /** Makes a suspect of an event that broke its connection beside others. The attempt does not count. */
  async suspect({ id, lease_id }: ParkedEvent, reason: string, delayMs: number): Promise<void> {
    await this.database.queryWithin(
      'background',
      `update parked_events set state = 'suspect', reason = $3,
         ${NO_LEASE}, due_at = ${after('$4')}
       where id = $1 and lease_id = $2`,
      [id, lease_id, reasonText(reason), delayMs],
    );
  }

  /** Returns claimed events that were not handled. The claims do not count. */
  async release(events: readonly ParkedEvent[], delayMs: number): Promise<void> {
    await this.database.queryWithin(
      'background',
      `update parked_events set crashes = greatest(crashes - 1, 0), ${NO_LEASE},
         due_at = ${after('$3')}
       where ${HELD}`,
      [...leasesOf(events), delayMs],
    );
  }

  async counts(): Promise<ParkedCount[]> {
    return this.database.queryWithin<ParkedCount>(
      'background',
      `select durable, count(*)::int4 as parked,
         extract(epoch from clock_timestamp() - min(created_at))::float8 as "oldestSeconds"
       from parked_events group by durable`,
    );
  }

  /** Returns some of the events that have been parked for 14 days because no build knew their kind. */
  async expired(kinds: readonly string[]): Promise<ParkedEvent[]> {
    return this.database.queryWithin<ParkedEvent>(
      'background',
      `select * from parked_events
       where ${EXPIRES} and created_at < clock_timestamp() - make_interval(days => ${RETAIN_DAYS})
         and kind <> all($1::text[])
       order by created_at limit ${EXPIRE_BATCH}`,
      [kinds],
    );
  }

  /** Returns false if another replica deleted the event or handles it. */
  async removeExpired({ id }: ParkedEvent): Promise<boolean> {
    const removed = await this.database.queryWithin(
      'background',
      `delete from parked_events where id = $1 and ${EXPIRES} returning id`,
      [id],
    );
    return removed.length > 0;
  }
}

/** Counts at most as many rows as the limit. */
async function hasPlace(tx: Tx, durable: string, { state, limit }: Parking): Promise<boolean> {
  const [counted] = await queryRows<{ parked: number }>(
    tx,
    `select count(*)::int4 as parked from (
       select from parked_events where durable = $1 and state = any($2::text[]) limit $3
     ) taken`,
    [durable, state === 'unknown' ? ['unknown'] : ['failed', 'suspect'], limit],
  );
  return (counted?.parked ?? 0) < limit;
}

/** Returns the parameters of {@link HELD}. */
function leasesOf(events: readonly ParkedEvent[]) {
  return [events.map(({ id }) => id), events.map(({ lease_id }) => lease_id)];
}

/** Postgres stores no NUL in a text. */
function reasonText(reason: string): string {
  return reason.replaceAll('\0', ' ').slice(0, MAX_REASON_LENGTH);
}
