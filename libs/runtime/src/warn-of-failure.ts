import type { Logger } from '@nestjs/common';
import { thrownTrouble } from '@plaudit/database';

/**
 * Logs that work failed which is repeated or given up: as a warning, or as a debug line if the database was in trouble. The
 * Database warns of that itself, once for all workers and requests. `line` is a message, or an object with a message.
 */
export function warnOfFailure(logger: Logger, line: string | { message: string }, error: unknown): void {
  const fields = typeof line === 'string' ? { message: line } : line;
  const trouble = thrownTrouble(error);
  if (trouble === null) logger.warn(fields, error);
  else logger.debug({ ...fields, trouble });
}
