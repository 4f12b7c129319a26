import { Injectable } from '@nestjs/common';
import { notFound, type Principal } from '@plaudit/contracts';
import { boundOf, endOf } from '@plaudit/runtime';
import { maxAttempts, retryPlan } from '../retries/retry-schedule';
import { mayRead } from '../webhooks/webhook-rules';
import { WebhooksRepository } from '../webhooks/webhooks.repository';
import { WebhooksEnv } from '../webhooks.env';
import type { AttemptFilter, AttemptRow } from './attempt-log';
import { attemptDetail, attemptResponse, withoutContent } from './attempt-response';
import { AttemptsReadModel } from './attempts.read-model';
import { type AttemptLogQuery, DEFAULT_LOG_PAGE } from './deliveries.dto';
import type { AttemptDetailResponse, AttemptListResponse } from './deliveries.responses';

type Reader = Pick<Principal, 'scopes'>;

/**
 * Shows the log of attempts to the owner of a webhook. A caller sees the content of events only if it may read them, because it
 * may manage webhooks without that right.
 */
@Injectable()
export class AttemptLogService {
  private readonly scheduled: number;

  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly attempts: AttemptsReadModel,
    env: WebhooksEnv,
  ) {
    this.scheduled = maxAttempts(retryPlan(env));
  }

  /** Returns one page, newest first. Throws 404 for another owner's webhook, and 400 `invalid_date`. */
  async page(principal: Principal, webhookId: number, query: AttemptLogQuery): Promise<AttemptListResponse> {
    const filter = filterOf(webhookId, query);
    if (!(await this.webhooks.find(principal, webhookId))) throw notFound('webhook', webhookId, principal);
    // One row more than the page has shows whether older ones follow.
    const rows = await this.attempts.page({ ...filter, limit: filter.limit + 1 });
    const page = rows.slice(0, filter.limit);
    return {
      deliveries: page.map((row) => attemptResponse(readableBy(principal, row), this.scheduled)),
      next_cursor: rows.length > filter.limit ? (page.at(-1)?.id ?? null) : null,
    };
  }

  /** Returns one attempt with its request. Throws 404 for an attempt of another owner's webhook. */
  async get(principal: Principal, id: number): Promise<AttemptDetailResponse> {
    const row = await this.attempts.find(id);
    const webhook = row && (await this.webhooks.find(principal, row.webhook_id));
    if (!row || !webhook) throw notFound('attempt', id, principal);
    return attemptDetail(readableBy(principal, row), this.scheduled);
  }
}

/** A test call sends an invented review. */
function readableBy<Row extends AttemptRow>(reader: Reader, row: Row): Row {
  return row.test || mayRead(reader, row.event) ? row : withoutContent(row);
}

function filterOf(webhookId: number, query: AttemptLogQuery): AttemptFilter {
  const { status, event, delivery_id, event_id, since, until, cursor, limit } = query;
  return {
    webhookId,
    limit: Number(limit ?? DEFAULT_LOG_PAGE),
    before: cursor === undefined ? undefined : Number(cursor),
    ok: status === undefined ? undefined : status === 'success',
    event,
    deliveryId: delivery_id,
    eventId: event_id,
    since: since ? boundOf(since, 'since') : undefined,
    until: until ? endOf(until) : undefined,
  };
}
