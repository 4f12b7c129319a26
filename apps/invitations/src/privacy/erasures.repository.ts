import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';
import type { RequestRow } from '../requests/request-rows';
import { Any } from 'typeorm';
import { GoneMailEntity } from '../fuses/gone-mail.entity';
import { HitEntity } from '../links/hit.entity';
import type { ErasedPerson } from './erasure';

/** True while the mail server or the provider may take the message at any moment. */
const IN_FLIGHT = `status = 'sending' and started_at is not null`;
const TO_PERSON = 'sub_account_id = any ($1::bigint[]) and type = $2 and recipient_key = $3';

/** What is stored about people who are erased. */
@Injectable()
export class ErasuresRepository {
  constructor(private readonly database: Database) {}

  /** Returns the sub accounts of the account that may have requests, in the order of their ids. */
  async subAccountsOf(accountId: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `select sub_account_id as id from businesses where account_id = $1
       union select sub_account_id from settings_profiles where account_id = $1
       union select sub_account_id from suppressions where account_id = $1
       order by id`,
      [accountId],
    );
    return rows.map(({ id }) => id);
  }

  /** Suppresses the person, of whom only the hash is kept. The caller holds the lock of the person. */
  async suppress(tx: Tx, { account_id, sub_account_id }: Tenant, person: ErasedPerson): Promise<void> {
    await queryRows(
      tx,
      `insert into suppressions (account_id, sub_account_id, type, recipient_key, recipient, reason)
       values ($1, $2, $3, $4, null, 'erased')
       on conflict (sub_account_id, type, recipient_key) do update set recipient = null, reason = 'erased'`,
      [account_id, sub_account_id, person.type, person.recipient_key],
    );
  }

  /**
   * Locks at most `count` requests to the person that still have personal data, also deleted ones, and returns them by id. Messages
   * that are being sent are left out.
   */
  async lockRequests(
    tx: Tx,
    subAccountId: number,
    { type, recipient_key }: ErasedPerson,
    count: number,
  ): Promise<RequestRow[]> {
    return queryRows<RequestRow>(
      tx,
      `select * from requests where ${TO_PERSON} and recipient <> '' and not (${IN_FLIGHT})
       order by id limit $4 for update`,
      [[subAccountId], type, recipient_key, count],
    );
  }

  /** Removes what the hits, the activity and the mails that came back have of the person. */
  async eraseLogs(tx: Tx, requestIds: readonly number[]): Promise<void> {
    await tx.update(HitEntity, { request_id: Any([...requestIds]) }, { network: null, user_agent: null });
    await queryRows(
      tx,
      `update activity set detail = detail - 'msg' where request_id = any ($1::bigint[]) and detail ? 'msg'`,
      [requestIds],
    );
    // The domain may be that of a family. No decision is needed any more, because the person is suppressed.
    await tx.delete(GoneMailEntity, { request_id: Any([...requestIds]) });
  }

  /** Returns true if a message to the person is being sent. */
  async isInFlight(
    subAccountIds: readonly number[],
    { type, recipient_key }: ErasedPerson,
  ): Promise<boolean> {
    const rows = await this.database.query(
      `select 1 as one from requests where ${TO_PERSON} and ${IN_FLIGHT} limit 1`,
      [subAccountIds, type, recipient_key],
    );
    return rows.length > 0;
  }

  /** Returns the ids of the requests to the person that led to a review. */
  async reviewed(subAccountIds: readonly number[], { type, recipient_key }: ErasedPerson): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `select id from requests where ${TO_PERSON} and reviewed_on is not null order by id`,
      [subAccountIds, type, recipient_key],
    );
    return rows.map(({ id }) => id);
  }
}
