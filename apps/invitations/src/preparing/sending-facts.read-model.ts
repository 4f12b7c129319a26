import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import type { RequestRow } from '../requests/request-rows';

/** What else the sub account sent to the person of a message. */
export interface OtherMessages {
  /** When the last message to the person was sent. */
  lastOn: Date | null;
  /** The same for first messages. */
  lastFirstOn: Date | null;
  /** True while another message to the person is on its way. */
  inFlight: boolean;
  /** The same for first messages. */
  firstInFlight: boolean;
}

/** The messages before a reminder. */
export interface Sequence {
  /** True if the person clicked, wrote a review or unsubscribed, or if the first message was deleted. */
  ended: boolean;
  /** True if the message before it was sent. */
  predecessorSent: boolean;
}

/** What decides whether messages are sent now. */
@Injectable()
export class SendingFactsReadModel {
  /** Returns the time of the database, which all replicas share. */
  async now(tx: Tx): Promise<Date> {
    const [row] = await queryRows<{ now: Date }>(tx, 'select clock_timestamp() as now');
    return (row as { now: Date }).now;
  }

  /** Returns what else was sent to the person of each message, by the message's id. */
  async othersOf(tx: Tx, messages: readonly RequestRow[]): Promise<Map<number, OtherMessages>> {
    const rows = await queryRows<{
      id: number;
      last_on: Date;
      last_first_on: Date;
      in_flight: boolean;
      first_in_flight: boolean;
    }>(
      tx,
      `select message.id, max(other.sent_on) as last_on,
         max(other.sent_on) filter (where other.step = 0) as last_first_on,
         coalesce(bool_or(other.status = 'sending' and other.prepared_at is not null), false) as in_flight,
         coalesce(bool_or(other.status = 'sending' and other.prepared_at is not null and other.step = 0), false)
           as first_in_flight
       from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bytea[])
         as message (id, sub_account_id, type, recipient_key)
       join requests other on other.sub_account_id = message.sub_account_id and other.type = message.type
         and other.recipient_key = message.recipient_key and other.id <> message.id
       where other.sent_on is not null or other.status = 'sending'
       group by message.id`,
      [
        messages.map(({ id }) => id),
        messages.map(({ sub_account_id }) => sub_account_id),
        messages.map(({ type }) => type),
        messages.map(({ recipient_key }) => recipient_key),
      ],
    );
    return new Map(
      rows.map(({ id, last_on, last_first_on, in_flight, first_in_flight }) => [
        id,
        { lastOn: last_on, lastFirstOn: last_first_on, inFlight: in_flight, firstInFlight: first_in_flight },
      ]),
    );
  }

  /** Returns the sequences of those of the messages that are reminders, by the reminder's id. */
  async sequencesOf(tx: Tx, messages: readonly RequestRow[]): Promise<Map<number, Sequence>> {
    const reminders = messages.filter(({ parent_id }) => parent_id !== null);
    if (reminders.length === 0) return new Map();
    const rows = await queryRows<{ id: number; ended: boolean; predecessor_sent: boolean }>(
      tx,
      `select reminder.id,
         root.deleted_on is not null or exists (
           select from requests one where (one.id = root.id or one.parent_id = root.id)
             and coalesce(one.clicked_on, one.reviewed_on, one.unsubscribed_on) is not null) as ended,
         coalesce((
           select before.sent_on is not null from requests before
           where (before.id = root.id or before.parent_id = root.id) and before.step < reminder.step
             and before.deleted_on is null
           order by before.step desc limit 1), false) as predecessor_sent
       from requests reminder join requests root on root.id = reminder.parent_id
       where reminder.id = any ($1::bigint[])`,
      [reminders.map(({ id }) => id)],
    );
    return new Map(
      rows.map(({ id, ended, predecessor_sent }) => [id, { ended, predecessorSent: predecessor_sent }]),
    );
  }
}
