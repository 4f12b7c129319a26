import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { DeliveryState } from '../deliveries/delivery';

type DueClass = 'normal' | 'slow' | 'breaker' | 'paused';

/** How late the queue is. */
@Injectable()
export class DueReadModel {
  private readonly logger = new Logger(DueReadModel.name);

  constructor(private readonly database: Database) {}

  /** Seconds since the oldest delivery of each class fell due; 0 when none is. */
  async oldestSeconds(): Promise<Record<DueClass, number>> {
    const oldest: Record<DueClass, number> = { normal: 0, slow: 0, breaker: 0, paused: 0 };
    try {
      const rows = await this.database.query<{ class: DueClass; seconds: number }>(OLDEST);
      for (const row of rows) oldest[row.class] = row.seconds;
    } catch (error) {
      // Metrics are still worth reading while the database is away.
      this.logger.warn(error);
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
