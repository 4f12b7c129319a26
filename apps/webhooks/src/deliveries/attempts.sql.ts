import type { ClaimedDelivery } from '../queue/claimed-delivery';
import type { AttemptOutcome } from '../sending/attempt-outcome';
import type { AttemptColumns } from './attempt-log';
import { Trigger } from './delivery';

interface NewAttempt extends AttemptColumns {
  delivery_id: number | null;
}

type LoggedDelivery = Pick<
  ClaimedDelivery,
  'webhook_id' | 'public_id' | 'evt_id' | 'event' | 'attempts' | 'trigger' | 'url'
> & {
  /** Null for a test call, which has no delivery. */
  id: number | null;
};

export interface LoggedAttempt {
  delivery: LoggedDelivery;
  outcome: AttemptOutcome;
}

const COLUMNS = `webhook_id, delivery_id, delivery_public_id, evt_id, event, n, trigger, test, ok, status_code, error_code,
  error, started_on, duration_ms, timings, url, response_headers, response_body, response_encoding, truncated`;

/** Returns the statement that adds attempts to the log. `document` is the SQL of what {@link attemptsDocument} returns. */
export function insertAttempts(document: string): string {
  return `insert into attempts (${COLUMNS}) select ${COLUMNS} from jsonb_to_recordset(${document}::jsonb) as a(
    webhook_id bigint, delivery_id bigint, delivery_public_id text, evt_id text, event text, n smallint,
    trigger smallint, test boolean, ok boolean, status_code integer, error_code text, error text,
    started_on timestamptz, duration_ms integer, timings jsonb, url text, response_headers jsonb,
    response_body text, response_encoding text, truncated boolean)`;
}

/** Returns the rows of these attempts as one JSON document. */
export function attemptsDocument(attempts: readonly LoggedAttempt[]): string {
  return JSON.stringify(attempts.map(attemptRow));
}

function attemptRow({ delivery, outcome }: LoggedAttempt): NewAttempt {
  return {
    webhook_id: delivery.webhook_id,
    delivery_id: delivery.id,
    delivery_public_id: delivery.public_id,
    evt_id: delivery.evt_id,
    event: delivery.event,
    n: delivery.attempts + 1,
    trigger: delivery.trigger === Trigger.event && delivery.attempts > 0 ? Trigger.retry : delivery.trigger,
    test: delivery.trigger === Trigger.test,
    ok: outcome.ok,
    status_code: outcome.statusCode,
    error_code: outcome.errorCode,
    error: outcome.error,
    started_on: outcome.startedOn,
    duration_ms: outcome.durationMs,
    timings: outcome.timings,
    url: delivery.url,
    response_headers: outcome.responseHeaders,
    response_body: outcome.responseBody,
    response_encoding: outcome.responseEncoding,
    truncated: outcome.truncated,
  };
}
