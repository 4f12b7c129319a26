import { IsIn, IsInt, Min } from 'class-validator';
import { Nullable } from '../field-rules';
import type { ServiceName } from '../services';

/**
 * A message that tells open pages of the dashboard how far some work is. Notices travel in core NATS: they are not stored, and
 * those sent while NATS is down are lost. Use one for something that happens too often for an event, if the next notice replaces it.
 */
export interface NoticeDefinition<Payload extends object = object> {
  /** The second token of the subject. */
  name: string;
  producer: ServiceName;
  payload: new () => Payload;
}

/** `queued` and `reading` before the end of a crawl, the others at its end. */
export const CRAWL_STAGES = ['queued', 'reading', 'done', 'failed'] as const;
export type CrawlStage = (typeof CRAWL_STAGES)[number];

export class CrawlProgressNotice {
  @IsInt() channel_id: number;
  @IsIn(CRAWL_STAGES) stage: CrawlStage;
  /** Pages that the crawl has read. */
  @IsInt() @Min(0) page: number;
  /** Reviews that these pages had, new or known. */
  @IsInt() @Min(0) found: number;
  /** The official number of reviews of the profile; null if it is not known. */
  @Nullable() @IsInt() total: number | null;
}

export class WebhookDeliveryNotice {
  @IsInt() webhook_id: number;
}

/** How far the crawl of a channel is. */
export const crawlProgressNotice: NoticeDefinition<CrawlProgressNotice> = {
  name: 'crawl_progress',
  producer: 'channels',
  payload: CrawlProgressNotice,
};

/** A webhook has new attempts in its log. */
export const webhookDeliveryNotice: NoticeDefinition<WebhookDeliveryNotice> = {
  name: 'webhook_delivery',
  producer: 'webhooks',
  payload: WebhookDeliveryNotice,
};

export const NOTICES: readonly NoticeDefinition[] = [crawlProgressNotice, webhookDeliveryNotice];

/** The service that sends live events to open pages. No other one receives notices, or reads EVENTS without a durable. */
export const LIVE_READER: ServiceName = 'gateway';

const PREFIX = 'notices';

/** Returns the subject of a notice to one tenant. The sub account is 0 for what belongs to the whole account. */
export function noticeSubject(
  { name }: NoticeDefinition,
  { accountId, subAccountId }: { accountId: number; subAccountId: number },
): string {
  return `${PREFIX}.${name}.${accountId}.${subAccountId}`;
}

/** Returns the subject of the notices to all tenants. */
export function noticesSubject({ name }: NoticeDefinition): string {
  return `${PREFIX}.${name}.>`;
}

const SUBJECT = /^[a-z]+\.[a-z_]+\.(\d+)\.(\d+)$/;

/** Returns the tenant in the subject of a notice, or null if the subject is not that of a notice. */
export function tenantOfNotice(subject: string): { accountId: number; subAccountId: number } | null {
  const match = SUBJECT.exec(subject);
  return match && { accountId: Number(match[1]), subAccountId: Number(match[2]) };
}
