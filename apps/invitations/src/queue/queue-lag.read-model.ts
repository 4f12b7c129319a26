import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import type { InviteType } from '../requests/request';

/** The due messages of one type. */
export interface QueueOfType {
  type: InviteType;
  /** How many seconds ago the oldest one became due; 0 if none is due. */
  oldest_seconds: number;
  waiting: number;
}

/** Of a longer queue, no more messages are counted, because every scrape counts them. */
export const MAX_COUNTED = 100_000;

@Injectable()
export class QueueLagReadModel {
  constructor(private readonly database: Database) {}

  /** Returns the queue of every type, also of one without messages. */
  async byType(): Promise<QueueOfType[]> {
    return this.database.queryWithin<QueueOfType>('background', BY_TYPE);
  }
}

const DUE_LANES = 'lanes l where l.next_due_at <= statement_timestamp()';

const BY_TYPE = `
  with oldest as (
    select l.type, min(first.due_at) as due
    from (select * from ${DUE_LANES}) l cross join lateral (
      select r.due_at from requests r
      where r.sub_account_id = l.sub_account_id and r.type = l.type and r.due_at <= statement_timestamp()
      order by r.due_at limit 1
    ) first
    group by l.type
  ), counted as (
    select due.type, count(*)::int as waiting
    from (
      select l.type from (select * from ${DUE_LANES}) l
      join requests r on r.sub_account_id = l.sub_account_id and r.type = l.type and r.due_at <= statement_timestamp()
      limit ${MAX_COUNTED}
    ) due
    group by due.type
  )
  select type, coalesce(greatest(0, extract(epoch from clock_timestamp() - oldest.due)), 0)::float8 as oldest_seconds,
    coalesce(counted.waiting, 0) as waiting
  from unnest(array['email', 'sms']) as type
  left join oldest using (type) left join counted using (type)`;
