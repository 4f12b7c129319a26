import type { Logger } from '@nestjs/common';
import type { NatsError } from 'nats';

/**
 * Logs that the server refuses a subscription. nats.js then calls the callback of the subscription once, with an error
 * and without a usable message. An error in that callback would end the reader of the connection.
 */
export function logRefused(logger: Logger, subject: string, error: NatsError): void {
  logger.error({
    message: 'NATS refused a subscription. Update the permissions of its user with users.conf',
    subject,
    error: error.message,
  });
}
