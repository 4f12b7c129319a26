import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { MoreThanOrEqual } from 'typeorm';
import { SentInviteEntity } from './sent-invite.entity';

export interface SentInvite {
  id: number;
  account_id: number;
  sent_on: Date;
}

/** A part of the invitations that a page of a snapshot lists completely. */
export interface ListedRange {
  after: number;
  /** Null for a range without an end. */
  through: number | null;
  begunOn: Date;
}

/** How many rows one statement deletes. */
const BATCH = 10_000;

@Injectable()
export class SentInvitesRepository {
  constructor(private readonly database: Database) {}

  /** Adds an invitation, unless it was added before. */
  async add(tx: Tx, { id, account_id, sent_on }: SentInvite): Promise<void> {
    await queryRows(
      tx,
      'insert into sent_invites (id, account_id, sent_on) values ($1, $2, $3) on conflict (id) do nothing',
      [id, account_id, sent_on],
    );
  }

  /**
   * Makes the rows of the range equal to these invitations. Rows that were added after the snapshot began stay, because the
   * page may be older than them.
   */
  async replace(
    tx: Tx,
    { after, through, begunOn }: ListedRange,
    sent: readonly SentInvite[],
  ): Promise<void> {
    await queryRows(
      tx,
      `with given as (
         select * from json_to_recordset($1::json) as given (id bigint, account_id bigint, sent_on timestamptz)
       ), gone as (
         delete from sent_invites s
         where s.id > $2 and ($3::bigint is null or s.id <= $3) and s.counted_on < $4
           and not exists (select from given where given.id = s.id)
       )
       insert into sent_invites (id, account_id, sent_on) select id, account_id, sent_on from given order by id
       on conflict (id) do update set account_id = excluded.account_id, sent_on = excluded.sent_on, counted_on = now()
         where (sent_invites.account_id, sent_invites.sent_on) is distinct from (excluded.account_id, excluded.sent_on)`,
      [JSON.stringify(sent), after, through, begunOn],
    );
  }

  /** Returns how many invitations the account sent since then. */
  count(accountId: number, since: Date): Promise<number> {
    return this.database.read((manager) =>
      manager.countBy(SentInviteEntity, { account_id: accountId, sent_on: MoreThanOrEqual(since) }),
    );
  }

  /** Deletes rows that are older, and skips those that another replica deletes. Returns true if there may be more. */
  async purge(before: Date): Promise<boolean> {
    const deleted = await this.database.queryWithin(
      'background',
      `delete from sent_invites where id in (
         select id from sent_invites where sent_on < $1 order by sent_on limit ${BATCH} for update skip locked
       ) returning 1 as one`,
      [before],
    );
    return deleted.length === BATCH;
  }
}
