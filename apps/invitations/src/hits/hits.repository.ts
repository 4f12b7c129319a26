import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { Chore } from '@plaudit/runtime';
import type { Link } from '../links/link-token';
import type { StoredHit, Verdict, Visitor } from './hit';

/** So many hits of one kind are stored for a message in a day. More would fill the table and prove nothing. */
const MAX_HITS_PER_DAY = 1_000;
const KEEP_DAYS = 90;
const PURGED_AT_ONCE = 5_000;

/** A hit is due after two minutes, when everything that a program did at once has arrived. */
const DUE = 'verdict is null and decide_at <= now()';
/** Failures to decide a hit, each a minute longer apart than the one before. It is given up after the last one. */
const MAX_ATTEMPTS = 10;
const COLUMNS =
  'id, request_id as "requestId", kind, link, happened_at as at, network, user_agent as "userAgent"';

/** The requests of links, as they arrived. */
@Injectable()
export class HitsRepository {
  constructor(private readonly database: Database) {}

  /** Stores a hit, unless the message had too many in the last day. */
  async add(tx: Tx, { requestId, kind, index }: Link, { network, userAgent }: Visitor): Promise<void> {
    await queryRows(
      tx,
      `insert into hits (request_id, kind, link, network, user_agent)
       select $1, $2, $3, $4, $5
       where (
         select count(*) from (
           select from hits where request_id = $1 and happened_at > now() - interval '1 day' and kind = $2
           limit ${MAX_HITS_PER_DAY}
         ) as recent
       ) < ${MAX_HITS_PER_DAY}`,
      [requestId, kind, index, network, userAgent],
    );
  }

  /** Returns messages with hits that can be decided, those with the longest due hits first. One message may have thousands of hits. */
  async dueRequests(): Promise<number[]> {
    const rows = await this.database.query<{ request_id: number }>(
      `select request_id from (
         select request_id, decide_at from hits where ${DUE} order by decide_at limit 5000
       ) as due group by request_id order by min(decide_at)`,
    );
    return rows.map(({ request_id }) => request_id);
  }

  /**
   * Lets the due hits of a message wait, because deciding them has failed. Gives up those that have failed too often, and returns how
   * many these were.
   */
  async postpone(requestId: number): Promise<number> {
    const rows = await this.database.queryWithin<{ verdict: string | null }>(
      'background',
      `update hits set attempts = attempts + 1, decide_at = now() + make_interval(mins => attempts + 1),
         verdict = case when attempts + 1 >= ${MAX_ATTEMPTS} then 'unknown' end
       where request_id = $1 and ${DUE} returning verdict`,
      [requestId],
    );
    return rows.filter(({ verdict }) => verdict !== null).length;
  }

  /** Claims hits of a message that can be decided, the oldest first. Leaves out those that another worker is deciding. */
  async claim(tx: Tx, requestId: number, limit: number): Promise<StoredHit[]> {
    return queryRows<StoredHit>(
      tx,
      `select ${COLUMNS} from hits where request_id = $1 and ${DUE}
       order by happened_at, id limit $2 for update skip locked`,
      [requestId, limit],
    );
  }

  /** Returns every hit of a message in this period. */
  async between(tx: Tx, requestId: number, from: Date, until: Date): Promise<StoredHit[]> {
    return queryRows<StoredHit>(
      tx,
      `select ${COLUMNS} from hits where request_id = $1 and happened_at between $2 and $3
       order by happened_at, id limit 5000`,
      [requestId, from, until],
    );
  }

  /** Stores what was decided about claimed hits. */
  async decide(tx: Tx, ids: readonly number[], verdicts: readonly Verdict[]): Promise<void> {
    await queryRows(
      tx,
      `update hits set verdict = decided.verdict
       from unnest($1::bigint[], $2::text[]) as decided (id, verdict) where hits.id = decided.id`,
      [ids, verdicts],
    );
  }

  /** Deletes hits that are older than 90 days, and returns true if there may be more. */
  @Chore({ name: 'old_hits', everyMs: 600_000, per: 'service' })
  async purge(): Promise<boolean> {
    const rows = await this.database.queryWithin(
      'background',
      `delete from hits
       where id in (select id from hits order by id limit ${PURGED_AT_ONCE} for update skip locked)
         and happened_at < now() - interval '${KEEP_DAYS} days'
       returning 1 as one`,
    );
    return rows.length > 0;
  }
}
