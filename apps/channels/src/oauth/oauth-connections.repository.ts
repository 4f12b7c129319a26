import { Injectable } from '@nestjs/common';
import type { Maker, Tenant } from '@plaudit/contracts';
import { arrayLiteral, Database, queryRows, type Tx } from '@plaudit/database';
import { Chore } from '@plaudit/runtime';
import type { OAuthConnectionEntity } from './oauth-connection.entity';

/** A connection that nobody has used yet. */
export type NewConnection = Pick<
  OAuthConnectionEntity,
  | 'account_id'
  | 'sub_account_id'
  | 'limits'
  | 'type'
  | 'subdomain'
  | 'reconnects'
  | 'session_ref'
  | 'asked_by'
> & { state_hash: Buffer };

/** A user signs in within this time. */
const STATE_MINUTES = 10;
/** A user, or a client, chooses profiles within this time. */
const CHOICE_MINUTES = 30;
/** Connections of a sub account that may be open at the same time. */
export const MAX_OPEN = 100;
const PURGE_BATCH = 500;

/** Leaves out connections of deleted sub accounts, and expired ones. */
const OPEN = `expires_on > clock_timestamp() and not exists (
  select from closed_sub_accounts closed where closed.sub_account_id = oauth_connections.sub_account_id)`;

const UNFINISHED = "status in ('waiting', 'choosing')";

/** Connections of an earlier release do not say who asked for them. */
const NAMES_MAKER = "asked_by->'id' is not null";

const FAILED = "status = 'failed', access = null, state_hash = null, choice_hash = null";

@Injectable()
export class OAuthConnectionsRepository {
  constructor(private readonly database: Database) {}

  /** Stores a connection, or returns null if the sub account has {@link MAX_OPEN} of them. */
  async insert(
    tx: Tx,
    connection: NewConnection,
  ): Promise<Pick<OAuthConnectionEntity, 'id' | 'expires_on'> | null> {
    const [added] = await queryRows<Pick<OAuthConnectionEntity, 'id' | 'expires_on'>>(
      tx,
      `insert into oauth_connections (account_id, sub_account_id, limits, type, subdomain, reconnects, state_hash,
         session_ref, asked_by, expires_on)
       select $1, $2::bigint, $3, $4, $5, $6, $7, $8, $9, clock_timestamp() + make_interval(mins => $10)
       where (select count(*) from oauth_connections
         where sub_account_id = $2::bigint and ${UNFINISHED} and expires_on > clock_timestamp()) < $11
       returning id, expires_on`,
      [
        connection.account_id,
        connection.sub_account_id,
        JSON.stringify(connection.limits),
        connection.type,
        connection.subdomain,
        connection.reconnects,
        connection.state_hash,
        connection.session_ref,
        connection.asked_by && JSON.stringify(connection.asked_by),
        STATE_MINUTES,
        MAX_OPEN,
      ],
    );
    return added ?? null;
  }

  /**
   * Uses up the state of a platform, and forgets the session in which it began unless that is `session`. Returns null if the
   * state is unknown, was used before or has expired.
   */
  async claimState(
    type: string,
    hash: Buffer,
    session: string | null,
  ): Promise<OAuthConnectionEntity | null> {
    const [claimed] = await this.database.queryWithin<OAuthConnectionEntity>(
      'request',
      `update oauth_connections
       set state_hash = null, session_ref = case when session_ref = $4 then session_ref end,
         expires_on = clock_timestamp() + make_interval(mins => $3)
       where state_hash = $2 and type = $1 and status = 'waiting' and ${NAMES_MAKER} and ${OPEN} returning *`,
      [type, hash, CHOICE_MINUTES, session],
    );
    return claimed ?? null;
  }

  async find({ account_id, sub_account_id }: Tenant, id: number): Promise<OAuthConnectionEntity | null> {
    const [found] = await this.database.query<OAuthConnectionEntity>(
      `select * from oauth_connections where id = $1 and account_id = $2 and sub_account_id = $3 and ${OPEN}`,
      [id, account_id, sub_account_id],
    );
    return found ?? null;
  }

  /** Returns the open connection whose page has the token with this hash, or null. */
  async findByPage(type: string, hash: Buffer): Promise<OAuthConnectionEntity | null> {
    const [found] = await this.database.query<OAuthConnectionEntity>(
      `select * from oauth_connections
       where choice_hash = $2 and type = $1 and ${UNFINISHED} and ${NAMES_MAKER} and ${OPEN}`,
      [type, hash],
    );
    return found ?? null;
  }

  /** Keeps what a page is about. The page of a connection that waits is the last one that was shown. */
  async show(
    id: number,
    page: Pick<OAuthConnectionEntity, 'status' | 'access' | 'choice_hash'>,
  ): Promise<void> {
    await this.database.queryWithin(
      'request',
      "update oauth_connections set status = $2, access = $3, choice_hash = $4 where id = $1 and status = 'waiting'",
      [id, page.status, page.access, page.choice_hash],
    );
  }

  /** Ends a page. Returns false if it has ended already, so that one request goes on with it. */
  async leavePage({ id, choice_hash }: OAuthConnectionEntity): Promise<boolean> {
    const left = await this.database.queryWithin(
      'request',
      `update oauth_connections set choice_hash = null where id = $1 and choice_hash = $2 and ${UNFINISHED} and ${OPEN}
       returning id`,
      [id, choice_hash],
    );
    return left.length > 0;
  }

  /** Lets clients choose profiles too. */
  async share({ id }: OAuthConnectionEntity): Promise<void> {
    await this.database.queryWithin(
      'request',
      "update oauth_connections set status = 'choosing' where id = $1 and status = 'waiting'",
      [id],
    );
  }

  /** Ends a connection and deletes its tokens. Returns false if it has ended already, or expired. */
  async finish(tx: Tx, id: number, channelId: number): Promise<boolean> {
    const finished = await queryRows(
      tx,
      `update oauth_connections
       set status = 'connected', channel_id = $2, access = null, state_hash = null, choice_hash = null
       where id = $1 and ${UNFINISHED} and ${OPEN} returning id`,
      [id, channelId],
    );
    return finished.length > 0;
  }

  /** Ends a connection that failed, and deletes its tokens. */
  async fail(id: number, msg: string): Promise<void> {
    await this.database.queryWithin(
      'request',
      `update oauth_connections set ${FAILED}, error_msg = $2 where id = $1 and ${UNFINISHED}`,
      [id, msg],
    );
  }

  /** Does the same as {@link fail} for those that a maker asked for, except in the sub accounts `kept`. */
  async failMadeBy(
    tx: Tx,
    accountId: number,
    { type, id, kept, msg }: Pick<Maker, 'type' | 'id'> & { kept: readonly number[]; msg: string },
  ): Promise<void> {
    await queryRows(
      tx,
      `update oauth_connections set ${FAILED}, error_msg = $5
       where account_id = $1 and asked_by->>'type' = $2 and (asked_by->'id')::bigint = $3
         and sub_account_id <> all ($4::bigint[]) and ${UNFINISHED}`,
      [accountId, type, id, arrayLiteral(kept), msg],
    );
  }

  /** Deletes expired connections with their tokens. Returns true if there may be more. */
  @Chore({ name: 'expired_oauth_connections', everyMs: 60_000, per: 'service' })
  async purge(): Promise<boolean> {
    const purged = await this.database.queryWithin(
      'background',
      `delete from oauth_connections where id in (
         select id from oauth_connections where expires_on < clock_timestamp() limit $1 for update skip locked)
       returning id`,
      [PURGE_BATCH],
    );
    return purged.length === PURGE_BATCH;
  }
}
