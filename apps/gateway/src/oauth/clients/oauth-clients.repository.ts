import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { OAuthClientEntity } from './oauth-client.entity';

export type NewClient = Pick<
  OAuthClientEntity,
  'id' | 'registered' | 'metadata' | 'secret_enc' | 'expires_on'
>;

/** Rows per statement, so that a backlog does not make a long transaction. */
const BATCH_SIZE = 1_000;
/** How long a registration and a document are kept that no person uses. */
const UNUSED_DAYS = 30;

@Injectable()
export class OAuthClientsRepository {
  constructor(private readonly database: Database) {}

  find(id: string): Promise<OAuthClientEntity | null> {
    return this.database.read((manager) => manager.findOneBy(OAuthClientEntity, { id }));
  }

  /** Adds a client, or replaces the metadata of one that is read again. */
  async save({ id, registered, metadata, secret_enc, expires_on }: NewClient): Promise<void> {
    await this.database.query(
      `insert into oauth_clients (id, registered, metadata, secret_enc, expires_on) values ($1, $2, $3, $4, $5)
       on conflict (id) do update set metadata = excluded.metadata, expires_on = excluded.expires_on`,
      [id, registered, JSON.stringify(metadata), secret_enc, expires_on],
    );
  }

  /** Notes that a person uses the client. A registration is then kept, and a document keeps the time at which it is read again. */
  async markGranted(id: string, now: Date): Promise<void> {
    await this.database.query(
      `update oauth_clients set granted_on = coalesce(granted_on, $2),
          expires_on = case when registered = 'dynamic' then null else expires_on end
        where id = $1`,
      [id, now],
    );
  }

  /**
   * Deletes the oldest clients that no person uses, until at most `max` of them are left. Keeps those that a person is asked
   * about besides.
   */
  async deleteUnusedBeyond(max: number, now: Date): Promise<void> {
    await this.database.query(
      `delete from oauth_clients where id in (
         select id from (
           select id from oauth_clients where granted_on is null and registered in ('dynamic', 'document')
            order by created_on desc, id offset $1) as excess
          where not exists (select from oauth_records r where r.client_id = excess.id and r.expires_on > $2))`,
      [max, now],
    );
  }

  /**
   * Deletes registrations that no person used within their time, and clients that people used once but no longer. Keeps
   * documents for some days after they were read, in case their server is down. Returns true if there may be more.
   */
  async deleteExpired(now: Date): Promise<boolean> {
    const deleted = await this.database.queryWithin(
      'background',
      `delete from oauth_clients where id in (
         select c.id from oauth_clients c where c.registered <> 'operator' and (
           (c.granted_on is null and c.registered = 'dynamic' and c.expires_on < $1)
           or (coalesce(c.expires_on, c.granted_on) < $1::timestamptz - interval '${UNUSED_DAYS} days' and not exists (
             select from keys k where k.oauth_client_id = c.id and k.deleted_at is null)))
          limit ${BATCH_SIZE} for update skip locked)
       returning 1 as one`,
      [now],
    );
    return deleted.length === BATCH_SIZE;
  }
}
