import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { DeliveryState } from '../deliveries/delivery';

/** The waiting deliveries of all lanes of one class. */
export interface QueueOfClass {
  class: 'normal' | 'slow' | 'breaker' | 'paused';
  /** How many seconds ago the oldest one became due; 0 if none is due. */
  oldest_seconds: number;
  waiting: number;
  /** Deliveries that a process has claimed. */
  in_flight: number;
  lanes: number;
}

/** Of a longer queue, no more deliveries are counted, because every scrape counts them. */
export const MAX_COUNTED = 100_000;

@Injectable()
export class QueueLagReadModel {
  constructor(private readonly database: Database) {}

  /** Returns the queue of every class, also of one without deliveries. */
  byClass(): Promise<QueueOfClass[]> {
    return this.database.queryWithin<QueueOfClass>('background', BY_CLASS);
  }
}

const BY_CLASS = `
  with lane as (
    select webhook_id,
      case when paused then 'paused' when breaker_open then 'breaker' when slow then 'slow' else 'normal' end as class
    from lanes
  ), oldest as (
    select lane.class, min(first.due) as due from lane cross join lateral (
      select d.next_attempt_at as due from deliveries d
      where d.webhook_id = lane.webhook_id and d.state = ${DeliveryState.pending} order by d.next_attempt_at limit 1
    ) first
    group by lane.class
  ), counted as (
    select lane.class, count(*)::int as waiting
    from (select webhook_id from deliveries where state = ${DeliveryState.pending} limit ${MAX_COUNTED}) pending
    join lane using (webhook_id)
    group by lane.class
  ), leased as (
    select lane.class, count(*)::int as in_flight
    from deliveries d join lane using (webhook_id) where d.state = ${DeliveryState.leased}
    group by lane.class
  ), total as (select lane.class, count(*)::int as lanes from lane group by lane.class)
  select class,
    coalesce(greatest(0, extract(epoch from clock_timestamp() - oldest.due)), 0)::float8 as oldest_seconds,
    coalesce(counted.waiting, 0) as waiting, coalesce(leased.in_flight, 0) as in_flight,
    coalesce(total.lanes, 0) as lanes
  from unnest(array['normal', 'slow', 'breaker', 'paused']) as class
  left join oldest using (class) left join counted using (class)
  left join leased using (class) left join total using (class)`;
