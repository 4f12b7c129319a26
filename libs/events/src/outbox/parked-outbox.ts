import { Logger } from '@nestjs/common';
import type { Database } from '@plaudit/database';

/** How long an event stays in `outbox_parked`. Its payload may contain data of a person who was erased in the meantime. */
const RETAIN_DAYS = 30;
const MAX_LOGGED = 100;

const logger = new Logger('ParkedOutbox');

/**
 * Deletes the events that an operator parked and did not put back within 30 days. Logs them, because no consumer has
 * received them.
 */
export async function expireParkedOutbox(database: Database): Promise<void> {
  const expired = await database.queryWithin<{ event_id: string; subject: string }>(
    'background',
    `delete from outbox_parked where parked_at < clock_timestamp() - make_interval(days => ${RETAIN_DAYS})
     returning event_id, subject`,
  );
  if (expired.length === 0) return;
  logger.warn({
    message: `Deleted ${expired.length} events that were parked in the outbox for ${RETAIN_DAYS} days; no consumer has received them`,
    events: expired.slice(0, MAX_LOGGED),
  });
}
