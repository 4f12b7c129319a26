import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import type { ActivityType } from '../../activity/activity';
import type { InviteType } from '../../requests/request';
import type { RequestRow } from '../../requests/request-rows';

interface Person {
  type: InviteType;
  recipient_key: Buffer;
}

/** Finds the messages that providers report on, and what is known of them. No row is locked. */
@Injectable()
export class FeedbackRepository {
  /** Returns the message with this Message-ID, without angle brackets. */
  async findByMessageId(tx: Tx, messageId: string): Promise<RequestRow | null> {
    return one(tx, 'select * from requests where message_id = $1 order by id desc limit 1', [messageId]);
  }

  /** Returns the message whose Message-ID has this id of the request and random part, such as `901.k3v9x2ab`. */
  async findByTag(tx: Tx, tag: string): Promise<RequestRow | null> {
    return one(tx, 'select * from requests where id = $1 and starts_with(message_id, $2)', [
      tag.split('.', 1)[0],
      `inv.${tag}@`,
    ]);
  }

  async findByProviderId(tx: Tx, provider: string, providerId: string): Promise<RequestRow | null> {
    return one(
      tx,
      'select * from requests where provider = $1 and provider_id = $2 order by id desc limit 1',
      [provider, providerId],
    );
  }

  /** Returns the message that was sent last to a person after `since`, by any sub account. */
  async findNewestTo(tx: Tx, { type, recipient_key }: Person, since: Date): Promise<RequestRow | null> {
    return one(
      tx,
      `select * from requests
       where recipient_key = $1 and type = $2 and sent_on > $3 order by sent_on desc, id desc limit 1`,
      [recipient_key, type, since],
    );
  }

  /** Returns the message that each sub account sent last to a person, for the `limit` sub accounts that did so most recently. */
  async newestOfEach(tx: Tx, { type, recipient_key }: Person, limit: number): Promise<RequestRow[]> {
    return queryRows<RequestRow>(
      tx,
      `select * from (
         select distinct on (sub_account_id) * from requests
         where recipient_key = $1 and type = $2 and sent_on is not null
         order by sub_account_id, sent_on desc, id desc
       ) as newest order by sent_on desc, id desc limit $3`,
      [recipient_key, type, limit],
    );
  }

  /** Returns true if the activity of a request has an entry of this type with all these details. */
  async hasActivity(
    tx: Tx,
    requestId: number,
    type: ActivityType,
    details: Readonly<Record<string, string>>,
  ): Promise<boolean> {
    const rows = await queryRows(
      tx,
      `select 1 as one from activity
       where request_id = $1 and type = $2 and coalesce(detail, '{}') @> $3::jsonb limit 1`,
      [requestId, type, JSON.stringify(details)],
    );
    return rows.length > 0;
  }

  async countActivity(tx: Tx, requestId: number, type: ActivityType): Promise<number> {
    const [row] = await queryRows<{ count: number }>(
      tx,
      'select count(*)::int as count from activity where request_id = $1 and type = $2',
      [requestId, type],
    );
    return row?.count ?? 0;
  }
}

async function one(tx: Tx, statement: string, values: unknown[]): Promise<RequestRow | null> {
  const [row] = await queryRows<RequestRow>(tx, statement, values);
  return row ?? null;
}
