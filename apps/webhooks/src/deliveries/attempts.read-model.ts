import { Injectable } from '@nestjs/common';
import { type Principal, wireDate, wireDateOrNull } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import { mayRead } from '../webhooks/webhook-rules';
import { maxAttempts, retryPlan } from '../retries/retry-schedule';
import { WebhooksEnv } from '../webhooks.env';
import type { AttemptResponse, TimingsResponse } from './deliveries.responses';
import { type AttemptError, deliveryStatus, DeliveryState, TRIGGER_NAMES } from './delivery';

const MAX_ATTEMPTS_SHOWN = 50;

interface Row {
  id: number;
  delivery_public_id: string;
  evt_id: string;
  event: string;
  n: number;
  trigger: number;
  test: boolean;
  ok: boolean;
  status_code: number | null;
  error_code: AttemptError | null;
  error: string;
  started_on: Date;
  duration_ms: number;
  timings: TimingsResponse | null;
  url: string;
  response_headers: Record<string, string> | null;
  response_body: string | null;
  response_encoding: 'utf-8' | 'base64' | null;
  truncated: boolean;
  /** Null for a test call, and after the delivery was purged. */
  state: number | null;
  attempts: number | null;
  next_attempt_at: Date | null;
  paused: boolean;
}

@Injectable()
export class AttemptsReadModel {
  private readonly maxAttempts: number;

  constructor(
    private readonly database: Database,
    env: WebhooksEnv,
  ) {
    this.maxAttempts = maxAttempts(retryPlan(env));
  }

  /**
   * Returns the last 50 attempts of a webhook, newest first, each with the current state of its delivery. An endpoint may repeat
   * the event in its response, so the caller sees responses only to events that it may read.
   */
  async newest(webhookId: number, caller: Pick<Principal, 'scopes'>): Promise<AttemptResponse[]> {
    const rows = await this.database.query<Row>(
      `select a.id, a.delivery_public_id, a.evt_id, a.event, a.n, a.trigger, a.test, a.ok, a.status_code, a.error_code,
         a.error, a.started_on, a.duration_ms, a.timings, a.url, a.response_headers, a.response_body,
         a.response_encoding, a.truncated, d.state, d.attempts, d.next_attempt_at, not w.active as paused
       from attempts a
       join webhooks w on w.id = a.webhook_id
       left join deliveries d on d.id = a.delivery_id
       where a.webhook_id = $1 order by a.id desc limit ${MAX_ATTEMPTS_SHOWN}`,
      [webhookId],
    );
    return rows.map((row) =>
      this.attemptResponse(row.test || mayRead(caller, row.event) ? row : withoutResponse(row)),
    );
  }

  private attemptResponse(row: Row): AttemptResponse {
    return {
      id: row.id,
      delivery_id: row.delivery_public_id,
      event_id: row.evt_id,
      event: row.event,
      test: row.test,
      trigger: TRIGGER_NAMES[row.trigger] ?? 'event',
      attempt: row.n,
      max_attempts: row.test ? 1 : this.maxAttempts,
      status: row.ok ? 'success' : 'failed',
      status_code: row.status_code,
      error_code: row.error_code,
      error: row.error === '' ? null : row.error,
      attempted_on: wireDate(row.started_on),
      duration_ms: row.duration_ms,
      timings: row.timings,
      request_url: row.url,
      response_headers: row.response_headers,
      response_body: row.response_body,
      response_encoding: row.response_encoding,
      response_truncated: row.truncated,
      ...currentState(row),
    };
  }
}

function withoutResponse(row: Row): Row {
  return { ...row, response_headers: null, response_body: null, response_encoding: null };
}

/** A test call, or a delivery that was purged, ended as its attempt did. */
function currentState(row: Row): Pick<AttemptResponse, 'delivery_status' | 'next_attempt_on'> {
  if (row.state === null) return { delivery_status: row.ok ? 'delivered' : 'dropped', next_attempt_on: null };
  const isScheduled = row.state === DeliveryState.pending && !row.paused;
  return {
    delivery_status: deliveryStatus(row.state, row.attempts ?? 0, row.paused),
    next_attempt_on: isScheduled ? wireDateOrNull(row.next_attempt_at) : null,
  };
}
