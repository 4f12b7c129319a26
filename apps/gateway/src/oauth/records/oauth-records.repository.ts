import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@plaudit/database';
import { IsNull } from 'typeorm';
import { OAuthRecordEntity } from './oauth-record.entity';

export type RecordRow = Pick<
  OAuthRecordEntity,
  'model' | 'grant_id' | 'payload' | 'consumed_on' | 'expires_on'
>;
export type NewRecord = Pick<
  OAuthRecordEntity,
  'model' | 'grant_id' | 'client_id' | 'payload' | 'expires_on'
>;

/** Rows per statement, so that a backlog does not make a long transaction. */
const BATCH_SIZE = 1_000;
/** An access whose tokens have all expired is of no use to the app. This is longer than a person takes to be sent back to it. */
const ABANDONED_AFTER = '1 hour';

/** Returns the hash that is stored in place of a code, a token, or the id of a request. They are random, so it needs no salt. */
export function hashOfRecord(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}

/** Stores what the authorization server issued, by the hashes of the codes and tokens. */
@Injectable()
export class OAuthRecordsRepository {
  constructor(private readonly database: Database) {}

  async save(id: string, { model, grant_id, client_id, payload, expires_on }: NewRecord): Promise<void> {
    await this.database.query(
      `insert into oauth_records (id, model, grant_id, client_id, payload, expires_on) values ($1, $2, $3, $4, $5, $6)
       on conflict (id) do update set payload = excluded.payload, expires_on = excluded.expires_on`,
      [hashOfRecord(id), model, grant_id, client_id, JSON.stringify(payload), expires_on],
    );
  }

  /** Returns the record even if it was used or has expired. */
  find(model: string, id: string): Promise<RecordRow | null> {
    return this.database.read((manager) =>
      manager.findOneBy(OAuthRecordEntity, { id: hashOfRecord(id), model }),
    );
  }

  /** Marks a code or refresh token as used. Returns false if it was used before, by a request at the same time too. */
  async consume(model: string, id: string, now: Date): Promise<boolean> {
    const rows = await this.database.query(
      `update oauth_records set consumed_on = $3 where id = $1 and model = $2 and consumed_on is null returning 1 as one`,
      [hashOfRecord(id), model, now],
    );
    return rows.length > 0;
  }

  /** Marks a request for access as decided. Returns false if another decision came first. */
  async claimRequest(tx: Tx, uid: string, now: Date): Promise<boolean> {
    const open = { id: hashOfRecord(uid), model: 'Interaction', consumed_on: IsNull() };
    const { affected } = await tx.update(OAuthRecordEntity, open, { consumed_on: now });
    return affected === 1;
  }

  /** Deletes the oldest requests for access, until at most `max` of them are left. */
  async deleteRequestsBeyond(max: number): Promise<void> {
    await this.database.query(
      `delete from oauth_records where id in (
         select id from oauth_records where client_id is not null order by created_on desc, id desc offset $1)`,
      [max],
    );
  }

  async delete(model: string, id: string): Promise<void> {
    await this.database.query('delete from oauth_records where id = $1 and model = $2', [
      hashOfRecord(id),
      model,
    ]);
  }

  async deleteOfGrant(model: string, grantId: string): Promise<void> {
    await this.database.query('delete from oauth_records where grant_id = $1 and model = $2', [
      grantId,
      model,
    ]);
  }

  /** Deletes records that expired before `now`, and skips rows that another transaction has locked. Returns true if there may be more. */
  async deleteExpired(now: Date): Promise<boolean> {
    const deleted = await this.database.queryWithin(
      'background',
      `delete from oauth_records where id in (
         select id from oauth_records where expires_on < $1 limit ${BATCH_SIZE} for update skip locked
       ) returning 1 as one`,
      [now],
    );
    return deleted.length === BATCH_SIZE;
  }

  /** Lists accesses that have neither a token nor a code any more, so that nobody sees their apps as connected. */
  async listUnusedGrants(now: Date): Promise<string[]> {
    const rows = await this.database.queryWithin<{ grant_id: string }>(
      'background',
      `select k.oauth_grant_id as grant_id from keys k
        where k.oauth_grant_id is not null and k.deleted_at is null
          and k.created_on < $1::timestamptz - interval '${ABANDONED_AFTER}'
          and not exists (
            select from oauth_records r where r.grant_id = k.oauth_grant_id and r.consumed_on is null and r.expires_on > $1)
        limit ${BATCH_SIZE}`,
      [now],
    );
    return rows.map(({ grant_id }) => grant_id);
  }
}
