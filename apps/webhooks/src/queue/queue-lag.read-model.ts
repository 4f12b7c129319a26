import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { warnOfFailure } from '@plaudit/runtime';
import { DeliveryState } from '../deliveries/delivery';

type LaneClass = 'normal' | 'slow' | 'breaker' | 'paused';

@Injectable()
export class QueueLagReadModel {
  private readonly logger = new Logger(QueueLagReadModel.name);

  constructor(private readonly database: Database) {}

  /**
   * Returns how many seconds ago the oldest waiting delivery of each class became due, or 0 if none is due. Returns
   * only zeros if the database is not available, so that the other metrics can still be read.
   */
  async oldestSeconds(): Promise<Record<LaneClass, number>> {
    const oldest: Record<LaneClass, number> = { normal: 0, slow: 0, breaker: 0, paused: 0 };
    try {
      const rows = await this.database.queryWithin<{ class: LaneClass; seconds: number }>(
        'background',
        OLDEST,
      );
      for (const row of rows) oldest[row.class] = row.seconds;
    } catch (error) {
      warnOfFailure(this.logger, 'Could not measure the age of the oldest due delivery', error);
    }
    return oldest;
  }
}

const OLDEST = `
  select case when l.paused then 'paused' when l.breaker_open then 'breaker' when l.slow then 'slow' else 'normal' end
      as class,
    greatest(0, extract(epoch from clock_timestamp() - min(oldest.due)))::float8 as seconds
  from lanes l cross join lateral (
    select d.next_attempt_at as due from deliveries d
    where d.webhook_id = l.webhook_id and d.state = ${DeliveryState.pending} order by d.next_attempt_at limit 1
  ) oldest
  group by 1`;
